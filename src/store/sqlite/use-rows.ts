import type { Space } from "../../core/store.ts";
import type { StoredUse, TurnUse } from "../../core/turn-store.ts";
import type { Connection, Row } from "./connection.ts";

export const USES = `SELECT uses.*, documents.id AS id, documents.vectors AS vectors
  FROM documents JOIN uses ON uses.space = documents.space AND uses.document = documents.number`;

/** The index of whole turns beside it has no uses of its own. */
export function isTurns({ collection }: Space): boolean {
  return collection === "turns";
}

/** Undefined for a document that is no turn. */
export function useOf(connection: Connection, space: number, id: string): TurnUse | undefined {
  const row = connection.get(`${USES} WHERE uses.space = ? AND documents.id = ?`, space, id);
  return row === undefined ? undefined : storedUse(row);
}

/** Beside a document that is written. */
export function writeUse(connection: Connection, space: number, id: string, use: TurnUse): void {
  connection.run(
    `INSERT OR REPLACE INTO uses (space, document, at, session, type, bytes, importance, pinned, accesses, last_use, spaced_uses)
     SELECT ?, number, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM documents WHERE space = ? AND id = ?`,
    space,
    use.at,
    use.session ?? null,
    use.type,
    use.bytes,
    use.importance ?? null,
    use.pinned ? 1 : 0,
    use.accesses,
    use.lastUse ?? null,
    use.spacedUses,
    space,
    id,
  );
}

export function storedUse(row: Row): StoredUse {
  return {
    id: row.id as string,
    number: Number(row.document),
    hasVectors: Number(row.vectors) > 0,
    at: Number(row.at),
    ...(row.session === null ? {} : { session: row.session as string }),
    type: row.type as string,
    bytes: Number(row.bytes),
    ...(row.importance === null ? {} : { importance: Number(row.importance) }),
    pinned: Number(row.pinned) === 1,
    accesses: Number(row.accesses),
    ...(row.last_use === null ? {} : { lastUse: Number(row.last_use) }),
    spacedUses: Number(row.spaced_uses),
  };
}
