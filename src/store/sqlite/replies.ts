import type { KeptReplies, ReplyBatch } from "../../core/store.ts";
import type { Connection } from "./connection.ts";
import { addSpending } from "./spending.ts";

/** Before the names of calls that are under way: their rows have no reply yet. */
const BEGUN = "begun:";
/** The first text behind all that begin so. */
const AFTER_BEGUN = "begun;";
/** A call whose document changed before it was repeated is never ended: its row goes after a week. */
const LONGEST_CALL_MS = 7 * 24 * 60 * 60 * 1000;

export function readReplies(connection: Connection, keys: readonly string[]): Map<string, unknown> {
  const rows = connection.all(
    "SELECT key, data FROM replies WHERE key IN (SELECT value FROM json_each(?))",
    JSON.stringify(keys),
  );
  return new Map(rows.map(({ key, data }) => [key as string, JSON.parse(data as string)]));
}

/** Inside a transaction: a reply is there, and its call over and counted, at once. */
export function keepReplies(connection: Connection, batch: ReplyBatch, now: number): KeptReplies {
  const { begun, ended, replies, spent } = batch;
  // First: the same call may end and begin again in one batch.
  for (const call of ended) connection.run("DELETE FROM replies WHERE key = ?", BEGUN + call);
  let repeated = 0;
  for (const call of begun) {
    const added = connection.run(
      "INSERT INTO replies (key, model, data, stored) VALUES (?, '', 'null', ?) ON CONFLICT DO NOTHING",
      BEGUN + call,
      now,
    );
    if (added === 0) repeated++;
  }
  for (const { key, model, value } of replies) {
    connection.run(
      "INSERT OR REPLACE INTO replies (key, model, data, stored) VALUES (?, ?, ?, ?)",
      key,
      model,
      JSON.stringify(value),
      now,
    );
  }
  if (spent === undefined) return { repeated, run: batch.run };
  if (batch.run === undefined) forgetOldCalls(connection, now);
  return { repeated, run: addSpending(connection, spent, batch.run, now) };
}

function forgetOldCalls(connection: Connection, now: number): void {
  connection.run(
    "DELETE FROM replies WHERE key >= ? AND key < ? AND stored < ?",
    BEGUN,
    AFTER_BEGUN,
    now - LONGEST_CALL_MS,
  );
}
