import type { Chunk } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { Filter } from "../core/store.ts";
import type { RememberedTurn } from "./remembered-turn.ts";
import type { ScoreExplanation } from "./score.ts";

export interface RecallOptions extends Call {
  /** Memories at most. Default 4. */
  readonly topK?: number | undefined;
  /** The whole turn a chunk was found in, or the chunk alone. Default true. */
  readonly includeParents?: boolean | undefined;
  /** Of one session alone. */
  readonly session?: string | undefined;
  /** Said before this time, or from it on: milliseconds since 1970, a Date, or an ISO time. */
  readonly before?: MemoryTime | undefined;
  readonly after?: MemoryTime | undefined;
  /** As if it were then: what was said later is not seen, and ages count from there. Counts no use. */
  readonly asOf?: MemoryTime | undefined;
  /** Tokens that all memories together may have. */
  readonly budget?: number | undefined;
  /** Conditions on the metadata. */
  readonly filter?: Filter | undefined;
  /** Default `hybrid`. */
  readonly mode?: "hybrid" | "words" | undefined;
  readonly explain?: boolean | undefined;
}

export type MemoryTime = number | string | Date;

/** Why a memory was recalled: `score = relevance × recency.factor × importance.factor`. */
export interface RecallExplanation extends ScoreExplanation {
  /** What relevance is the sum of. */
  readonly parts: {
    /** Words and meaning of the best chunk, and how its words stand. */
    readonly chunk: number;
    /** What a second chunk of the turn adds. */
    readonly siblings: number;
    /** The turn as a whole. */
    readonly whole: number;
    /** The turns just before and after it. */
    readonly neighbours: number;
  };
  /** The place in each list, from 1; absent where it was not in it. */
  readonly wordRank?: number;
  readonly meaningRank?: number;
  readonly cosine?: number;
}

/** A turn that was recalled, its use as it was before. `renderRecalled` takes it as it is. */
export interface RecalledMemory extends RememberedTurn {
  /** The whole turn, or the chunk where that was asked for or alone fits the budget. */
  readonly text: string;
  /** In a person's words. */
  readonly origin?: string;
  /** Only those of one recall compare. */
  readonly score: number;
  /** What was found, and the turn it was cut from. */
  readonly chunk: Chunk;
  readonly parent?: Chunk;
  readonly tokens: number;
  /** Turns that say the same and were left out. */
  readonly duplicates: readonly string[];
  readonly explanation?: RecallExplanation;
}

export interface RecallResult {
  readonly memories: readonly RecalledMemory[];
  /** `words` where no vectors were asked. */
  readonly mode: "hybrid" | "words";
  readonly tokens: number;
  /** How many would be among them if age did not count. */
  readonly suppressedByAge: number;
  readonly warnings: readonly string[];
}
