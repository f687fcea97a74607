import { SherdError } from "../../core/errors.ts";
import type { Space } from "../../core/store.ts";
import type {
  StoredUse,
  TurnChange,
  TurnUse,
  UseQuery,
  UseRange,
  UseSummary,
} from "../../core/turn-store.ts";
import type { Connection, Row } from "./connection.ts";
import { type Batch, removeDocuments, replaceBatch } from "./replace.ts";
import { findOrMakeSpace, findSpace } from "./spaces.ts";
import { isTurns, storedUse, USES, useOf, writeUse } from "./use-rows.ts";

/** A use this long after the last counts half of one, in milliseconds; see `reinforce` of the memory. */
const HALF_SPACING = 86_400_000;

/** A change whose rows are made. */
export interface PreparedChange {
  readonly change: TurnChange;
  readonly batch: Batch;
}

/** Writes changes of several spaces, inside one transaction. Gives the ids of the spaces. */
export function writeChanges(
  connection: Connection,
  changes: readonly PreparedChange[],
  checkStop: () => void,
): Set<number> {
  const written = new Set<number>();
  for (const { change, batch } of changes) {
    const { space, remove = [], requires = [] } = change;
    requireDocuments(connection, space, requires);
    removeDocuments(connection, space, remove);
    if (batch.prepared.length === 0) continue;
    const { id } = findOrMakeSpace(connection, space);
    written.add(id);
    replaceBatch(connection, space, batch, checkStop);
    for (const { document, use } of change.batch ?? []) {
      if (use === undefined) {
        if (isTurns(space)) requireUse(connection, id, document.id);
        continue;
      }
      const kept = useOf(connection, id, document.id);
      writeUse(connection, id, document.id, kept === undefined ? use : joined(use, kept));
    }
  }
  return written;
}

/** Whoever read a turn to make it anew must not bring back one that was forgotten since. */
function requireUse(connection: Connection, space: number, id: string): void {
  if (useOf(connection, space, id) === undefined) throw turnGone(id);
}

function requireDocuments(connection: Connection, space: Space, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const row = connection.get(
    `SELECT value AS id FROM json_each(?) WHERE value NOT IN
       (SELECT id FROM documents WHERE space = ? AND id IN (SELECT value FROM json_each(?))) LIMIT 1`,
    JSON.stringify(ids),
    findSpace(connection, space)?.id ?? 0,
    JSON.stringify(ids),
  );
  if (row !== undefined) throw turnGone(row.id as string);
}

function turnGone(id: string): SherdError {
  return new SherdError(
    "TURN_GONE",
    `Turn ${id} was forgotten while something was made from it; nothing was written. Read what is there and try again.`,
    { id },
  );
}

/** A turn that is told again: what is known of its use stays, and what it was pinned or weighed as where that is not said anew. */
function joined(told: TurnUse, kept: TurnUse): TurnUse {
  const lastUses = [told.lastUse, kept.lastUse].filter((time) => time !== undefined);
  return {
    ...told,
    importance: told.importance ?? kept.importance,
    pinned: told.pinned ?? kept.pinned,
    accesses: Math.max(told.accesses, kept.accesses),
    lastUse: lastUses.length === 0 ? undefined : Math.max(...lastUses),
    spacedUses: Math.max(told.spacedUses, kept.spacedUses),
  };
}

/** By time. Statements are written out, each with the index it needs. */
export function readUses(connection: Connection, space: number, query: UseQuery): StoredUse[] {
  const { ids, numbers, type, withoutVectors = false, last } = query;
  let rows: Row[];
  if (numbers !== undefined)
    rows = connection.all(
      `${USES} WHERE documents.number IN (SELECT value FROM json_each(?)) AND +documents.space = ?`,
      JSON.stringify(numbers),
      space,
    );
  else if (ids !== undefined)
    rows = connection.all(
      `${USES} WHERE documents.space = ? AND documents.id IN (SELECT value FROM json_each(?))`,
      space,
      JSON.stringify(ids),
    );
  else if (type !== undefined)
    rows = connection.all(`${OF_USES} WHERE uses.space = ? AND uses.type = ?`, space, type);
  else if (withoutVectors)
    rows = connection.all(`${USES} WHERE documents.space = ? AND documents.vectors = 0`, space);
  else if (last === undefined && isWhole(query))
    // In the order of the documents, each page of which is then read once; they are sorted below.
    rows = connection.all(`${OF_USES} WHERE uses.space = ?`, space);
  else rows = rangeRows(connection, space, query, last);
  const uses = rows.map(storedUse).filter((use) => isWithin(use, query));
  return uses.sort((a, b) => a.at - b.at || a.number - b.number);
}

const FIRST = Number.MIN_SAFE_INTEGER;
const LAST = Number.MAX_SAFE_INTEGER;
const RANGE = "uses.at >= ? AND uses.at < ? ORDER BY uses.at DESC, uses.document DESC LIMIT ?";
const OF_USES = `SELECT uses.*, documents.id AS id, documents.vectors AS vectors
  FROM uses CROSS JOIN documents ON documents.number = uses.document`;

