/** `sherd/memory`: what an agent's memory is made of: turns and their chunks, decay, limits, migration. For Node. */
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
export { type MigrateOptions, type Migration, migrateMemories } from "./migrate/migrate-memories.ts";
export { type MigratedTurn, migratedUse, type OldChunk } from "./migrate/migrated-turn.ts";
export type { OldMemoryInput } from "./migrate/old-records.ts";
export type { MigrationNote, MigrationReport } from "./migrate/report.ts";
export { MEMORY_PRESETS, type MemoryPreset, type MemoryPresetName, memoryPreset } from "./presets.ts";
export { importanceOf, reinforce, UNUSED, type Use } from "./reinforce.ts";
export {
  RECALLED_NOTICE,
  RECALLED_TAG,
  type RecalledText,
  recalledSpans,
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
export {
  DEFAULT_MAX_CHUNKS_PER_TURN,
  DEFAULT_TURN_CHUNK_SIZE,
  DEFAULT_TURN_MINIMUM,
  DEFAULT_TURN_OVERLAP,
  endsAtSemanticBoundary,
  TurnChunker,
  type TurnChunkerOptions,
} from "./turn-chunker.ts";
