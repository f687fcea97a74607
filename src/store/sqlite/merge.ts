import { SherdError } from "../../core/errors.ts";
import type { Connection } from "./connection.ts";
import { type Input, joinSegments } from "./join-segments.ts";
import { readSlots } from "./loaded-segment.ts";
import { planMerge, type SegmentSummary } from "./merge-plan.ts";
import { touchLayout } from "./spaces.ts";
import { type SegmentContent, writeSegment } from "./write-segment.ts";

/**
 * Merges what is due. What was written is safe before and without it: where the disk is full or another process
 * holds the file, it is left to a later write.
 */
export async function mergeDue(
  connection: Connection,
  space: number,
  plan: (segments: readonly SegmentSummary[]) => number[] | undefined = planMerge,
): Promise<void> {
  try {
    for (;;) {
      const due = await connection.read(() => plan(summaries(connection, space)));
      if (due === undefined || !(await mergeSegments(connection, space, due))) return;
    }
  } catch (error) {
    if (error instanceof SherdError && PUT_OFF.has(error.code)) return;
    throw error;
  }
}

/** Writes segments anew that hold documents which went: until then their words and vectors lie in the file. */
export async function purgeGone(connection: Connection, space: number): Promise<void> {
  const rows = await connection.read(() =>
    connection.all(
      "SELECT DISTINCT segment FROM gone JOIN segments ON segments.id = segment WHERE space = ?",
      space,
    ),
  );
  for (const { segment } of rows) await mergeSegments(connection, space, [Number(segment)]);
}

const PUT_OFF: ReadonlySet<string> = new Set(["STORE_LOCKED", "STORE_FULL"]);

function summaries(connection: Connection, space: number): SegmentSummary[] {
  const rows = connection.all("SELECT id, size, live FROM segments WHERE space = ? ORDER BY first", space);
  return rows as unknown as SegmentSummary[];
}

/**
 * All is read and put together without a lock, for segments do not change; only then is it written, in one
 * transaction. False, and nothing is done, where another process merged one of them meanwhile.
 */
async function mergeSegments(
  connection: Connection,
  space: number,
  ids: readonly number[],
): Promise<boolean> {
  const inputs = await connection.read(() => readInputs(connection, ids));
  if (inputs === undefined) return false;
  const dimensions = await connection.read(() => dimensionsOf(connection, space));
  const content = await joinSegments(connection, dimensions, inputs);
  // Lost, the segments are as they were, and are merged again.
  return connection.writeLazily(() => {
    if (dimensionsOf(connection, space) !== dimensions) return false;
    const now = ids.map((id) => goneOf(connection, id));
    if (now.some((gone) => gone === undefined)) return false;
    const late = inputs.flatMap(({ gone }, i) =>
      [...(now[i] ?? [])].filter((document) => !gone.has(document)),
    );
    for (const id of ids) connection.run("DELETE FROM segments WHERE id = ?", id);
    if (content.numbers.length > 0) {
      const id = writeSegment(connection, space, content);
      buryLate(connection, id, content, late);
    }
    touchLayout(connection, space);
    return true;
  });
}

function readInputs(connection: Connection, ids: readonly number[]): Input[] | undefined {
  const inputs: Input[] = [];
  let next = 0;
  for (const id of ids) {
    const gone = goneOf(connection, id);
    if (gone === undefined) return undefined;
    const slots = readSlots(connection, id);
    const to = new Int32Array(slots.numbers.length);
    let slot = 0;
    slots.documents.forEach((document, i) => {
      const isGone = gone.has(document);
      for (const end = slot + slots.counts[i]; slot < end; slot++) to[slot] = isGone ? -1 : next++;
    });
    inputs.push({ id, slots, gone, to });
  }
  return inputs;
}

/** Undefined where there is no such segment any more. */
function goneOf(connection: Connection, id: number): Set<number> | undefined {
  if (connection.get("SELECT 1 FROM segments WHERE id = ?", id) === undefined) return undefined;
  const rows = connection.all("SELECT document FROM gone WHERE segment = ?", id);
  return new Set(rows.map(({ document }) => Number(document)));
}

/** Documents that went while their segment was being merged. */
function buryLate(
  connection: Connection,
  id: number,
  content: SegmentContent,
  late: readonly number[],
): void {
  let chunks = 0;
  for (const document of late) {
    connection.run("INSERT INTO gone (segment, document) VALUES (?, ?)", id, document);
    chunks += content.counts[content.documents.indexOf(document)];
  }
  if (chunks === content.numbers.length) connection.run("DELETE FROM segments WHERE id = ?", id);
  else if (chunks > 0) connection.run("UPDATE segments SET live = live - ? WHERE id = ?", chunks, id);
}

function dimensionsOf(connection: Connection, space: number): number | null {
  const row = connection.get("SELECT dimensions FROM spaces WHERE id = ?", space);
  return typeof row?.dimensions === "number" ? row.dimensions : null;
}
