import { SherdError } from "../../core/errors.ts";
import type { Space } from "../../core/store.ts";
import type { TurnUse } from "../../core/turn-store.ts";
import type { Connection } from "./connection.ts";
import { type PreparedDocument, writeDocument } from "./document-rows.ts";
import { writeExactVectors } from "./exact-vectors.ts";
import { type BatchVectors, findOrMakeSpace, findSpace, fixVectors, touchSpace } from "./spaces.ts";
import { isTurns, useOf, writeUse } from "./use-rows.ts";
import { placed, type SegmentContent, writeSegment } from "./write-segment.ts";

export interface Batch {
  readonly prepared: readonly PreparedDocument[];
  readonly content: SegmentContent | undefined;
  /** Undefined where it has none. */
  readonly vectors: BatchVectors | undefined;
  readonly stored: number;
}

/** Writes a batch, inside a transaction. Gives the space's id. */
export function replaceBatch(
  connection: Connection,
  space: Space,
  batch: Batch,
  checkStop: () => void,
): number {
  const row = findOrMakeSpace(connection, space);
  const uses = isTurns(space) ? usesOf(connection, row.id, batch) : undefined;
  for (const { document } of batch.prepared) removeDocument(connection, row.id, document.id);
  const format = batch.vectors && fixVectors(connection, row, batch.vectors);
  const chunks = batch.prepared.reduce((sum, { rows }) => sum + rows.length, 0);
  const firstDocument = takeNumbers(connection, "document", batch.prepared.length);
  const firstChunk = takeNumbers(connection, "chunk", chunks);
  let next = firstChunk;
  batch.prepared.forEach((prepared, i) => {
    checkStop();
    writeDocument(connection, row.id, firstDocument + i, next, batch.stored, prepared);
    if (format === "float32") writeExactVectors(connection, next, prepared.entries);
    next += prepared.rows.length;
    const use = uses?.get(prepared.document.id);
    if (use !== undefined) writeUse(connection, row.id, prepared.document.id, use);
  });
  noteKeys(connection, row.id, batch);
  if (batch.content !== undefined) {
    writeSegment(connection, row.id, placed(batch.content, firstDocument, firstChunk));
  }
  touchSpace(connection, row.id);
  return row.id;
}

/** A turn that is made anew, by a repair or with vectors it had not, is still the same turn. */
function usesOf(
  connection: Connection,
  space: number,
  { prepared }: Batch,
): Map<string, TurnUse | undefined> {
  return new Map(prepared.map(({ document }) => [document.id, useOf(connection, space, document.id)]));
}

/** Numbers lie in 32-bit arrays. */
const MOST_NUMBERS = 2 ** 32 - 1;

function takeNumbers(connection: Connection, name: "document" | "chunk", count: number): number {
  const row = connection.get(
    "UPDATE counters SET next = next + ? WHERE name = ? RETURNING next",
    count,
    name,
  );
  const next = Number(row?.next);
  if (next <= MOST_NUMBERS) return next - count;
  throw new SherdError(
    "STORE_FULL",
    `${connection.path} has numbered ${next} ${name}s, replaced ones included; ${MOST_NUMBERS} is the most. Export it and restore into a new file.`,
    { path: connection.path, name, count: next },
  );
}

function noteKeys(connection: Connection, space: number, { prepared }: Batch): void {
  const keys = new Set(prepared.flatMap(({ document }) => Object.keys(document.metadata)));
  for (const key of keys)
    connection.run("INSERT OR IGNORE INTO keys (space, key) VALUES (?, ?)", space, JSON.stringify(key));
}

/** How many there were. */
export function removeDocuments(connection: Connection, space: Space, ids: readonly string[]): number {
  const row = findSpace(connection, space);
  if (row === undefined) return 0;
  let removed = 0;
  for (const id of new Set(ids)) if (removeDocument(connection, row.id, id)) removed++;
  if (removed > 0) touchSpace(connection, row.id);
  return removed;
}

/** Rows go at once; in the segment the document is only marked, until segments are merged. */
function removeDocument(connection: Connection, space: number, id: string): boolean {
  const document = connection.get(
    "SELECT number, searched FROM documents WHERE space = ? AND id = ?",
    space,
    id,
  );
  if (document === undefined) return false;
  const number = Number(document.number);
  connection.run("DELETE FROM documents WHERE number = ?", number);
  if (Number(document.searched) > 0) bury(connection, space, number, Number(document.searched));
  return true;
}

/** Marks a document as gone in the segment that holds it, if one does. */
export function bury(connection: Connection, space: number, document: number, chunks: number): void {
  const segment = segmentOf(connection, space, document);
  if (segment === undefined) return;
  if (segment.live <= chunks) {
    connection.run("DELETE FROM segments WHERE id = ?", segment.id);
    return;
  }
  connection.run("INSERT OR IGNORE INTO gone (segment, document) VALUES (?, ?)", segment.id, document);
  connection.run(
    "UPDATE segments SET live = live - ?, revision = revision + 1 WHERE id = ?",
    chunks,
    segment.id,
  );
}

/** Segments of a space do not overlap: the last that begins at or before a document is the one that can hold it. */
export function segmentOf(
  connection: Connection,
  space: number,
  document: number,
): { readonly id: number; readonly live: number } | undefined {
  const row = connection.get(
    "SELECT id, live, last FROM segments WHERE space = ? AND first <= ? ORDER BY first DESC LIMIT 1",
    space,
    document,
  );
  return row === undefined || Number(row.last) < document
    ? undefined
    : { id: Number(row.id), live: Number(row.live) };
}
