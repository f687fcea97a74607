import type { MoveOptions, Space, SpaceFacts, StoreStats } from "../../core/store.ts";
import type { Connection } from "./connection.ts";
import type { SpaceRow } from "./space-index.ts";
import { checkWorkspace, findSpace, touchSpace } from "./spaces.ts";

export function statsOf(connection: Connection, space: SpaceRow | undefined): StoreStats {
  const sums = connection.get(
    `SELECT count(*) AS documents, coalesce(sum(chunks), 0) AS chunks, coalesce(sum(parents), 0) AS parents,
       coalesce(sum(vectors), 0) AS vectors, coalesce(sum(tokens), 0) AS tokens,
       coalesce(sum(length), 0) AS characters
     FROM documents WHERE space = ?`,
    space?.id ?? 0,
  );
  return {
    documents: Number(sums?.documents),
    chunks: Number(sums?.chunks),
    parents: Number(sums?.parents),
    vectors: Number(sums?.vectors),
    tokens: Number(sums?.tokens),
    characters: Number(sums?.characters),
    bytes: Number(connection.pragma("page_count")) * Number(connection.pragma("page_size")),
    ...factsOf(connection, space),
  };
}

export function factsOf(connection: Connection, space: SpaceRow | undefined): SpaceFacts {
  const recipes = connection.all(
    "SELECT recipe, count(*) AS documents FROM documents WHERE space = ? GROUP BY recipe ORDER BY recipe",
    space?.id ?? 0,
  );
  return {
    ...(space?.embedder ? { embedder: space.embedder } : {}),
    ...(space?.vectors ? { vectorFormat: space.vectors } : {}),
    recipes: Object.fromEntries(
      recipes.map(({ recipe, documents }) => [recipe as string, Number(documents)]),
    ),
    revision: space?.revision ?? 0,
  };
}

/** See `Store.move`. */
export function moveSpace(
  connection: Connection,
  from: Space,
  to: Space,
  { revision, documents }: MoveOptions,
): boolean {
  const source = findSpace(connection, from);
  const target = findSpace(connection, to);
  if (revision !== undefined && (target?.revision ?? 0) !== revision) return false;
  if (documents !== undefined && documentsIn(connection, source) !== documents) return false;
  if (source !== undefined && source.id === target?.id) return true;
  if (source === undefined) {
    if (target !== undefined) empty(connection, target.id);
    return true;
  }
  checkWorkspace(to);
  connection.run("DELETE FROM spaces WHERE id = ?", target?.id ?? 0);
  connection.run(
    "UPDATE spaces SET workspace = ?, collection = ? WHERE id = ?",
    to.workspace,
    to.collection,
    source.id,
  );
  touchSpace(connection, source.id);
  return true;
}

function documentsIn(connection: Connection, space: SpaceRow | undefined): number {
  const row = connection.get("SELECT count(*) AS count FROM documents WHERE space = ?", space?.id ?? 0);
  return Number(row?.count);
}

/** The row stays: that it was written must show. */
function empty(connection: Connection, space: number): void {
  connection.run("DELETE FROM documents WHERE space = ?", space);
  connection.run("DELETE FROM segments WHERE space = ?", space);
  connection.run("DELETE FROM keys WHERE space = ?", space);
  connection.run("UPDATE spaces SET embedder = NULL, dimensions = NULL, vectors = NULL WHERE id = ?", space);
  touchSpace(connection, space);
}
