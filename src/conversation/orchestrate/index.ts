/** Takes conversations of any size through an extractor. */
export { ChunkingOrchestrator, type ChunkingOrchestratorOptions } from "./chunking-orchestrator.ts";
export type { ExtractionEstimate } from "./estimate-extraction.ts";
export {
  DEFAULT_CHUNK_ABOVE,
  type ExtractionConfig,
  FAILURE_MODES,
  type FailureMode,
} from "./extraction-config.ts";
export { ReplyJournal } from "./journal.ts";
export type {
  ChunkError,
  ChunkedExtractionResult,
  ChunkingMetadata,
  ExtractionSpending,
} from "./types.ts";
