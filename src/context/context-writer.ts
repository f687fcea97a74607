import type { Chunk, Context } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import { invalidOption } from "../core/errors.ts";
import type { GenerateRequest, Generator, TokenUsage } from "../core/generator.ts";
import { addUsage, NO_USAGE } from "../core/token-usage.ts";
import { Slots } from "../provider/slots.ts";
import { askContext, type GenerateObject } from "./ask-context.ts";
import { isGenerator } from "./check-generator.ts";
import { chunksByKey } from "./chunks-by-key.ts";
import { CONTEXT_SCOPES, type ContextScope } from "./context-key.ts";
import { contextOf, type Outcome } from "./context-outcome.ts";
import { ContextPrompt, type ContextPromptOptions, type DocumentPrompts } from "./context-prompt.ts";
import { DEFAULT_MAX_DOCUMENT_CHARS } from "./document-view.ts";
import { type OutlineContext, outlineContexts, outlineLine } from "./outline-context.ts";

export const DEFAULT_CONTEXT_PREFIX = "[Context] ";
/** As many as a provider's smallest account takes without complaint. */
export const DEFAULT_CONTEXT_CONCURRENCY = 8;
/** A cautious guess, where a model's window is known and small. */
const CHARS_PER_TOKEN = 2;
const LEAST_DOCUMENT_CHARS = 1_000;

/** A reply as a cache keeps it. */
export type CachedContext = Pick<Context, "text" | "questions" | "keywords" | "usage">;

/** Keeps replies, without expiry: nothing that was paid for once is asked again. */
export interface ContextCache {
  get(keys: readonly string[], call?: Call): Awaitable<ReadonlyMap<string, CachedContext>>;
  /** Called as each reply comes, before its chunk counts as done. */
  set(key: string, context: CachedContext): Awaitable<void>;
}

type Awaitable<T> = T | Promise<T>;

export interface ContextWriterOptions extends ContextPromptOptions {
  readonly generator: Generator;
  /** Calls under way at once, over all documents. Default 8. */
  readonly concurrency?: number | undefined;
  /** Stands before a context where it is shown with its chunk. Default "[Context] ". */
  readonly contextPrefix?: string | undefined;
  /** What an edit asks anew. Default `section`. */
  readonly scope?: ContextScope | undefined;
  readonly cache?: ContextCache | undefined;
  /** Needed with `enrich`. */
  readonly generateObject?: GenerateObject | undefined;
  /** Asked before each call: a reason not to make it, such as a budget that is used up. */
  readonly decline?: ((request: GenerateRequest, call: Call) => Awaitable<string | undefined>) | undefined;
}

const OPTION_NAMES: readonly string[] = [
  "generator",
  "prompt",
  "system",
  "language",
  "maxDocumentChars",
  "maxContextChars",
  "maxOutputTokens",
  "enrich",
  "generateObject",
  "concurrency",
  "contextPrefix",
  "scope",
  "cache",
  "decline",
] satisfies (keyof ContextWriterOptions)[];

export interface WriteCall extends Call {
  /** Which of the chunks to write contexts for; the others stay as they are. Default: all that are searched. */
  readonly only?: ((chunk: Chunk) => boolean) | undefined;
}

/** What was done for a document. Chunks are counted, but for `calls`: chunks that are alike share one. */
export interface ContextTally {
  readonly calls: number;
  readonly ok: number;
  /** Of the ok ones, from the cache. */
  readonly cached: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of the calls. */
  readonly usage: TokenUsage;
}

export interface WrittenContexts {
  /** All chunks that were given, in order, those that were asked about with their `context`. */
  readonly chunks: Chunk[];
  readonly tally: ContextTally;
}

/**
 * Has a model write what situates each chunk in its document. The first request of a document runs alone, so that the
 * provider's cache holds the document when the others follow together. No chunk is lost: one without a context says why.
 */
export class ContextWriter {
  readonly prompt: ContextPrompt;
  readonly contextPrefix: string;
  readonly concurrency: number;
  readonly #options: ContextWriterOptions;
  readonly #scope: ContextScope;
  readonly #slots: Slots;

  constructor(options: ContextWriterOptions) {
    for (const name of Object.keys(options ?? {})) {
      if (!OPTION_NAMES.includes(name)) invalidOption("option", name, `one of: ${OPTION_NAMES.join(", ")}`);
    }
    if (typeof options !== "object" || options === null)
      invalidOption("options", options, "an object with a generator");
    const { generator, concurrency = DEFAULT_CONTEXT_CONCURRENCY, scope = "section" } = options;
    const { contextPrefix = DEFAULT_CONTEXT_PREFIX, enrich = false, generateObject } = options;
    if (!isGenerator(generator))
      invalidOption("generator", generator, "a generator: an object with id and generate()");
    if (!Number.isSafeInteger(concurrency) || concurrency < 1)
      invalidOption("concurrency", concurrency, "a whole number, 1 or more");
    if (typeof contextPrefix !== "string") invalidOption("contextPrefix", contextPrefix, "a text");
    if (!CONTEXT_SCOPES.includes(scope)) invalidOption("scope", scope, `"section" or "document"`);
    if (enrich && typeof generateObject !== "function")
      invalidOption("generateObject", generateObject, "a function, for enrich asks for objects");
    const { maxDocumentChars = fittingChars(generator) } = options;
    this.prompt = new ContextPrompt({ ...options, maxDocumentChars });
    this.contextPrefix = contextPrefix;
    this.concurrency = concurrency;
    this.#options = options;
    this.#scope = scope;
    this.#slots = new Slots(concurrency);
  }

