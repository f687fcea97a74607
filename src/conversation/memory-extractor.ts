import { invalidOption, SherdError } from "../core/errors.ts";
import type { ConversationExtractor } from "../core/extraction.ts";
import type { Generator } from "../core/generator.ts";
import {
  generatorId,
  type ResolveGeneratorOptions,
  resolveGenerator,
} from "../generate/resolve-generator.ts";
import { LlmExtractor } from "./extract/llm-extractor.ts";
import { RuleExtractor } from "./extract/rules/rule-extractor.ts";
import {
  ChunkingOrchestrator,
  type ChunkingOrchestratorOptions,
} from "./orchestrate/chunking-orchestrator.ts";
import type { ExtractionEstimate } from "./orchestrate/estimate-extraction.ts";
import type { ExtractionConfig } from "./orchestrate/extraction-config.ts";
import type { ChunkedExtractionResult } from "./orchestrate/types.ts";
import type { Result } from "./result.ts";
import type { ConversationSource } from "./strategies/strategy.ts";

/** What the smallest of today's common models take. Name `contextTokens` where yours takes more. */
const ASSUMED_WINDOW = 128_000;
/** Of a small window, what a reply may take. */
const REPLY_SHARE = 1 / 4;
const LONGEST_REPLY = 8_192;

export interface MemoryExtractorConfig extends ChunkingOrchestratorOptions {
  /** A model's name (`openai:gpt-5-mini`), or a generator. Default: none; rules find what is plainly said, without a key. */
  readonly model?: string | Generator | undefined;
  /** How the named model is reached: key, address, retries, limits. */
  readonly modelOptions?: ResolveGeneratorOptions | undefined;
  /** Tokens of one reply; a chunk that needs more is cut in two. Default 8,192. */
  readonly maxOutputTokens?: number | undefined;
  /** An extractor of one's own, instead of a model. */
  readonly extractor?: ConversationExtractor | undefined;
  /** How large conversations are cut. With `enabled: false` none is. */
  readonly chunking?: (ExtractionConfig & { readonly enabled?: boolean | undefined }) | undefined;
}

/** For one call, over what the extractor was made with. */
export type ExtractionOptions = ExtractionConfig & { readonly enabled?: boolean | undefined };

export type ExtractionResult = ChunkedExtractionResult;
export type ExtractionError = SherdError;

/** Finds what is worth remembering in conversations of any size, each memory with the words that say it. */
export class MemoryExtractor {
  readonly #config: MemoryExtractorConfig;
  readonly #orchestrator: ChunkingOrchestrator;
  #ready: Promise<Ready> | undefined;

  constructor(config: MemoryExtractorConfig = {}) {
    this.#config = config;
    this.#orchestrator = new ChunkingOrchestrator(config);
  }

  /**
   * The memories of a conversation. Never throws. Chunks that failed are in the result's `errors` beside what the
   * others gave; it is an error only when nothing was extracted at all, or under `fail-fast`.
   */
  async extract(
    conversation: ConversationSource,
    workspaceId: string,
    options?: ExtractionOptions,
  ): Promise<Result<ExtractionResult, ExtractionError>> {
    try {
      checkConversation(conversation);
      const { extractor, config, isCut } = await this.#plan(conversation, options);
      const value = isCut
        ? await this.#orchestrator.extractWithChunking(conversation, workspaceId, extractor, config)
        : await this.#orchestrator.extractWhole(conversation, workspaceId, extractor, config);
      const isNothing = value.chunks.length > 0 && value.errors.length === value.chunks.length;
      if (isNothing && !value.isBudgetSpent && hasNothing(value)) throw allFailed(value);
      return { ok: true, value };
    } catch (error) {
      return { ok: false, error: toExtractionError(error) };
    }
  }

  /** What `extract` would send and cost. Nothing is sent, and a model that is only named needs no key. Never throws. */
  async estimate(
    conversation: ConversationSource,
    options?: ExtractionOptions,
  ): Promise<Result<ExtractionEstimate, ExtractionError>> {
    try {
      checkConversation(conversation);
      const { extractor, config, isCut } = await this.#plan(conversation, options, "to count");
      return {
        ok: true,
        value: await this.#orchestrator.estimate(conversation, extractor, { ...config, whole: !isCut }),
      };
    } catch (error) {
      return { ok: false, error: toExtractionError(error) };
    }
  }

