import type { Call } from "../../core/chunker.ts";
import type { Entry, Space, Store, StoredDocument } from "../../core/store.ts";
import type { Connection } from "./connection.ts";
import { type Finding, UNINDEXED } from "./findings.ts";
import { bury } from "./replace.ts";
import { touchSpace } from "./spaces.ts";
import { MOST_PIECES } from "./text-pieces.ts";
import type { Derive } from "./verify.ts";

export interface RepairParts extends Call {
  readonly store: Store;
  readonly derive: Derive | undefined;
}

/** What came of a finding. */
interface Outcome {
  readonly repaired: boolean;
  /** Why words and vectors of its space cannot be made again now. */
  readonly hindrance?: string;
}

/**
 * Spaces whose words and vectors cannot be made again now, with the reason, as where their model is missing: found
 * out with one document each, before anything is taken out that could not be put back.
 */
export async function hinderedSpaces(
  connection: Connection,
  findings: readonly Finding[],
  parts: RepairParts,
): Promise<Map<number, string>> {
  const tried = new Set<number>();
  const hindered = new Map<number, string>();
  for (const { remedy, space } of findings) {
    const isNew = remedy?.type === "derive" && space !== undefined && !tried.has(space);
    if (!isNew || remedy.numbers.length === 0) continue;
    tried.add(space);
    try {
      await deriveOne(connection, remedy.numbers[0], parts);
    } catch (error) {
      parts.signal?.throwIfAborted();
      hindered.set(space, reasonOf(error));
    }
  }
  return hindered;
}

/**
 * Everything damaged leaves the index before anything is put back: to write merges parts of it, and would read what
 * is damaged still, or carry it on.
 */
export async function takeOutDamaged(connection: Connection, findings: readonly Finding[]): Promise<void> {
  for (const { remedy } of findings)
    if (remedy?.type === "derive")
      await connection.write(() => takeOut(connection, remedy.segment, remedy.numbers));
}

/** Mends it. Another process may have changed what was found: then what is no longer so is left alone. */
export async function repairFinding(
  connection: Connection,
  { remedy }: Finding,
  parts: RepairParts,
): Promise<Outcome> {
  switch (remedy?.type) {
    case "reindex-tables":
      return { repaired: await reindexTables(connection) };
    case "drop-orphans":
      await connection.write(() => dropOrphans(connection));
      return { repaired: true };
    case "read-again":
      // Without a hash it differs from its source, whatever that holds.
      await connection.write(() =>
        connection.run("UPDATE documents SET hash = '' WHERE number = ?", remedy.number),
      );
      return { repaired: false };
    case "derive":
      return deriveAgain(connection, remedy.numbers, parts);
    default:
      return { repaired: false };
  }
}

async function reindexTables(connection: Connection): Promise<boolean> {
  try {
    await connection.write(() => connection.run("REINDEX"));
    return await connection.read(() => connection.get("PRAGMA integrity_check(1)")?.integrity_check === "ok");
  } catch {
    return false;
  }
}

function dropOrphans(connection: Connection): void {
  connection.run(
    `DELETE FROM chunks WHERE number IN (
       SELECT chunks.number FROM chunks LEFT JOIN documents ON documents.number = chunks.document
       WHERE documents.number IS NULL OR chunks.number < documents.first
         OR chunks.number >= documents.first + documents.chunks)`,
  );
  connection.run(`DELETE FROM texts WHERE place / ${MOST_PIECES} NOT IN (SELECT number FROM documents)`);
  connection.run("DELETE FROM exact_vectors WHERE number NOT IN (SELECT number FROM chunks)");
  for (const table of ["slots", "postings", "vectors", "gone"] as const) connection.run(DROP_UNOWNED[table]);
}

const DROP_UNOWNED = {
  slots: "DELETE FROM slots WHERE segment NOT IN (SELECT id FROM segments)",
  postings: "DELETE FROM postings WHERE segment NOT IN (SELECT id FROM segments)",
  vectors: "DELETE FROM vectors WHERE segment NOT IN (SELECT id FROM segments)",
  gone: "DELETE FROM gone WHERE segment NOT IN (SELECT id FROM segments)",
} as const;

