import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Call } from "../core/chunker.ts";
import { SherdError } from "../core/errors.ts";
import type { RememberedTurn } from "./remembered-turn.ts";

/** First line of an export; raised when a line means something else. */
export const EXPORT_KIND = "sherd-memory";
export const EXPORT_VERSION = 1;

/** A writable stream of Node. In this shape, so that users need no types of Node. */
export interface MemoryTarget {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly errored: Error | null;
  write(text: string): boolean;
  on(event: string, listener: (error: Error) => void): unknown;
  off(event: string, listener: (error: Error) => void): unknown;
}

export interface ExportSummary {
  readonly turns: number;
  readonly bytes: number;
}

/**
 * Writes turns as JSON lines between a head and an end that counts them, so that a file cut short is known. A path is
 * written beside and then put in place.
 */
export async function exportTurns(
  turns: AsyncIterable<RememberedTurn>,
  target: string | MemoryTarget,
  { signal }: Call,
): Promise<ExportSummary> {
  if (typeof target !== "string") return writeTurns(turns, target, signal);
  const beside = `${target}.part`;
  const stream = createWriteStream(beside);
  try {
    const summary = await writeTurns(turns, stream, signal);
    stream.end();
    await once(stream, "finish");
    await rename(beside, target);
    return summary;
  } catch (error) {
    stream.destroy();
    await rm(beside, { force: true });
    if (error instanceof SherdError || signal?.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SherdError(
      "OUTPUT_UNWRITABLE",
      `${target} cannot be written: ${reason}.`,
      { path: target },
      { cause: error },
    );
  }
}

async function writeTurns(
  turns: AsyncIterable<RememberedTurn>,
  stream: MemoryTarget,
  signal: AbortSignal | undefined,
): Promise<ExportSummary> {
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure = error;
  };
  stream.on("error", fail);
  let bytes = 0;
  let count = 0;
  const line = async (value: unknown): Promise<void> => {
    signal?.throwIfAborted();
    if (failure !== undefined) throw failure;
    const text = `${JSON.stringify(value)}\n`;
    bytes += Buffer.byteLength(text);
    if (stream.destroyed || stream.writableEnded) throw closed();
    if (!stream.write(text)) await drained(stream);
  };
  try {
    await line({ kind: EXPORT_KIND, version: EXPORT_VERSION });
    for await (const turn of turns) {
      await line(turn);
      count++;
    }
    await line({ kind: `${EXPORT_KIND}-end`, turns: count });
    if (failure !== undefined) throw failure;
    return { turns: count, bytes };
  } finally {
    stream.off("error", fail);
  }
}

/** Fails where the stream closes instead: nothing would come any more. */
function drained(stream: MemoryTarget): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => () => {
      for (const [event, listener] of listeners) stream.off(event, listener);
      outcome();
    };
    const listeners: [string, () => void][] = [
      ["drain", settle(resolve)],
      ["error", settle(() => reject(stream.errored ?? closed()))],
      ["close", settle(() => reject(stream.errored ?? closed()))],
    ];
    for (const [event, listener] of listeners) stream.on(event, listener);
  });
}

function closed(): SherdError {
  return new SherdError(
    "OUTPUT_UNWRITABLE",
    "The stream was closed before the whole export was written. Export again, to one that stays open.",
  );
}
