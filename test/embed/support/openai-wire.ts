import type { ServerResponse } from "node:http";
import type { Clock } from "../../../src/core/clock.ts";
import { type LocalServer, localServer, type ReceivedRequest, sendJson } from "./local-server.ts";
import { randomFrom, vectorOf } from "./text-vectors.ts";

export const DIMENSIONS = 32;

/** A reply as OpenAI's embeddings endpoint writes it. */
export function openAiReply(texts: readonly string[], dimensions = DIMENSIONS) {
  return {
    object: "list",
    model: "fake",
    data: texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text, dimensions) })),
    usage: { prompt_tokens: texts.length, total_tokens: texts.length },
  };
}

type Fault = (texts: readonly string[], response: ServerResponse, clock: Clock) => void;

/** What goes wrong between a program and a provider, one after the other. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  "429 with seconds": (_texts, response) => sendJson(response, 429, rateLimit, { "retry-after": "2" }),
  "429 with a date": (_texts, response, clock) =>
    sendJson(response, 429, rateLimit, { "retry-after": new Date(clock.now() + 2_000).toUTCString() }),
  "500": (_texts, response) => sendJson(response, 500, { error: { message: "The server had an error" } }),
  "stall before the answer": () => {},
  "stall within the answer": (texts, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(JSON.stringify(openAiReply(texts)).slice(0, 100));
  },
  reset: (_texts, response) => {
    response.socket?.resetAndDestroy();
  },
  "reset within the answer": (texts, response) => {
    const reply = JSON.stringify(openAiReply(texts));
    response.writeHead(200, { "content-type": "application/json", "content-length": String(reply.length) });
    response.write(reply.slice(0, 100), () => response.socket?.resetAndDestroy());
  },
  "truncated JSON": (texts, response) => {
    const reply = JSON.stringify(openAiReply(texts));
    response.writeHead(200, { "content-type": "application/json" }).end(reply.slice(0, reply.length >> 1));
  },
  short: (texts, response) => sendJson(response, 200, openAiReply(texts.slice(0, -1))),
  reordered: (texts, response) => {
    const reply = openAiReply(texts);
    sendJson(response, 200, { ...reply, data: reply.data.toReversed() });
  },
  "numbered wrongly": (texts, response) => {
    const reply = openAiReply(texts);
    const data = reply.data.toReversed().map((item, i) => ({ ...item, index: i === 0 ? 1 : item.index }));
    sendJson(response, 200, { ...reply, data });
  },
  NaN: (texts, response) => {
    // As a Python server writes it, which is no JSON.
    const reply = JSON.stringify(openAiReply(texts)).replace(/"embedding":\[[^,]+/, '"embedding":[NaN');
    response.writeHead(200, { "content-type": "application/json" }).end(reply);
  },
  infinite: (texts, response) => {
    const reply = JSON.stringify(openAiReply(texts)).replace(/"embedding":\[[^,]+/, '"embedding":[1e999');
    response.writeHead(200, { "content-type": "application/json" }).end(reply);
  },
  zero: (texts, response) => {
    const reply = openAiReply(texts);
    reply.data[0].embedding.fill(0);
    sendJson(response, 200, reply);
  },
  "other dimensions": (texts, response) => sendJson(response, 200, openAiReply(texts, DIMENSIONS - 1)),
  "one vector of other dimensions": (texts, response) => {
    const reply = openAiReply(texts);
    reply.data.at(-1)?.embedding.pop();
    sendJson(response, 200, reply);
  },
};

const rateLimit = { error: { message: "Rate limit reached", type: "requests", code: "rate_limit_exceeded" } };

export interface FaultyServer extends LocalServer {
  /** How often each fault happened. */
  readonly faults: Map<string, number>;
}

/**
 * Speaks OpenAI's wire format and fails at `rate`. Which call fails how depends on the seed, the batch and how
 * often that batch was sent, not on the order in which batches arrive.
 */
export async function faultyOpenAiServer(seed: string, rate: number, clock: Clock): Promise<FaultyServer> {
  const sent = new Map<string, number>();
  const faults = new Map<string, number>();
  const names = Object.keys(FAULTS);
  const server = await localServer(({ body }: ReceivedRequest, response) => {
    const texts = body.input as string[];
    const times = (sent.get(texts[0]) ?? 0) + 1;
    sent.set(texts[0], times);
    const random = randomFrom(`${seed}/${texts[0]}/${times}`);
    if (random() >= rate) {
      sendJson(response, 200, openAiReply(texts));
      return;
    }
    const name = names[Math.floor(random() * names.length)];
    faults.set(name, (faults.get(name) ?? 0) + 1);
    FAULTS[name](texts, response, clock);
  });
  return Object.assign(server, { faults });
}
