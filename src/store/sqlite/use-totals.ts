import type { TurnChange } from "../../core/turn-store.ts";
import type { Connection } from "./connection.ts";
import type { SpaceRow } from "./space-index.ts";
import { findSpace } from "./spaces.ts";
import { isTurns } from "./use-rows.ts";

interface Sums {
  readonly turns: number;
  readonly bytes: number;
}

interface Known extends Sums {
  /** Of the space: where it has another now, somebody else wrote. */
  readonly revision: number;
}

/**
 * How many turns there are, of how many bytes. Memories with limits ask before every turn, so that what is known is
 * carried along with each change instead of being counted again.
 */
export class UseTotals {
  readonly #known = new Map<number, Known>();

  of(connection: Connection, { id, revision }: SpaceRow): Sums & { readonly oldest: number } {
    let known = this.#known.get(id);
    if (known?.revision !== revision) {
      const row = connection.get(
        "SELECT count(*) AS turns, coalesce(sum(bytes), 0) AS bytes FROM uses WHERE space = ?",
        id,
      );
      known = { turns: Number(row?.turns), bytes: Number(row?.bytes), revision };
      this.#known.set(id, known);
    }
    const oldest = connection.get("SELECT min(at) AS oldest FROM uses WHERE space = ?", id)?.oldest;
    return { turns: known.turns, bytes: known.bytes, oldest: oldest == null ? Infinity : Number(oldest) };
  }

  /** Inside the transaction that makes the changes. What it gives is to be called when that is committed. */
  carry<T>(
    connection: Connection,
    changes: readonly TurnChange[],
    write: () => T,
  ): { readonly result: T; readonly keep: () => void } {
    const space = changes.find((change) => isTurns(change.space))?.space;
    const row = space && findSpace(connection, space);
    const known = row && this.#known.get(row.id);
    if (space === undefined || row === undefined || known?.revision !== row.revision)
      return { result: write(), keep: () => {} };
    const ids = JSON.stringify(
      changes
        .filter((change) => isTurns(change.space))
        .flatMap(({ batch = [], remove = [] }) => [...remove, ...batch.map(({ document }) => document.id)]),
    );
    const before = sumsOf(connection, row.id, ids);
    const result = write();
    const after = sumsOf(connection, row.id, ids);
    const next = {
      turns: known.turns - before.turns + after.turns,
      bytes: known.bytes - before.bytes + after.bytes,
      revision: findSpace(connection, space)?.revision ?? -1,
    };
    return { result, keep: () => this.#known.set(row.id, next) };
  }
}

function sumsOf(connection: Connection, space: number, ids: string): Sums {
  const row = connection.get(
    `SELECT count(*) AS turns, coalesce(sum(bytes), 0) AS bytes FROM uses WHERE space = ?1 AND document IN
       (SELECT number FROM documents WHERE space = ?1 AND id IN (SELECT value FROM json_each(?2)))`,
    space,
    ids,
  );
  return { turns: Number(row?.turns), bytes: Number(row?.bytes) };
}
