import type { Space, Store } from "../../core/store.ts";
import type { Connection } from "./connection.ts";
import { type Finding, UNINDEXED } from "./findings.ts";
import { touchSpace } from "./spaces.ts";
import type { Derive } from "./verify.ts";

export interface RepairParts {
  readonly store: Store;
  readonly derive: Derive | undefined;
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

/** Whether it is mended. Another process may have changed what was found: then what is no longer so is left alone. */
export async function repairFinding(
  connection: Connection,
  { remedy }: Finding,
  parts: RepairParts,
): Promise<boolean> {
  switch (remedy?.type) {
    case "reindex-tables":
      return reindexTables(connection);
    case "drop-orphans":
      await connection.write(() => dropOrphans(connection));
      return true;
    case "read-again":
      // Without a hash it differs from its source, whatever that holds.
      await connection.write(() =>
        connection.run("UPDATE documents SET hash = '' WHERE number = ?", remedy.number),
      );
      return false;
    case "derive":
      return deriveAgain(connection, remedy.numbers, parts);
    default:
      return false;
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
  connection.run("DELETE FROM texts WHERE place / 32768 NOT IN (SELECT number FROM documents)");
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
    connection.run(
      "UPDATE chunks SET searched = 0 WHERE number BETWEEN ? AND ?",
      first,
      first + Number(row.chunks) - 1,
    );
    touchSpace(connection, Number(row.space));
  }
}

async function deriveAgain(
  connection: Connection,
  numbers: readonly number[],
  { store, derive }: RepairParts,
): Promise<boolean> {
  if (derive === undefined) return numbers.length === 0;
  for (const number of numbers) {
    const row = await connection.read(() =>
      connection.get(
        `SELECT documents.id, recipe, workspace, collection, embedder
         FROM documents JOIN spaces ON spaces.id = space WHERE number = ?`,
        number,
      ),
    );
    if (row === undefined || !(row.recipe as string).endsWith(UNINDEXED)) continue;
    const space = { workspace: row.workspace, collection: row.collection } as Space;
    const document = await store.document(space, row.id as string);
    if (document === undefined) continue;
    const chunks = await store.chunksOf(space, document.id);
    const whole = { ...document, hash: withoutMark(document.hash), recipe: withoutMark(document.recipe) };
    const entries = await derive(whole, chunks, space);
    const embedder = row.embedder as string | null;
    await store.replace(space, [{ document: whole, entries }], embedder === null ? {} : { embedder });
  }
  return true;
}

function withoutMark(name: string): string {
  return name.endsWith(UNINDEXED) ? name.slice(0, -UNINDEXED.length) : name;
}
