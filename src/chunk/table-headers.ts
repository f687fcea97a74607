import type { Span } from "../core/span.ts";
import type { Description } from "./structure.ts";

/** A table whose head is repeated, as context, with the rows that were cut from it. */
export interface HeadedTable extends Span {
  /** The head as it stands in the text. */
  readonly head: string;
  /** Where the rows begin: a chunk from here on has lost its head. */
  readonly body: number;
}

/** A longer head says less than it costs. */
const LONGEST_HEAD = 2_000;

/** Gives chunks that begin inside a table its head. Tables must be in order; spans may come in any. */
export function tableHeaders(tables: readonly HeadedTable[]): (span: Span) => Description {
  return ({ start }) => {
    const table = tables[firstEndingAfter(tables, start)];
    if (table === undefined || start < table.body || table.head === "") return {};
    return { context: { text: table.head.slice(0, LONGEST_HEAD), by: "table head", status: "ok" } };
  };
}

/** By halving. */
function firstEndingAfter(tables: readonly HeadedTable[], start: number): number {
  let low = 0;
  let high = tables.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (tables[middle].end <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}
