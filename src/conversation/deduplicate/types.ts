import type { ExtractedMemory, ExtractedRelationship } from "../../core/extraction.ts";
import type { Difference } from "./guards.ts";
import type { Similarity } from "./judge.ts";

export const DEDUPLICATION_OUTCOMES = ["duplicate", "update", "contradict", "extend", "new"] as const;
export type DeduplicationOutcome = (typeof DEDUPLICATION_OUTCOMES)[number];

/** Why a memory was merged, related to another, or left alone. */
export interface DeduplicationDecision {
  readonly outcome: DeduplicationOutcome;
  /** The memory it was decided of: for `duplicate` one that was merged away, else one of the result. */
  readonly memoryId: string;
  /** The one it was compared with: merged into, updated, contradicted or extended; of `new`, the nearest, if any. */
  readonly otherId?: string;
  /** Absent where guards decided before it was measured. */
  readonly similarity?: Similarity;
  /** What the two differ in; `a` is what this memory says, `b` what the other does. */
  readonly differences: readonly Difference[];
  /** One sentence. */
  readonly reason: string;
}

export interface MergedMemory {
  readonly finalMemory: ExtractedMemory;
  /** As they were given, the one whose text was kept first. */
  readonly sourceMemories: readonly ExtractedMemory[];
  readonly sourceChunks: readonly string[];
}

export interface DeduplicationResult {
  /** In the order of their first evidence, as far as times tell, else of chunks. */
  readonly uniqueMemories: readonly ExtractedMemory[];
  /** How many memories were merged into another. */
  readonly duplicatesFound: number;
  readonly mergedMemories: readonly MergedMemory[];
  /** Those that were found here: `updates`, `contradicts`, `extends`. */
  readonly relationships: readonly ExtractedRelationship[];
  /** A memory that several chunks gave under one id is one from the start and has none for it. */
  readonly decisions: readonly DeduplicationDecision[];
  readonly counts: {
    readonly memories: number;
    /** Pairs that were compared; all there are would be n·(n − 1) ÷ 2. */
    readonly pairsCompared: number;
    /** Blocks so large that only neighbours in them were compared. */
    readonly largeBlocks: number;
  };
}

export interface MergedRelationships {
  readonly relationships: readonly ExtractedRelationship[];
  /** With an end that no memory has. */
  readonly dangling: readonly ExtractedRelationship[];
  /** Between memories that are now one. */
  readonly selfLoops: readonly ExtractedRelationship[];
  readonly duplicatesRemoved: number;
}
