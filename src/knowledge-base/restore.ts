import { createHash } from "node:crypto";
import type { Chunk } from "../core/chunk.ts";
import { SherdError } from "../core/errors.ts";
import type { Report } from "../core/progress.ts";
import type { Entry, Space, Store, StoredDocument } from "../core/store.ts";
import { BATCH_CHUNKS, BATCH_DOCUMENTS, entriesOf } from "../ingest/batch-writer.ts";
import { isSearched, vectorKey } from "../ingest/embed-texts.ts";
import { analysed } from "../ingest/prepare.ts";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportEnd,
  type ExportedDocument,
  type ExportHead,
  readDocument,
} from "./export-lines.ts";
import { readLines } from "./read-lines.ts";
import { analysedAnew } from "./read-whole.ts";
import { empty } from "./reembed.ts";
import type { TransferSummary } from "./transfer-types.ts";
import { nextOf } from "./workspace-name.ts";

/**
 * Reads an export into a place of its own and puts it in the workspace's place only when all of it is there and
 * its checksum is right.
 */
export async function restoreSpace(
  store: Store,
  space: Space,
  source: AsyncIterable<string | Uint8Array>,
  report: Report,
  signal: AbortSignal,
): Promise<TransferSummary> {
  const started = performance.now();
  const next = nextOf(space, "restore");
  await empty(store, next);
  try {
    const read = await readInto(store, next, source, report, signal);
    signal.throwIfAborted();
    await store.move(next, space);
    return { ...read, milliseconds: performance.now() - started };
  } catch (error) {
    // The reason is what counts; what is left over is cleared by the next restore or by a repair.
    await empty(store, next).catch(() => {});
    throw error;
  }
}

async function readInto(
  store: Store,
  space: Space,
  source: AsyncIterable<string | Uint8Array>,
  report: Report,
  signal: AbortSignal,
): Promise<Omit<TransferSummary, "milliseconds">> {
  const sum = createHash("sha256");
  const batch = new Batch(store, space);
  let head: ExportHead | undefined;
  let end: ExportEnd | undefined;
  let number = 0;
  let bytes = 0;
  let documents = 0;
  let chunks = 0;
  for await (const line of readLines(source)) {
    signal.throwIfAborted();
    number++;
    bytes += line.length;
    if (end !== undefined) throw invalid(number, "stands behind the end of the export");
    const value = parse(line, number);
    if (head === undefined) {
      head = readHead(value);
      batch.embedder = head.embedder;
    } else if ("end" in value) {
      end = value as unknown as ExportEnd;
      if (end.sha256 !== sum.digest("hex"))
        throw invalid(number, "names another checksum than the lines have");
      if (end.documents !== documents)
        throw invalid(number, `counts ${end.documents} documents; ${documents} came`);
      continue;
    } else {
      const { document: exported, chunks: own, vectors } = readLine(value, number);
      const { document, terms } = await analysed(analysedAnew(exported), own);
      chunks += own.filter(isSearched).length;
      await batch.add({ document, entries: entriesOf({ chunks: own, terms }, byKey(own, vectors)) }, signal);
      report({ phase: "read", done: ++documents, unit: "documents", item: document.id });
    }
    sum.update(line);
  }
  if (head === undefined) throw invalid(1, "is missing: there is nothing in it");
  if (end === undefined) throw invalid(number + 1, "is missing: the export was cut short");
  await batch.flush(signal);
  return { documents, chunks, bytes };
}

/** Documents on their way into the store. */
class Batch {
  embedder: string | undefined;
  readonly #store: Store;
  readonly #space: Space;
  #waiting: { document: StoredDocument; entries: Entry[] }[] = [];
  #chunks = 0;

  constructor(store: Store, space: Space) {
    this.#store = store;
    this.#space = space;
  }

  async add(one: { document: StoredDocument; entries: Entry[] }, signal: AbortSignal): Promise<void> {
    this.#waiting.push(one);
    this.#chunks += one.entries.length;
    if (this.#waiting.length >= BATCH_DOCUMENTS || this.#chunks >= BATCH_CHUNKS) await this.flush(signal);
  }

  async flush(signal: AbortSignal): Promise<void> {
    const { embedder } = this;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#chunks = 0;
    const options = { ...(embedder === undefined ? {} : { embedder }), signal };
    if (batch.length > 0) await this.#store.replace(this.#space, batch, options);
  }
}

/** An export names vectors by the chunk's hash alone. */
function byKey(
  chunks: readonly Chunk[],
  vectors: ReadonlyMap<string, Float32Array>,
): Map<string, Float32Array> {
  const named = new Map<string, Float32Array>();
  for (const chunk of chunks) {
    const vector = vectors.get(chunk.hash);
    if (vector !== undefined) named.set(vectorKey(chunk), vector);
  }
  return named;
}

function parse(line: Uint8Array, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString());
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw invalid(number, "is no JSON object");
}

function readHead(value: Record<string, unknown>): ExportHead {
  const { format, version } = value as Partial<ExportHead>;
  if (format !== EXPORT_FORMAT) throw invalid(1, `does not say that this is a Sherd export`);
  if (version !== EXPORT_VERSION)
    throw invalid(
      1,
      `has version ${version}; this Sherd reads ${EXPORT_VERSION}. Use the Sherd that wrote it`,
    );
  return value as unknown as ExportHead;
}

function readLine(value: Record<string, unknown>, number: number): ReturnType<typeof readDocument> {
  const { document, chunks, vectors } = value as Partial<ExportedDocument>;
  const isWhole = typeof document?.text === "string" && Array.isArray(chunks) && typeof vectors === "object";
  if (!isWhole) throw invalid(number, "holds no document with chunks and vectors");
  return readDocument(value as unknown as ExportedDocument);
}

function invalid(line: number, what: string): SherdError {
  return new SherdError("EXPORT_INVALID", `Line ${line} of the export ${what}. Nothing was restored.`, {
    line,
  });
}