  async write(
    document: DocumentInput,
    chunks: readonly Chunk[],
    { signal, only }: WriteCall = {},
  ): Promise<WrittenContexts> {
    signal?.throwIfAborted();
    const { generator, cache } = this.#options;
    const prompts = this.prompt.forDocument(document, chunks);
    const byKey = chunksByKey(prompts, chunks, { model: generator.id, scope: this.#scope, only });
    const known = (await cache?.get([...byKey.keys()], { signal })) ?? new Map<string, CachedContext>();
    const asked = [...byKey].flatMap(([key, [index]]) => (known.has(key) ? [] : [{ key, index }]));
    const { outcomes, calls, usage } = await this.#ask(asked, prompts, signal);

    const written = [...chunks];
    const counts = { ok: 0, cached: 0, failed: 0, skipped: 0 };
    let outlines: readonly (OutlineContext | undefined)[] | undefined;
    const outlineOf = (i: number): string => {
      outlines ??= outlineContexts(document, chunks);
      return outlineLine(outlines[i]);
    };
    const origin = { by: generator.id, prompt: this.prompt.hash };
    for (const [key, alike] of byKey) {
      const cached = known.get(key);
      const outcome = cached === undefined ? outcomes.get(key) : { ...cached, status: "ok" as const };
      if (outcome === undefined) continue;
      counts[outcome.status] += alike.length;
      if (cached !== undefined) counts.cached += alike.length;
      for (const i of alike) {
        const context = contextOf(outcome, origin, chunks[i].context, () => outlineOf(i));
        written[i] = { ...chunks[i], context };
      }
    }
    return { chunks: written, tally: { calls, ...counts, usage } };
  }

  /** A chunk as it is shown: its context, if any, and then its text. */
  render({ text, context }: Pick<Chunk, "text" | "context">): string {
    const parts = [context?.text ?? "", context?.given ?? ""].filter((part) => part !== "");
    return parts.length === 0 ? text : `${this.contextPrefix}${parts.join("\n")}\n\n${text}`;
  }

  async #ask(
    asked: readonly Asked[],
    prompts: DocumentPrompts,
    signal: AbortSignal | undefined,
  ): Promise<{ outcomes: Map<string, Outcome>; calls: number; usage: TokenUsage }> {
    const { generator, generateObject, cache, decline } = this.#options;
    const { maxContextChars } = this.prompt;
    const settings = { maxContextChars, contextPrefix: this.contextPrefix, generateObject };
    const outcomes = new Map<string, Outcome>();
    let calls = 0;
    let usage = NO_USAGE;
    let hopeless: string | undefined;

    const answerTo = async ({ key, index }: Asked): Promise<Outcome> => {
      if (hopeless !== undefined) return { status: "skipped", reason: hopeless };
      const request = prompts.request(index);
      const reason = await decline?.(request, { signal });
      if (reason !== undefined) return { status: "skipped", reason };
      calls++;
      const answer = await askContext(generator, request, settings, { signal });
      usage = addUsage(usage, answer.usage);
      if (answer.status === "failed") {
        if (answer.isHopeless) hopeless = answer.reason;
        return answer;
      }
      await cache?.set(key, cachedOf(answer));
      return answer;
    };
    const settle = (one: Asked): Promise<unknown> =>
      this.#slots.run(async () => outcomes.set(one.key, await answerTo(one)), signal);

    const [opening, ...rest] = asked;
    if (opening !== undefined) await settle(opening);
    await eachAtOnce(rest, this.concurrency, settle);
    return { outcomes, calls, usage };
  }
}

interface Asked {
  readonly key: string;
  /** The first of the chunks that are alike. */
  readonly index: number;
}

function cachedOf({ text, questions, keywords, usage }: Extract<Outcome, { status: "ok" }>): CachedContext {
  return {
    text,
    ...(questions === undefined ? {} : { questions }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function fittingChars({ contextTokens }: Generator): number {
  if (contextTokens === undefined) return DEFAULT_MAX_DOCUMENT_CHARS;
  const most = Math.floor(contextTokens * CHARS_PER_TOKEN);
  return Math.max(LEAST_DOCUMENT_CHARS, Math.min(DEFAULT_MAX_DOCUMENT_CHARS, most));
}

/** Works on items, so many at a time. After an error nothing new is begun, and it is thrown once all is quiet. */
async function eachAtOnce<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  let isStopped = false;
  const worker = async (): Promise<void> => {
    while (!isStopped && next < items.length) {
      try {
        await work(items[next++]);
      } catch (error) {
        isStopped = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(width, items.length) }, worker);
  for (const result of await Promise.allSettled(workers))
    if (result.status === "rejected") throw result.reason;
}
