import { workerData } from "node:worker_threads";
import type { Chunker } from "../core/chunker.ts";
import { type ErrorCode, SherdError } from "../core/errors.ts";
import { type ChunkingSettings, makeChunker } from "./chunking.ts";
import { type PrepareJob, prepare, type SameFile } from "./prepare.ts";
import { type PreparedMessage, toMessage } from "./prepared-message.ts";

/** What a thread is told when it starts. */
export interface WorkerSettings {
  readonly chunking: ChunkingSettings;
  readonly recipe: string;
}

/** What one job gave, or why it gave nothing; errors lose their class on the way. */
export type WorkerReply =
  | { readonly prepared: PreparedMessage | SameFile }
  | {
      readonly failure: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: Readonly<Record<string, unknown>>;
      };
    };

let chunker: Promise<Chunker> | undefined;

/** The worker's entry: one document a call. */
export async function work(job: PrepareJob): Promise<WorkerReply> {
  // Tinypool keeps its own data first.
  const { chunking, recipe } = (workerData as [unknown, WorkerSettings])[1];
  chunker ??= makeChunker(chunking);
  try {
    const prepared = await prepare(job, await chunker, recipe);
    return { prepared: "sameFile" in prepared ? prepared : toMessage(prepared) };
  } catch (error) {
    if (!(error instanceof SherdError)) throw error;
    const { code, message, details } = error;
    return { failure: { code, message, details: JSON.parse(JSON.stringify(details)) } };
  }
}
