/**
 * A real HTTP server on this machine that speaks OpenAI's responses and chat completions, Anthropic's messages,
 * Gemini's generateContent and Ollama's chat, and fails as they do.
 *
 *     const server = await startChatServer({ seed: "1", faults: 0.3, reply: (prompt, shape) => "…" });
 *     const model = await resolveGenerator("openai:gpt-5-mini", server.access("openai"));
 *     …
 *     server.requests   // every request: its raw bytes, prompt, system, shape, and which fault it met
 *     server.faults     // how often each fault happened
 *     server.mostAtOnce // most requests that were under way at a time
 *     await server.close();   // or: await using server = await startChatServer()
 *
 * A child process reaches it by the model's name alone: `openai-compatible:${server.url}/v1#any`.
 *
 * `faults` is a share of the requests, `{ rate, kinds }` for some of `CHAT_FAULTS` only, or a function that names
 * each request's fault. Whether and how a request fails depends on the seed, its bytes and how often those came,
 * not on the order of arrival. `prose instead of JSON` only meets requests with a shape. Stalls never end: give
 * the client a short `retry.attemptTimeoutMs`, or a `scaledClock` (test/embed/support/scaled-clock.ts).
 *
 * Replies longer than the request's most tokens are cut (`length`). A token is four characters. Beginnings of
 * prompts that were answered before count as read from the cache; for Anthropic only up to a `cache_control`.
 */
import { setTimeout as delay } from "node:timers/promises";
import { localServer, type ReceivedRequest, sendJson } from "../../embed/support/local-server.ts";
import { randomFrom } from "../../embed/support/text-vectors.ts";
import type { ChatRequest } from "./chat-request.ts";
import { CHAT_FAULTS, type ChatFaultName } from "./faults.ts";
import { PrefixCache } from "./prefix-cache.ts";
import { sampleReply } from "./sample-reply.ts";
import { WIRES, wireOf } from "./wires.ts";

export type { WireName } from "./chat-request.ts";
export { CHAT_FAULTS, type ChatFaultName, PASSING_CHAT_FAULTS } from "./faults.ts";

type ChatReply = (
  prompt: string,
  shape: ChatRequest["shape"],
  request: ChatRequest,
) => string | Promise<string>;

type ChatFaults =
  | number
  | { readonly rate: number; readonly kinds?: readonly ChatFaultName[] | undefined }
  | ((request: ChatRequest) => ChatFaultName | undefined);

export interface ChatServerOptions {
  /** Default: none. */
  readonly faults?: ChatFaults | undefined;
  /** Default: a sentence, or an object that fits the schema. */
  readonly reply?: ChatReply | undefined;
  readonly seed?: string | undefined;
  /** How long the server thinks about each reply. Default 0. */
  readonly delayMs?: number | undefined;
}

export interface ChatServer extends AsyncDisposable {
  /** Without a path: see `access`. */
  readonly url: string;
  readonly requests: (ChatRequest & { readonly fault: ChatFaultName | undefined })[];
  readonly faults: ReadonlyMap<ChatFaultName, number>;
  readonly mostAtOnce: number;
  /** `baseURL` and `apiKey` for the provider of that name. */
  access(provider: string): { readonly baseURL: string; readonly apiKey: string };
  close(): Promise<void>;
}

const BASE_PATHS: Readonly<Record<string, string>> = { google: "/v1beta", ollama: "/api" };
const CHARACTERS_PER_TOKEN = 4;

export async function startChatServer({
  faults: plan = 0,
  reply = sampleReply,
  seed = "seed",
  delayMs = 0,
}: ChatServerOptions = {}): Promise<ChatServer> {
  const requests: ChatServer["requests"] = [];
  const faults = new Map<ChatFaultName, number>();
  const sent = new Map<string, number>();
  const caches = new Map<string, PrefixCache>();
  let running = 0;
  let mostAtOnce = 0;

  const server = await localServer(async (received, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++running);
    response.once("close", () => running--);
    try {
      const request = readRequest(received, sent);
      const fault = faultOf(plan, seed, request);
      requests.push({ ...request, fault });
      if (fault !== undefined) faults.set(fault, (faults.get(fault) ?? 0) + 1);
      if (delayMs > 0) await delay(delayMs);
      const wire = WIRES[request.wire];
      const cache = caches.get(request.model) ?? new PrefixCache();
      caches.set(request.model, cache);
      const whole = request.system + request.prompt;
      const cachedInput = tokensOf(cache.hit(whole));
      const replyWith = (text: string, finish: "stop" | "refusal" = "stop") => {
        const most = (request.maxOutputTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_PER_TOKEN;
        const cut = text.length > most;
        const input = tokensOf(whole.length);
        const usage = { input, cachedInput, output: tokensOf(Math.min(text.length, most)) };
        return wire.reply({ text: text.slice(0, most), finish: cut ? "length" : finish, ...usage }, request);
      };
      const good = await reply(request.prompt, request.shape, request);
      if (fault !== undefined) {
        CHAT_FAULTS[fault]({ response, replyWith, good, error: wire.error });
      } else {
        sendJson(response, 200, replyWith(good));
        cache.store(whole, request.system.length + (wire.cacheable?.(request.body) ?? request.prompt.length));
      }
    } catch (error) {
      // A status that no client tries again: what is wrong is the test's own path or reply function.
      sendJson(response, 400, { error: { message: `chat server: ${String(error)}` } });
    }
  });

  const close = () => Promise.resolve(server[Symbol.asyncDispose]());
  return {
    url: server.url,
    requests,
    faults,
    get mostAtOnce() {
      return mostAtOnce;
    },
    access: (provider) => ({
      baseURL: server.url + (BASE_PATHS[provider] ?? "/v1"),
      apiKey: "sk-test-key-of-the-chat-server",
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function readRequest({ path, headers, body, raw }: ReceivedRequest, sent: Map<string, number>): ChatRequest {
  const wire = wireOf(path);
  const asked = WIRES[wire].read(body);
  const times = (sent.get(raw) ?? 0) + 1;
  sent.set(raw, times);
  const model = asked.model ?? /models\/([^:]+):/.exec(path)?.[1] ?? "";
  const prompt = asked.turns[0]?.parts.join("") ?? "";
  return { ...asked, wire, path, headers, model, prompt, times, raw, body };
}

function faultOf(plan: ChatFaults, seed: string, request: ChatRequest): ChatFaultName | undefined {
  if (typeof plan === "function") return plan(request);
  const { rate, kinds } = typeof plan === "number" ? { rate: plan, kinds: undefined } : plan;
  const random = randomFrom(`${seed}/${request.raw}/${request.times}`);
  if (random() >= rate) return undefined;
  const names = (kinds ?? (Object.keys(CHAT_FAULTS) as ChatFaultName[])).filter(
    (name) => request.shape !== undefined || name !== "prose instead of JSON",
  );
  return names[Math.floor(random() * names.length)];
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
