import type { Chunk } from "../core/chunk.ts";
import type { Span } from "../core/span.ts";
import { frontMatter } from "../text/front-matter.ts";
import { printable } from "./printable.ts";
import { displayWidth, fittingEnd, type LineRange, wrapRange } from "./text-width.ts";

/** Lines of a snippet; code needs one more to be understood. */
const PROSE_LINES = 3;
const CODE_LINES = 4;
/** How far before the first marked word a snippet looks for the beginning of its sentence. */
const LEAD = 80;
/** What is shown of a long line of code before its first marked word; less than half of the narrowest line. */
const CODE_LEAD = 12;
const HEADINGS = /\s*(?:#{1,6} [^\n]*\n+)*/y;

/** How marked words look; plain for pipes. */
export type Mark = (text: string) => string;

/** The part of a chunk that says best why it was found, as lines of at most `columns`. */
export function snippet(chunk: Chunk, highlights: readonly Span[], columns: number, mark: Mark): string[] {
  const spans = merged(highlights, chunk.text.length);
  return chunk.code === undefined && chunk.metadata.contentType !== "code"
    ? proseLines(chunk.text, spans, columns, mark)
    : codeLines(chunk.text, spans, columns, mark);
}

/** Running text: line breaks become spaces, and lines are broken anew. */
function proseLines(text: string, spans: readonly Span[], columns: number, mark: Mark): string[] {
  // One unit stays one unit, so that spans stay right.
  const flat = printable(text).replaceAll(/\s/g, " ");
  const best = densest(text, spans, (span) => span.start, (PROSE_LINES - 1) * columns);
  const start = afterHeading(text, best === undefined ? 0 : sentenceStart(text, best.start));
  const lines = wrapRange(flat, { start, end: flat.length }, columns - 1, PROSE_LINES);
  const shown = lines.map((line) => marked(flat, line, spans, mark).replaceAll(/ {2,}/g, " "));
  if (shown.length === 0) return [];
  if (flat.slice(lines.at(-1)?.end).trim() !== "") shown[shown.length - 1] += "…";
  if (afterHeading(text, 0) < start) shown[0] = `…${shown[0]}`;
  return shown;
}

/** Title and heading are shown above the snippet; here they and the front matter would only take room. */
function afterHeading(text: string, start: number): number {
  const body = start === 0 ? (frontMatter(text)?.end ?? 0) : start;
  HEADINGS.lastIndex = body;
  const from = body + (HEADINGS.exec(text)?.[0].length ?? 0);
  return text.slice(from).trim() === "" ? start : from;
}

/** Code keeps its lines; what they are all indented by goes. */
function codeLines(text: string, spans: readonly Span[], columns: number, mark: Mark): string[] {
  // One unit stays one unit, so that spans stay right.
  const safe = printable(text).replaceAll(/[\r\t]/g, " ");
  const lines = linesOf(safe).filter(({ start, end }) => safe.slice(start, end).trim() !== "");
  const first = densestLine(safe, lines, spans);
  const chosen = lines.slice(first, first + CODE_LINES);
  const indent = Math.min(...chosen.map(({ start, end }) => safe.slice(start, end).search(/\S/)));
  return chosen.map(({ start, end }) => codeLine(safe, { start: start + indent, end }, spans, columns, mark));
}

/** One line of code; of a long one, the part around what is marked first. */
function codeLine(
  text: string,
  line: LineRange,
  spans: readonly Span[],
  columns: number,
  mark: Mark,
): string {
  const end = line.start + text.slice(line.start, line.end).trimEnd().length;
  if (displayWidth(text.slice(line.start, end)) <= columns)
    return marked(text, { ...line, end }, spans, mark);
  const first = spans.find((span) => span.end > line.start)?.start ?? end;
  const isFar = first < end && displayWidth(text.slice(line.start, first)) > columns / 2;
  const start = isFar ? first - CODE_LEAD : line.start;
  const fits = start + fittingEnd(text.slice(start, end), columns - (isFar ? 2 : 1));
  return `${isFar ? "…" : ""}${marked(text, { start, end: fits }, spans, mark)}${fits < end ? "…" : ""}`;
}

function linesOf(text: string): LineRange[] {
  const lines: LineRange[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

/** The line to begin with: the first of those that hold the most marked words, with lines behind it. */
function densestLine(text: string, lines: readonly LineRange[], spans: readonly Span[]): number {
  let line = 0;
  const lineOf = new Map<Span, number>();
  for (const span of spans) {
    while (line < lines.length - 1 && lines[line].end <= span.start) line++;
    lineOf.set(span, line);
  }
  const best = densest(text, spans, (span) => lineOf.get(span) ?? 0, CODE_LINES - 1);
  const first = best === undefined ? 0 : (lineOf.get(best) ?? 0);
  return Math.max(0, Math.min(first, lines.length - CODE_LINES));
}

/** The first of the marked words within `reach` of each other that say most: different words, then many. */
function densest(
  text: string,
  spans: readonly Span[],
  placeOf: (span: Span) => number,
  reach: number,
): Span | undefined {
  const inside = new Map<string, number>();
  const wordOf = ({ start, end }: Span): string => text.slice(start, end).toLowerCase();
  let best: Span | undefined;
  let most = 0;
  let first = 0;
  for (const [last, span] of spans.entries()) {
    inside.set(wordOf(span), (inside.get(wordOf(span)) ?? 0) + 1);
    for (; placeOf(span) - placeOf(spans[first]) > reach; first++) {
      const left = (inside.get(wordOf(spans[first])) ?? 0) - 1;
      if (left > 0) inside.set(wordOf(spans[first]), left);
      else inside.delete(wordOf(spans[first]));
    }
    const worth = inside.size + (last - first + 1) / (spans.length + 1);
    if (worth <= most) continue;
    most = worth;
    best = spans[first];
  }
  return best;
}

/** The beginning of the sentence, line or at least word that a place lies in. */
function sentenceStart(text: string, place: number): number {
  const from = Math.max(0, place - LEAD);
  if (from === 0) return 0;
  const before = text.slice(from, place);
  const sentence = Math.max(
    ...[...before.matchAll(/[.!?。！？]\s+|\n\s*/g)].map((match) => match.index + match[0].length),
    -1,
  );
  if (sentence >= 0) return from + sentence;
  const word = before.search(/\s/);
  return word < 0 ? place : from + word + 1;
}

function marked(text: string, line: LineRange, spans: readonly Span[], mark: Mark): string {
  let result = "";
  let at = line.start;
  for (const span of spans) {
    if (span.end <= at) continue;
    if (span.start >= line.end) break;
    const start = Math.max(at, span.start);
    const end = Math.min(line.end, span.end);
    result += text.slice(at, start) + mark(text.slice(start, end));
    at = end;
  }
  return result + text.slice(at, line.end);
}

function merged(spans: readonly Span[], length: number): Span[] {
  const result: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (start >= end || end > length) continue;
    if (last !== undefined && start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else result.push({ start, end });
  }
  return result;
}
