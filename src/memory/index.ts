/** `sherd/memory`: an agent's memory of what was said, and what it is made of. For Node. */
export { type ErrorCode, SherdError } from "../core/errors.ts";
export type { ErasureProof } from "../core/turn-store.ts";
export {
  DEFAULT_STABILITY,
  type Decay,
  type DecayFunction,
  type DecayOption,
  exponential,
  type FsrsOptions,
  fsrs,
  halfLife,
  type MemoryTrace,
  noDecay,
  resolveDecay,
} from "./decay.ts";
export { MEMORY_VARIABLES, turnOptionsFrom } from "./environment.ts";
export {
  EpisodicMemory,
  type Remembered,
} from "./episodic-memory.ts";
export type { Evicted } from "./evict.ts";
export type { ForgetFilter, Forgotten } from "./forget.ts";
export type { ImportOptions, ImportSummary } from "./import-turns.ts";
export type { MaintainSummary } from "./maintain.ts";
export type { MemoryOptions, ReinforceOn, Summarise } from "./memory-options.ts";
export type { MemoryStats } from "./memory-stats.ts";
export {
  type MemoryAiSdkTool,
  type MemoryFunctionTool,
  type MemoryTools,
  type MemoryToolsOptions,
  memoryTools,
} from "./memory-tools.ts";
export { DEFAULT_MEMORY_WEIGHTS, type MemoryWeights } from "./memory-weights.ts";
export { type MigrateOptions, type Migration, migrateMemories } from "./migrate/migrate-memories.ts";
export { type MigratedTurn, migratedUse, type OldChunk } from "./migrate/migrated-turn.ts";
export type { OldMemoryInput } from "./migrate/old-records.ts";
export type { MigrationNote, MigrationReport } from "./migrate/report.ts";
export type { RememberOptions } from "./new-turn.ts";
export { MEMORY_PRESETS, type MemoryPreset, type MemoryPresetName, memoryPreset } from "./presets.ts";
export type {
  MemoryTime,
  RecallExplanation,
  RecalledMemory,
  RecallOptions,
  RecallResult,
} from "./recall-types.ts";
export { importanceOf, reinforce, UNUSED, type Use } from "./reinforce.ts";
export type { RememberedTurn } from "./remembered-turn.ts";
export {
  ownRecalledSpans,
  RECALLED_NOTICE,
  RECALLED_TAG,
  type RecalledText,
  renderRecalled,
  withoutRecalled,
} from "./render-recalled.ts";
export { type RenderedTurn, renderTurn, type Turn, turnDocument } from "./render-turn.ts";
export {
  type Eviction,
  type EvictionPlan,
  type MemoryLimits,
  planEviction,
  type RetainedRecord,
  retentionScore,
} from "./retention.ts";
export type { MemoryScope } from "./scope.ts";
export {
  DEFAULT_IMPORTANCE_WEIGHT,
  DEFAULT_RECENCY_WEIGHT,
  explainScore,
  MOST_INFLUENCE,
  resolveScoring,
  type ScoreExplanation,
  type Scoring,
  type ScoringOptions,
  scoreBounds,
  scoreMemory,
  suppressedByAge,
} from "./score.ts";
export type { ExportSummary, MemoryTarget } from "./transfer.ts";
export {
  DEFAULT_MAX_CHUNKS_PER_TURN,
  DEFAULT_TURN_CHUNK_SIZE,
  DEFAULT_TURN_MINIMUM,
  DEFAULT_TURN_OVERLAP,
  endsAtSemanticBoundary,
  TurnChunker,
  type TurnChunkerOptions,
} from "./turn-chunker.ts";
export type { RecallUsage } from "./usage.ts";