  async #plan(
    conversation: ConversationSource,
    options: ExtractionOptions = {},
    purpose: "to ask" | "to count" = "to ask",
  ): Promise<Plan> {
    const { enabled = true, ...given } = { ...this.#config.chunking, ...options };
    if (typeof enabled !== "boolean") invalidOption("chunking.enabled", enabled, "true or false");
    const { extractor, window } = await (purpose === "to ask" ? this.#toAsk() : toCount(this.#config));
    // A window that is only assumed does not forbid what the caller asks for.
    const assumed =
      window === "unknown" && given.maxTokensPerChunk === undefined ? ASSUMED_WINDOW : undefined;
    const known = typeof window === "number" ? window : assumed;
    const config: ExtractionConfig = { ...given, contextTokens: given.contextTokens ?? known };
    return { extractor, config, isCut: enabled && this.#orchestrator.needsChunking(conversation, config) };
  }

  #toAsk(): Promise<Ready> {
    this.#ready ??= makeExtractor(this.#config).catch((error: unknown) => {
      // A key that is set later is found by the next call.
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }
}

/** As it will be, but it cannot ask: nothing needs to be installed or known to count what would be sent. */
async function toCount(config: MemoryExtractorConfig): Promise<Ready> {
  const { model, modelOptions } = config;
  if (typeof model !== "string") return makeExtractor(config);
  const named: Generator = {
    id: generatorId(model),
    contextTokens: modelOptions?.contextTokens,
    generate: () => Promise.reject(new Error("a dry run asks nothing")),
  };
  return makeExtractor({ ...config, model: named });
}

interface Ready {
  readonly extractor: ConversationExtractor;
  /** Tokens that the model takes; "none" where no model is asked. */
  readonly window: number | "unknown" | "none";
}

interface Plan {
  readonly extractor: ConversationExtractor;
  readonly config: ExtractionConfig;
  readonly isCut: boolean;
}

async function makeExtractor(config: MemoryExtractorConfig): Promise<Ready> {
  const { model, extractor, modelOptions, maxOutputTokens } = config;
  if (extractor !== undefined) {
    if (model !== undefined) invalidOption("model", model, "left out when an extractor is given");
    if (typeof extractor.extract !== "function" || typeof extractor.id !== "string")
      invalidOption("extractor", extractor, "an object with an id and extract(chunk)");
    return { extractor, window: "none" };
  }
  if (model === undefined) return { extractor: new RuleExtractor(), window: "none" };
  const generator = typeof model === "string" ? await resolveGenerator(model, modelOptions) : model;
  if (typeof generator?.generate !== "function" || typeof generator.id !== "string")
    invalidOption("model", model, "a name such as openai:gpt-5-mini, or a generator");
  const window = generator.contextTokens;
  const longest =
    window === undefined ? LONGEST_REPLY : Math.min(LONGEST_REPLY, Math.floor(window * REPLY_SHARE));
  return {
    extractor: new LlmExtractor(generator, { maxOutputTokens: maxOutputTokens ?? longest }),
    window: window ?? "unknown",
  };
}

function checkConversation(conversation: ConversationSource): void {
  const { id, messages } = conversation ?? {};
  const isIterable =
    typeof messages === "object" &&
    messages !== null &&
    (Symbol.iterator in messages || Symbol.asyncIterator in messages);
  if (typeof id !== "string" || !isIterable)
    invalidOption(
      "conversation",
      conversation,
      "an object with an id and messages: see normalizeConversation",
    );
}

function hasNothing({ memories, chunks }: ExtractionResult): boolean {
  return memories.length === 0 && chunks.every(({ rejected }) => rejected.length === 0);
}

function allFailed({ errors, conversationId }: ExtractionResult): SherdError {
  const [{ error }] = errors;
  const many = errors.length === 1 ? "" : ` All ${errors.length} chunks failed; this is the first error.`;
  return new SherdError(
    "EXTRACTION_FAILED",
    `Nothing could be extracted from ${conversationId}: ${error.message}${many}`,
    { conversationId, errors },
    { cause: error },
  );
}

function toExtractionError(error: unknown): SherdError {
  if (error instanceof SherdError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isAborted = error instanceof Error && error.name === "AbortError";
  return new SherdError(
    "EXTRACTION_FAILED",
    isAborted ? `The extraction was stopped: ${message}` : `The extraction failed: ${message}`,
    { isAborted },
    { cause: error },
  );
}
