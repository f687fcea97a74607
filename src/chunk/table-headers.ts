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

/** Gives chunks that begin inside a table its head. Spans must come in order. */
export function tableHeaders(tables: readonly HeadedTable[]): (span: Span) => Description {
  let next = 0;
  return ({ start }) => {
    while (next < tables.length && tables[next].end <= start) next++;
    const table = tables[next];
    if (table === undefined || start < table.body || table.head === "") return {};
    return { context: { text: table.head.slice(0, LONGEST_HEAD), by: "table head", status: "ok" } };
  };
}