function rangeRows(connection: Connection, space: number, range: UseRange, last = -1): Row[] {
  const { session, from = FIRST, before = LAST } = range;
  return session === undefined
    ? connection.all(`${OF_USES} WHERE uses.space = ? AND ${RANGE}`, space, from, before, last)
    : connection.all(
        `${OF_USES} WHERE uses.space = ? AND uses.session = ? AND ${RANGE}`,
        space,
        session,
        from,
        before,
        last,
      );
}

function isWhole({ session, from, before }: UseRange): boolean {
  return session === undefined && from === undefined && before === undefined;
}

function isWithin({ at, session }: StoredUse, range: UseRange): boolean {
  if (range.session !== undefined && session !== range.session) return false;
  return at >= (range.from ?? FIRST) && at < (range.before ?? LAST);
}

/** Numbers of the documents in a range. */
export function numbersWithin(connection: Connection, space: number, range: UseRange): Set<number> {
  const { session, from = FIRST, before = LAST } = range;
  const rows =
    session === undefined
      ? connection.all(
          "SELECT document FROM uses WHERE space = ? AND at >= ? AND at < ?",
          space,
          from,
          before,
        )
      : connection.all(
          "SELECT document FROM uses WHERE space = ? AND session = ? AND at >= ? AND at < ?",
          space,
          session,
          from,
          before,
        );
  return new Set(rows.map(({ document }) => Number(document)));
}

/** Neighbours in the order of a session; a turn without a session has those without one. */
export function readNeighbours(
  connection: Connection,
  space: number,
  turns: readonly Pick<StoredUse, "number" | "at" | "session">[],
): { before?: number | undefined; after?: number | undefined }[] {
  return turns.map(({ number, at, session = null }) => {
    const before = connection.get(
      `SELECT document FROM uses INDEXED BY uses_by_session WHERE space = ? AND session IS ?
         AND at <= ? AND (at, document) < (?, ?) ORDER BY at DESC, document DESC LIMIT 1`,
      space,
      session,
      at,
      at,
      number,
    );
    const after = connection.get(
      `SELECT document FROM uses INDEXED BY uses_by_session WHERE space = ? AND session IS ?
         AND at >= ? AND (at, document) > (?, ?) ORDER BY at, document LIMIT 1`,
      space,
      session,
      at,
      at,
      number,
    );
    return {
      before: before === undefined ? undefined : Number(before.document),
      after: after === undefined ? undefined : Number(after.document),
    };
  });
}

/**
 * One more use of each. The sums are made here and not by whoever read them, so that two processes that use a
 * memory at once both count.
 */
export function reinforceUses(
  connection: Connection,
  space: number,
  ids: readonly string[],
  now: number,
): void {
  connection.run(
    `UPDATE uses SET accesses = accesses + 1,
       spaced_uses = spaced_uses + CAST(max(0, ?1 - max(at, coalesce(last_use, at))) AS REAL)
         / (max(0, ?1 - max(at, coalesce(last_use, at))) + ?2),
       last_use = max(at, coalesce(last_use, at), ?1)
     WHERE space = ?3 AND document IN
       (SELECT number FROM documents WHERE space = ?3 AND id IN (SELECT value FROM json_each(?4)))`,
    now,
    HALF_SPACING,
    space,
    JSON.stringify(ids),
  );
}

export function summariseUses(connection: Connection, space: number): UseSummary {
  const row = connection.get(
    `SELECT count(*) AS turns, coalesce(sum(pinned), 0) AS pinned, coalesce(sum(bytes), 0) AS bytes,
       count(DISTINCT session) AS sessions, coalesce(sum(accesses), 0) AS accesses,
       coalesce(sum(accesses = 0), 0) AS never, min(at) AS oldest, max(at) AS newest
     FROM uses WHERE space = ?`,
    space,
  );
  const documents = connection.get(
    `SELECT coalesce(sum(vectors = 0), 0) AS bare, count(*) - count(DISTINCT hash) AS duplicates
     FROM documents WHERE space = ?`,
    space,
  );
  return {
    turns: Number(row?.turns),
    pinned: Number(row?.pinned),
    bytes: Number(row?.bytes),
    sessions: Number(row?.sessions),
    withoutVectors: Number(documents?.bare),
    duplicates: Number(documents?.duplicates),
    ...(row?.oldest == null ? {} : { oldest: Number(row.oldest), newest: Number(row.newest) }),
    accesses: Number(row?.accesses),
    neverUsed: Number(row?.never),
  };
}

/** Counts of a space stand among the file's counters; a space's id is never used twice. */
function tallyName(space: number, name = ""): string {
  return `use:${space}:${name}`;
}

export function addTallies(
  connection: Connection,
  space: number,
  counts: Readonly<Record<string, number>>,
): void {
  for (const [name, count] of Object.entries(counts))
    connection.run(
      "INSERT INTO counters (name, next) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET next = next + ?2",
      tallyName(space, name),
      Math.round(count),
    );
}

export function readTallies(connection: Connection, space: number): Record<string, number> {
  const prefix = tallyName(space);
  const rows = connection.all(
    "SELECT name, next FROM counters WHERE name >= ? AND name < ?",
    prefix,
    `${prefix}\u{10ffff}`,
  );
  return Object.fromEntries(
    rows.map(({ name, next }) => [(name as string).slice(prefix.length), Number(next)]),
  );
}