/** Takes documents out of the index and says so in their recipe; their rows and text stay. */
function takeOut(connection: Connection, segment: number | undefined, numbers: readonly number[]): void {
  if (segment !== undefined) {
    const row = connection.get("DELETE FROM segments WHERE id = ? RETURNING space", segment);
    if (row === undefined) return; // merged meanwhile, or replaced
    touchSpace(connection, Number(row.space));
  }
  for (const number of numbers) {
    if (segment === undefined) takeOutOfSegment(connection, number);
    // With another hash and recipe it is made again by whatever looks for changes.
    const row = connection.get(
      `UPDATE documents SET searched = 0, vectors = 0,
         hash = iif(recipe LIKE '%' || ?1, hash, hash || ?1),
         recipe = iif(recipe LIKE '%' || ?1, recipe, recipe || ?1)
       WHERE number = ?2 RETURNING space, first, chunks`,
      UNINDEXED,
      number,
    );
    if (row === undefined) continue;
    const first = Number(row.first);
    const last = first + Number(row.chunks) - 1;
    connection.run("UPDATE chunks SET searched = 0 WHERE number BETWEEN ? AND ?", first, last);
    connection.run("DELETE FROM exact_vectors WHERE number BETWEEN ? AND ?", first, last);
    touchSpace(connection, Number(row.space));
  }
}

/** Its segment may be whole, and hold other documents. */
function takeOutOfSegment(connection: Connection, number: number): void {
  const row = connection.get("SELECT space, searched FROM documents WHERE number = ?", number);
  if (row === undefined || row.searched === 0) return;
  bury(connection, Number(row.space), number, Number(row.searched));
}

/**
 * A document at a time, each whole: a model that fails in the middle leaves those before it mended, and those after
 * it marked, so that the next repair goes on with them.
 */
async function deriveAgain(
  connection: Connection,
  numbers: readonly number[],
  parts: RepairParts,
): Promise<Outcome> {
  if (parts.derive === undefined) return { repaired: numbers.length === 0 };
  for (const number of numbers) {
    parts.signal?.throwIfAborted();
    let made: Derived | undefined;
    try {
      made = await deriveOne(connection, number, parts);
    } catch (error) {
      parts.signal?.throwIfAborted();
      return { repaired: false, hindrance: reasonOf(error) };
    }
    if (made === undefined || !made.isTakenOut) continue;
    const { space, document, entries, embedder } = made;
    await parts.store.replace(space, [{ document, entries }], embedder === null ? {} : { embedder });
  }
  return { repaired: true };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Derived {
  readonly space: Space;
  /** Without the mark. */
  readonly document: StoredDocument;
  readonly entries: readonly Entry[];
  readonly embedder: string | null;
  readonly isTakenOut: boolean;
}

/** Undefined where it cannot be, or the document is gone. Writes nothing. */
async function deriveOne(
  connection: Connection,
  number: number,
  { store, derive, signal }: RepairParts,
): Promise<Derived | undefined> {
  const row = await connection.read(() =>
    connection.get(
      `SELECT documents.id, recipe, workspace, collection, embedder
       FROM documents JOIN spaces ON spaces.id = space WHERE number = ?`,
      number,
    ),
  );
  if (row === undefined || derive === undefined) return undefined;
  const space = { workspace: row.workspace, collection: row.collection } as Space;
  const marked = await store.document(space, row.id as string);
  if (marked === undefined) return undefined;
  const chunks = await store.chunksOf(space, marked.id);
  const document = { ...marked, hash: withoutMark(marked.hash), recipe: withoutMark(marked.recipe) };
  const entries = await derive(document, chunks, space, { signal });
  const isTakenOut = (row.recipe as string).endsWith(UNINDEXED);
  return { space, document, entries, embedder: row.embedder as string | null, isTakenOut };
}

function withoutMark(name: string): string {
  return name.endsWith(UNINDEXED) ? name.slice(0, -UNINDEXED.length) : name;
}
