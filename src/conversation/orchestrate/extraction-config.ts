import type { Call } from "../../core/chunker.ts";
import { invalidOption } from "../../core/errors.ts";
import type { ChunkExtractionResult } from "../../core/extraction.ts";
import type { PriceTable } from "../../generate/prices.ts";
import { type ChunkingConfig, DEFAULT_MAX_TOKENS, resolveChunking } from "../strategies/config.ts";
import { ReplyJournal } from "./journal.ts";

export const FAILURE_MODES = ["fail-fast", "continue-on-error"] as const;
export type FailureMode = (typeof FAILURE_MODES)[number];

/** A conversation of fewer tokens is asked about in one call where the model's window allows. */
export const DEFAULT_CHUNK_ABOVE = 500_000;
/** Instructions, notes from earlier chunks and the reply. */
const RESERVED_TOKENS = 12_000;
/** Token counts of models whose vocabulary is not public are estimates. */
const ESTIMATE_MARGIN = 0.1;
/** Of a window too small for the reserve. */
const LEAST_SHARE = 0.4;
/** More chunks at a time than this only wait for the provider. */
const MOST_PARALLEL = 1_000;

export interface ExtractionConfig extends ChunkingConfig, Call {
  /** A conversation that counts more is cut. Default: 500,000, `maxTokensPerChunk` if given, or what the window holds, whichever is least. */
  readonly chunkAbove?: number | undefined;
  /** The model's window: prompt and reply together. Chunks leave room in it for the rest of the prompt and the reply. */
  readonly contextTokens?: number | undefined;
  /** Default `continue-on-error`: the other chunks are extracted and every error is in the result. */
  readonly failureMode?: FailureMode | undefined;
  /** Chunks that are extracted at a time. Default 1. */
  readonly parallelChunks?: number | undefined;
  /** Each chunk is shown what the ones before gave, so that less is noted twice. Not with parallel chunks. Default off. */
  readonly digest?: boolean | undefined;
  /** A database file that keeps every reply: after a stop of any kind, the same call goes on without asking again. */
  readonly journal?: string | ReplyJournal | undefined;
  /** US dollars. No call is begun whose prompt and longest reply could go beyond. */
  readonly maxCost?: number | undefined;
  /** US dollars for a million tokens, for models that the package has no price of, or another. */
  readonly prices?: PriceTable | undefined;
  /** Told of each chunk when it is done. */
  readonly onChunk?: ((result: ChunkExtractionResult) => void) | undefined;
}

/** A checked configuration: what strategies take, and what the orchestrator does itself. */
export interface ResolvedExtraction {
  readonly chunking: ChunkingConfig & { readonly maxTokensPerChunk: number };
  readonly chunkAbove: number;
  readonly failureMode: FailureMode;
  readonly parallelChunks: number;
  readonly digest: boolean;
  readonly journal: string | ReplyJournal | undefined;
  readonly maxCost: number | undefined;
  readonly prices: PriceTable | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onChunk: ((result: ChunkExtractionResult) => void) | undefined;
}

export function resolveExtraction(config: ExtractionConfig = {}): ResolvedExtraction {
  const { chunkAbove, contextTokens, failureMode = "continue-on-error", parallelChunks = 1 } = config;
  const { digest = false, journal, maxCost, prices, signal, onChunk, ...rest } = config;
  const chunking: ChunkingConfig = withoutOwn(rest);
  if (!FAILURE_MODES.includes(failureMode))
    invalidOption("failureMode", failureMode, `one of: ${FAILURE_MODES.join(", ")}`);
  if (!Number.isSafeInteger(parallelChunks) || parallelChunks < 1 || parallelChunks > MOST_PARALLEL)
    invalidOption("parallelChunks", parallelChunks, `a whole number from 1 to ${MOST_PARALLEL}`);
  if (typeof digest !== "boolean") invalidOption("digest", digest, "true or false");
  if (digest && parallelChunks > 1)
    invalidOption(
      "digest",
      digest,
      `false with parallelChunks ${parallelChunks}: a chunk that sees what the ones before gave has to wait for them`,
    );
  const isJournal = journal === undefined || journal instanceof ReplyJournal;
  if (!isJournal && (typeof journal !== "string" || journal === ""))
    invalidOption("journal", journal, "the path of a file, or an open ReplyJournal");
  if (maxCost !== undefined && !(typeof maxCost === "number" && maxCost >= 0))
    invalidOption("maxCost", maxCost, "US dollars, 0 or more");
  if (chunkAbove !== undefined && !(Number.isSafeInteger(chunkAbove) && chunkAbove >= 0))
    invalidOption("chunkAbove", chunkAbove, "a whole number of tokens, 0 or more");

  resolveChunking(chunking);
  const room = windowRoom(contextTokens);
  const asked = chunking.maxTokensPerChunk;
  if (asked !== undefined && asked > room)
    invalidOption(
      "maxTokensPerChunk",
      asked,
      `at most ${room}: what a window of ${contextTokens} tokens leaves beside instructions and reply`,
    );
  return {
    chunking: { ...chunking, maxTokensPerChunk: asked ?? Math.min(DEFAULT_MAX_TOKENS, room) },
    chunkAbove: Math.min(chunkAbove ?? asked ?? DEFAULT_CHUNK_ABOVE, DEFAULT_CHUNK_ABOVE, room),
    failureMode,
    parallelChunks,
    digest,
    journal,
    maxCost,
    prices,
    signal,
    onChunk,
  };
}

/** What is left of a window for the messages of a chunk. */
function windowRoom(contextTokens: number | undefined): number {
  if (contextTokens === undefined) return Number.MAX_SAFE_INTEGER;
  if (!Number.isSafeInteger(contextTokens) || contextTokens < 100)
    invalidOption("contextTokens", contextTokens, "a whole number of tokens, 100 or more");
  const reserved = contextTokens * (1 - ESTIMATE_MARGIN) - RESERVED_TOKENS;
  return Math.floor(Math.max(reserved, contextTokens * LEAST_SHARE));
}

function withoutOwn(config: ExtractionConfig): ChunkingConfig {
  const {
    chunkAbove: _chunkAbove,
    contextTokens: _contextTokens,
    failureMode: _failureMode,
    parallelChunks: _parallelChunks,
    ...chunking
  } = config;
  return chunking;
}
