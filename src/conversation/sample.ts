import { JsonLineScanner } from "./json-lines.ts";
import { parsePrefix } from "./json-prefix.ts";
import { JsonRecordScanner } from "./json-stream.ts";

/** How a JSON file is divided. */
export type JsonLayout = "array" | "values" | "lines";

/** The beginning of a file, as far as it tells the format. */
export interface Sample {
  readonly lines: readonly string[];
  /** Absent when the file is no JSON. */
  readonly json?: { readonly layout: JsonLayout; readonly records: readonly unknown[] };
}

/** Records and lines looked at. */
const MOST_RECORDS = 20;
const MOST_LINES = 400;
const LONGEST_LINE = 2_000;

export function takeSample(text: string, name = ""): Sample {
  const start = text.search(/[^\s\ufeff]/);
  const lines = text.split(/\r\n|\n|\r/, MOST_LINES).map((line) => line.slice(0, LONGEST_LINE));
  const first = text[start];
  if (first !== "{" && first !== "[") return { lines };
  const layout = /\.(?:jsonl|ndjson)$/i.test(name) ? "lines" : layoutOf(text, start);
  const records = recordsOf(text, start, layout);
  // "[15/01/2024, 09:41:07] Anna: …" opens a bracket too.
  return records.length === 0 ? { lines } : { lines, json: { layout, records } };
}

/**
 * One value a line when the first line is a whole value and another line follows it. A line longer than the
 * sample is a file's only one as far as can be seen.
 */
function layoutOf(text: string, start: number): JsonLayout {
  const end = text.slice(start).search(/[\r\n]/);
  const firstLine = end < 0 ? undefined : text.slice(start, start + end);
  const hasMore = firstLine !== undefined && /\S/.test(text.slice(start + firstLine.length));
  if (hasMore && parses(firstLine)) return "lines";
  return text[start] === "[" ? "array" : "values";
}

function recordsOf(text: string, start: number, layout: JsonLayout): unknown[] {
  const scope = { name: "", maxConversationLength: text.length };
  const scanner =
    layout === "lines" ? new JsonLineScanner(scope) : new JsonRecordScanner(scope, layout === "array");
  const records: unknown[] = [];
  for (const record of scanner.push(text.slice(start))) {
    if ("value" in record) records.push(record.value);
    if (records.length === MOST_RECORDS) break;
  }
  if (records.length > 0) return records;
  const cut = parsePrefix(text.slice(start));
  if (cut === undefined) return [];
  return Array.isArray(cut) && layout === "array" ? cut.slice(0, 1) : [cut];
}

function parses(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
