import { workerData } from "node:worker_threads";
import type { Chunker } from "../core/chunker.ts";
import { type ErrorCode, SherdError } from "../core/errors.ts";
import { readWholeFileHere } from "../load/read-file.ts";
import { type SharedEncoding, useEncoding } from "../text/tokens/encoding.ts";
import { type ChunkingSettings, makeChunker } from "./chunking.ts";
import { BEGUN } from "./job-marks.ts";
import { analysed, LARGE_BYTES, type PrepareJob, prepare, type SameFile, split } from "./prepare.ts";
import { type PreparedMessage, type SplitMessage, toMessage, toSplitMessage } from "./prepared-message.ts";

/** What a thread is told when it starts. */
export interface WorkerSettings {
  readonly chunking: ChunkingSettings;
  readonly recipe: string;
  /** Shared by all threads: a job's place is marked when it is begun. */
  readonly begun: Int32Array;
}

/** A thread's first task may bring the encoding, which lies in memory that threads share; else the thread loads it. */
export type WorkerTask = (
  | { readonly kind: "start" }
  | { readonly kind: "prepare" | "split"; readonly job: PrepareJob; readonly place: number }
) & { readonly encoding: SharedEncoding | undefined };

/** What one job gave, or why it gave nothing; errors lose their class on the way. */
export type WorkerReply =
  | { readonly prepared: PreparedMessage | SameFile }
  | { readonly split: SplitMessage | SameFile }
  | {
      readonly failure: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: Readonly<Record<string, unknown>>;
      };
    };

let chunker: Promise<Chunker> | undefined;
let before: Promise<unknown> = Promise.resolve();

/** The worker's entry. Jobs at hand are done one after the other: tables are kept for the text at hand. */
export async function work(task: WorkerTask): Promise<WorkerReply | undefined> {
  // Tinypool keeps its own data first.
  const settings = (workerData as [unknown, WorkerSettings])[1];
  chunker ??= begin(settings, task.encoding);
  const ready = await chunker;
  if (task.kind === "start") return undefined;
  const reply = before.then(() => replyTo(task, ready, settings));
  before = reply.catch(() => {});
  return reply;
}

function begin({ chunking }: WorkerSettings, encoding: SharedEncoding | undefined): Promise<Chunker> {
  if (encoding !== undefined) useEncoding(encoding);
  return makeChunker(chunking);
}

async function replyTo(
  { kind, job, place }: Exclude<WorkerTask, { kind: "start" }>,
  chunker: Chunker,
  { recipe, begun }: WorkerSettings,
): Promise<WorkerReply> {
  Atomics.store(begun, place, BEGUN);
  try {
    if (kind === "split") {
      const made = await split(job, chunker, recipe, {}, readWholeFileHere);
      if ("sameFile" in made) return { split: made };
      // A small file may hold a long text, and the analysis of that must not keep the main thread.
      if (made.document.text.length > LARGE_BYTES)
        return { prepared: toMessage(await analysed(made.document, made.chunks)) };
      return { split: toSplitMessage(made) };
    }
    const prepared = await prepare(job, chunker, recipe, {}, readWholeFileHere);
    return { prepared: "sameFile" in prepared ? prepared : toMessage(prepared) };
  } catch (error) {
    if (!(error instanceof SherdError)) throw error;
    const { code, message, details } = error;
    return { failure: { code, message, details: JSON.parse(JSON.stringify(details)) } };
  }
}
