import { createHash } from "node:crypto";
import { SherdError } from "../core/errors.ts";
import type { Report } from "../core/progress.ts";
import type { Entry, Space, Store, StoredDocument } from "../core/store.ts";
import { isVectorFormat } from "../core/vector-format.ts";
import { BATCH_CHUNKS, BATCH_DOCUMENTS, entriesOf } from "../ingest/batch-writer.ts";
import { isSearched } from "../ingest/embed-texts.ts";
import { analysed } from "../ingest/prepare.ts";
import type { WholeDocument } from "../ingest/read-whole.ts";
import { analysedAnew } from "../ingest/read-whole.ts";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportEnd,
  type ExportedDocument,
  type ExportHead,
  readDocument,
} from "./export-lines.ts";
import { faultInDocument, faultInHead } from "./export-shape.ts";
import { readLines } from "./read-lines.ts";
import { discard, discardAbandoned, stagingOf } from "./staging.ts";
import type { TransferSummary } from "./transfer-types.ts";

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
  await discardAbandoned(store);
  const next = stagingOf(space);
  try {
    const read = await readInto(store, next, source, report, signal);
    signal.throwIfAborted();
    if (!(await store.move(next, space, { documents: read.documents }))) throw notAllThere(read.documents);
    return { ...read, milliseconds: performance.now() - started };
  } catch (error) {
    // The reason is what counts; what is left over is cleared by a later restore or repair.
    await discard(store, next).catch(() => {});
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
  let dimensions: number | undefined;
  for await (const line of readLines(source)) {
    signal.throwIfAborted();
    number++;
    bytes += line.length;
    if (end !== undefined) throw invalid(number, "stands behind the end of the export");
    const value = parse(line, number);
    if (head === undefined) {
      head = readHead(value);
      batch.head = head;
    } else if ("end" in value) {
      end = value as unknown as ExportEnd;
      if (end.sha256 !== sum.digest("hex"))
        throw invalid(number, "names another checksum than the lines have");
      if (end.documents !== documents)
        throw invalid(number, `counts ${end.documents} documents; ${documents} came`);
      continue;
    } else {
      const { document: exported, chunks: own, vectors } = readLine(value, number);
      dimensions = checkVectors(vectors, head, dimensions, number);
      const { document, terms } = await analysed(analysedAnew(exported), own);
      chunks += own.filter(isSearched).length;
      await batch.add({ document, entries: entriesOf({ chunks: own, terms }, vectors) }, signal);
      report({ phase: "read", done: ++documents, unit: "documents", item: document.id });
    }
    sum.update(line);
  }
  if (head === undefined) throw invalid(1, "is missing: there is nothing in it");
  if (end === undefined) throw invalid(number + 1, "is missing: the export was cut short");
  await batch.flush(signal);
  await store.settle(space, chunks);
  return { documents, chunks, bytes };
}

/** Documents on their way into the store. */
class Batch {
  head: ExportHead | undefined;
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
    const { embedder, vectors: vectorFormat } = this.head ?? {};
    const batch = this.#waiting;
    this.#waiting = [];
    this.#chunks = 0;
    const options = { ...(embedder === undefined ? {} : { embedder }), vectorFormat, signal };
    if (batch.length > 0) await this.#store.replace(this.#space, batch, options);
  }
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
  const { format, version, vectors } = value as Partial<ExportHead>;
  if (format !== EXPORT_FORMAT) throw invalid(1, `does not say that this is a Sherd export`);
  if (version !== EXPORT_VERSION)
    throw invalid(
      1,
      `has version ${version}; this Sherd reads ${EXPORT_VERSION}. Use the Sherd that wrote it`,
    );
  if (vectors !== undefined && !isVectorFormat(vectors))
    throw invalid(1, `keeps vectors as ${JSON.stringify(vectors)}; int8 or float32 was expected`);
  const fault = faultInHead(value);
  if (fault !== undefined) throw invalid(1, `has a wrong ${fault}: ${JSON.stringify(value[fault])}`);
  return value as unknown as ExportHead;
}

function readLine(value: Record<string, unknown>, number: number): WholeDocument {
  const fault = faultInDocument(value);
  if (fault !== undefined) throw invalid(number, `holds no document that can be stored: see its ${fault}`);
  return readDocument(value as unknown as ExportedDocument);
}

/** Gives the length that all vectors of the export must have. */
function checkVectors(
  vectors: WholeDocument["vectors"],
  { embedder }: ExportHead,
  expected: number | undefined,
  number: number,
): number | undefined {
  let dimensions = expected;
  for (const vector of vectors.values()) {
    dimensions ??= vector.length;
    if (embedder === undefined) throw invalid(number, "has vectors, and the first line names no embedder");
    if (vector.length !== dimensions)
      throw invalid(number, `has a vector of ${vector.length} dimensions where others have ${dimensions}`);
    if (!vector.every(Number.isFinite)) throw invalid(number, "has a vector that is not finite");
  }
  return dimensions;
}

function notAllThere(documents: number): SherdError {
  return new SherdError(
    "EXPORT_INVALID",
    `The export has ${documents} documents, and not as many could be stored: it names one twice, or they were removed meanwhile. Nothing was restored.`,
    { documents },
  );
}

function invalid(line: number, what: string): SherdError {
  return new SherdError("EXPORT_INVALID", `Line ${line} of the export ${what}. Nothing was restored.`, {
    line,
  });
}
