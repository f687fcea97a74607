import type { Span } from "../../core/span.ts";

/** A quoted field that runs on for longer was never closed: its quote is then an ordinary character. */
const LONGEST_QUOTED = 100_000;

const DELIMITERS = [",", "\t", ";", "|"] as const;

/** The records of delimited text, line ends included: a line break inside a quoted field ends none. */
export function recordSpans(text: string, delimiter: string, from = 0, to = text.length): Span[] {
  const spans: Span[] = [];
  let start = from;
  let fieldStart = from;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 34 && at === fieldStart) {
      at = closingQuote(text, at, Math.min(to, at + LONGEST_QUOTED)) ?? at;
    } else if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
      spans.push({ start, end: at + 1 });
      start = at + 1;
      fieldStart = start;
    } else if (text[at] === delimiter) fieldStart = at + 1;
  }
  if (start < to) spans.push({ start, end: to });
  return spans;
}

/** The quote that ends the field opened at `open`; a doubled quote is one of its characters. */
function closingQuote(text: string, open: number, limit: number): number | undefined {
  for (let at = text.indexOf('"', open + 1); at >= 0 && at < limit; at = text.indexOf('"', at + 1)) {
    if (text.charCodeAt(at + 1) !== 34) return at;
    at++;
  }
  return undefined;
}

/** The cells of one record, unquoted. */
export function cellsOf(record: string, delimiter: string): string[] {
  const cells: string[] = [];
  const line = record.replace(/\r?\n$|\r$/, "");
  let at = 0;
  while (at <= line.length) {
    const quoted = line.charCodeAt(at) === 34 ? closingQuote(line, at, line.length) : undefined;
    const end = line.indexOf(delimiter, quoted ?? at);
    const stop = end < 0 ? line.length : end;
    cells.push(
      quoted === undefined
        ? line.slice(at, stop)
        : line.slice(at + 1, quoted).replaceAll('""', '"') + line.slice(quoted + 1, stop),
    );
    at = stop + 1;
  }
  return cells;
}

/** How many cells most records of several have, and the share of all records that do. */
function usualCells(counts: readonly number[]): { readonly cells: number; readonly share: number } {
  const times = new Map<number, number>();
  for (const count of counts) if (count > 1) times.set(count, (times.get(count) ?? 0) + 1);
  const [cells = 1, often = 0] = [...times].sort(([, a], [, b]) => b - a)[0] ?? [];
  return { cells, share: often / Math.max(1, counts.length) };
}

/** How much of a text is looked at to tell its delimiter. */
const SAMPLE = 16_384;

/**
 * The delimiter that divides the most records alike, and of equals into the most cells. A title and blank
 * lines above a table do not count against it.
 */
export function guessDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE);
  let best: string = DELIMITERS[0];
  let found = { cells: 1, share: LEAST_SHARE };
  for (const delimiter of DELIMITERS) {
    const records = recordSpans(sample, delimiter).slice(0, 20);
    // The last one may be cut off by the sample.
    if (records.length > 1 && sample.length < text.length) records.pop();
    const usual = usualCells(
      records.map(({ start, end }) => cellsOf(sample.slice(start, end), delimiter).length),
    );
    if (usual.share < found.share || (usual.share === found.share && usual.cells <= found.cells)) continue;
    found = usual;
    best = delimiter;
  }
  return best;
}

/** Below this share of records, a delimiter is a character like others. */
const LEAST_SHARE = 0.5;
