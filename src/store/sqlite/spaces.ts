import { invalidOption, SherdError } from "../../core/errors.ts";
import type { Entry, Space } from "../../core/store.ts";
import { otherVectorFormat, type VectorFormat } from "../../core/vector-format.ts";
import type { Connection } from "./connection.ts";
import type { SpaceRow } from "./space-index.ts";

export function findSpace(connection: Connection, { workspace, collection }: Space): SpaceRow | undefined {
  const row = connection.get(
    "SELECT id, collection, embedder, dimensions, vectors, revision, layout FROM spaces WHERE workspace = ? AND collection = ?",
    workspace,
    collection,
  );
  return row as SpaceRow | undefined;
}

export function findOrMakeSpace(connection: Connection, space: Space): SpaceRow {
  const { workspace, collection } = space;
  const found = findSpace(connection, space);
  if (found !== undefined) return found;
  checkWorkspace(space);
  connection.run(
    "INSERT INTO spaces (workspace, collection, revision, layout) VALUES (?, ?, 0, 0)",
    workspace,
    collection,
  );
  return findSpace(connection, space) as SpaceRow;
}

export function checkWorkspace({ workspace }: Space): void {
  if (workspace !== "" && workspace.isWellFormed()) return;
  invalidOption("workspace", workspace, "a string that is not empty and has no lone surrogates");
}

/** Says that a space was written. */
export function touchSpace(connection: Connection, space: number): void {
  const next = nextRevision(connection);
  connection.run("UPDATE spaces SET revision = ?, layout = ? WHERE id = ?", next, next, space);
}

/** Says that a space's segments changed, and nothing that they hold. */
export function touchLayout(connection: Connection, space: number): void {
  connection.run("UPDATE spaces SET layout = ? WHERE id = ?", nextRevision(connection), space);
}

/** Of the whole file: a space that goes and comes again does not meet a revision it had. */
function nextRevision(connection: Connection): number {
  return Number(
    connection.get("UPDATE counters SET next = next + 1 WHERE name = 'revision' RETURNING next")?.next,
  );
}

/** The length all vectors of a batch have; undefined where it has none. */
export function dimensionsOf(entries: Iterable<Entry>): number | undefined {
  let dimensions: number | undefined;
  for (const { vectors = [], chunk } of entries) {
    for (const { length } of vectors) {
      dimensions ??= length;
      if (length === dimensions && length > 0) continue;
      throw new SherdError(
        "SPACE_MISMATCH",
        `Chunk ${chunk.id} has a vector of ${length} dimensions where others of its batch have ${dimensions}. Embed all with one model.`,
        { dimensions: length, expected: dimensions },
      );
    }
  }
  return dimensions;
}

/** What a batch says of its vectors. */
export interface BatchVectors {
  readonly embedder: string;
  readonly dimensions: number;
  /** How the space must keep them, */
  readonly asked: VectorFormat | undefined;
  /** and how it does where that is left open and it has none yet. */
  readonly preferred: VectorFormat;
}

/**
 * Law 10: the first vectors fix the space's model and how they are kept. Another model or form is taken only when
 * no vector of the old one is left, as when the batch replaces all that there was. Gives how they are kept.
 */
export function fixVectors(
  connection: Connection,
  space: SpaceRow,
  { embedder, dimensions, asked, preferred }: BatchVectors,
): VectorFormat {
  const format = asked ?? space.vectors ?? preferred;
  const isSameModel = space.embedder === embedder && space.dimensions === dimensions;
  if (isSameModel && space.vectors === format) return format;
  if (space.embedder !== null) {
    const left = connection.get("SELECT 1 FROM documents WHERE space = ? AND vectors > 0 LIMIT 1", space.id);
    if (left !== undefined)
      throw isSameModel
        ? otherVectorFormat(space.vectors as VectorFormat, format)
        : mismatch(space, embedder, dimensions);
    connection.run(
      "DELETE FROM vectors WHERE segment IN (SELECT id FROM segments WHERE space = ?)",
      space.id,
    );
    connection.run("UPDATE segments SET vectors = 0 WHERE space = ?", space.id);
  }
  connection.run(
    "UPDATE spaces SET embedder = ?, dimensions = ?, vectors = ? WHERE id = ?",
    embedder,
    dimensions,
    format,
    space.id,
  );
  return format;
}

export function checkEmbedder(space: SpaceRow, embedder: string, dimensions: number): void {
  if (space.embedder !== embedder || space.dimensions !== dimensions)
    throw mismatch(space, embedder, dimensions);
}

function mismatch(space: SpaceRow, embedder: string, dimensions: number): SherdError {
  const isMemory = space.collection !== "documents";
  const command = isMemory ? "sherd memory export" : "sherd reembed";
  const wayOut = isMemory
    ? "write the memory out with `sherd memory export` and read it with `sherd memory import` into a new database"
    : "embed everything again with `sherd reembed`";
  return new SherdError(
    "SPACE_MISMATCH",
    `The stored vectors are from ${space.embedder} (${space.dimensions} dimensions), these from ${embedder} (${dimensions}); they cannot be compared. Use the first model, or ${wayOut}.`,
    {
      stored: space.embedder,
      given: embedder,
      storedDimensions: space.dimensions,
      givenDimensions: dimensions,
      command,
    },
  );
}
