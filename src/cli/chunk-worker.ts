import type { ChunkReport } from "../chunk/index.ts";
import { type ErrorCode, SherdError } from "../core/errors.ts";
import { runJob } from "./chunk-job.ts";
import type { ChunkSettings } from "./chunk-settings.ts";
import type { StatsData } from "./chunk-stats.ts";
import { type DocumentChunker, makeChunker } from "./chunkers.ts";
import type { Input } from "./inputs.ts";

export interface WorkerJob {
  readonly input: Input;
  readonly settings: ChunkSettings;
}

/** What a worker sends back: everything one input gave, or why it gave nothing. */
export type WorkerResult =
  | {
      readonly output: string;
      readonly characters: number;
      readonly warnings: readonly string[];
      readonly stats?: StatsData | undefined;
      readonly report?: ChunkReport | undefined;
    }
  | { readonly failure: { code: ErrorCode; message: string } };

let made: { readonly key: string; readonly chunker: Promise<DocumentChunker> } | undefined;

/** The worker's entry: one input a call; the chunker is kept, for all calls of a run have its settings. */
export async function work({ input, settings }: WorkerJob): Promise<WorkerResult> {
  const key = JSON.stringify(settings);
  if (made?.key !== key) made = { key, chunker: makeChunker(settings) };
  let output = "";
  try {
    const { stats, ...result } = await runJob(input, settings, await made.chunker, (part) => {
      output += part;
    });
    return { ...result, output, stats: stats?.data() };
  } catch (error) {
    if (!(error instanceof SherdError)) throw error;
    return { failure: { code: error.code, message: error.message } };
  }
}
