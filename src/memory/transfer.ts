import type { Call } from "../core/chunker.ts";
import { SherdError } from "../core/errors.ts";
import { writingTo } from "../knowledge-base/streams.ts";
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

/** Text that is written to a file at once, in UTF-16 units. */
const PAGE = 1 << 16;

type Write = (text: string) => Promise<void>;

/**
 * Writes turns as JSON lines between a head and an end that counts them, so that a file cut short is known. A path is
 * written beside, under a name of its own, and put in place when it is on the disk.
 */
export async function exportTurns(
  turns: AsyncIterable<RememberedTurn>,
  target: string | MemoryTarget,
  { signal }: Call,
): Promise<ExportSummary> {
  if (typeof target !== "string") return writeToStream(turns, target, signal);
  return writingTo(target, async (write) => {
    let page = "";
    const summary = await writeTurns(turns, signal, async (text) => {
      page += text;
      if (page.length < PAGE) return;
      await write(page);
      page = "";
    });
    await write(page);
    return summary;
  });
}

async function writeToStream(
  turns: AsyncIterable<RememberedTurn>,
  stream: MemoryTarget,
  signal: AbortSignal | undefined,
): Promise<ExportSummary> {
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure = error;
  };
  stream.on("error", fail);
  try {
    const summary = await writeTurns(turns, signal, async (text) => {
      if (failure !== undefined) throw failure;
      if (stream.destroyed || stream.writableEnded) throw closed();
      if (!stream.write(text)) await drained(stream);
    });
    if (failure !== undefined) throw failure;
    return summary;
  } finally {
    stream.off("error", fail);
  }
}

async function writeTurns(
  turns: AsyncIterable<RememberedTurn>,
  signal: AbortSignal | undefined,
  write: Write,
): Promise<ExportSummary> {
  let bytes = 0;
  let count = 0;
  const line = async (value: unknown): Promise<void> => {
    signal?.throwIfAborted();
    const text = `${JSON.stringify(value)}\n`;
    bytes += Buffer.byteLength(text);
    await write(text);
  };
  await line({ kind: EXPORT_KIND, version: EXPORT_VERSION });
  for await (const turn of turns) {
    await line(turn);
    count++;
  }
  await line({ kind: `${EXPORT_KIND}-end`, turns: count });
  return { turns: count, bytes };
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
