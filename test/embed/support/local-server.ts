import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the JSON of every provider.
  readonly body: any;
}

export interface LocalServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: ReceivedRequest[];
}

/** A real HTTP server on this machine; `answer` is called with each request's parsed body. */
export async function localServer(
  answer: (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>,
): Promise<LocalServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (message, response) => {
    try {
      let raw = "";
      for await (const part of message.setEncoding("utf8")) raw += part;
      const { method = "", url: path = "", headers } = message;
      const request: ReceivedRequest = { method, path, headers, raw, body: JSON.parse(raw) };
      requests.push(request);
      await answer(request, response);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
