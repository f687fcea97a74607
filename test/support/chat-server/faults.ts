import type { ServerResponse } from "node:http";
import { sendJson } from "../../embed/support/local-server.ts";

/** What a fault has to work with. */
interface FaultCall {
  readonly response: ServerResponse;
  /** The body of a good reply, or of one with another text or end. */
  readonly replyWith: (text: string, finish?: "stop" | "refusal") => unknown;
  readonly good: string;
  readonly error: (status: number, message: string) => unknown;
}

type Fault = (call: FaultCall) => void;

const fail =
  (status: number, message: string, headers?: Record<string, string>): Fault =>
  ({ response, error }) =>
    sendJson(response, status, error(status, message), headers);

/** What goes wrong between a program and a language model. */
export const CHAT_FAULTS = {
  "429": fail(429, "Rate limit reached"),
  "429 with retry-after": fail(429, "Rate limit reached", { "retry-after": "1" }),
  "500": fail(500, "The server had an error"),
  "529": fail(529, "Overloaded"),
  stall: () => {},
  "stall within the answer": ({ response, replyWith, good }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(JSON.stringify(replyWith(good)).slice(0, 40));
  },
  reset: ({ response }) => {
    response.socket?.resetAndDestroy();
  },
  "truncated body": ({ response, replyWith, good }) => {
    const reply = JSON.stringify(replyWith(good));
    response.writeHead(200, { "content-type": "application/json" }).end(reply.slice(0, reply.length >> 1));
  },
  "prose instead of JSON": ({ response, replyWith }) =>
    sendJson(response, 200, replyWith("Of course! Here is what you asked for, in my own words.")),
  refusal: ({ response, replyWith }) =>
    sendJson(response, 200, replyWith("I cannot help with that.", "refusal")),
  empty: ({ response, replyWith }) => sendJson(response, 200, replyWith("")),
} as const satisfies Readonly<Record<string, Fault>>;

export type ChatFaultName = keyof typeof CHAT_FAULTS;

/** Faults after which the same request, sent again, is answered. */
export const PASSING_CHAT_FAULTS: readonly ChatFaultName[] = [
  ...(["429", "429 with retry-after", "500", "529", "stall", "stall within the answer", "reset"] as const),
  ...(["truncated body", "empty"] as const),
];
