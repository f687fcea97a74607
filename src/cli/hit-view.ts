import type { Chunk } from "../core/chunk.ts";
import type { Hit } from "../search/types.ts";
import { bar } from "./figures.ts";
import { type Mark, snippet } from "./snippet.ts";
import { oneLine, style } from "./terminal.ts";
import { displayWidth, fitWidth } from "./text-width.ts";

const BAR_COLUMNS = 8;
const SCORE_COLUMNS = BAR_COLUMNS + " 0.00".length;
const INDENT = "    ";
/** Documents that say the same as a hit and are named. */
const NAMED_DUPLICATES = 3;

/** The document's title and the headings a chunk stands under, outermost first; none twice. */
function headingsOf({ documentId, path, metadata }: Chunk): string[] {
  const title = typeof metadata.title === "string" ? oneLine(metadata.title) : "";
  const headings = path.map(oneLine).filter((heading) => heading !== "");
  const first = title === "" ? oneLine(documentId.slice(documentId.lastIndexOf("/") + 1)) : title;
  return headings[0] === first ? headings : [first, ...headings];
}

/** Where a chunk lies; the document's name stands in it. */
export function placeOf(documentId: string, locator: string | undefined): string {
  const place = oneLine(locator ?? "");
  const document = oneLine(documentId);
  if (place === "") return document;
  return place.startsWith(document) ? place : `${document}, ${place}`;
}

/** A hit at a glance: what it is, how good, where it lies, and the words that were found. */
export function renderHit(hit: Hit, rank: number, best: number, columns: number): string {
  const { chunk, score } = hit;
  const head = `${String(rank).padStart(2)}  `;
  const title = fitPath(headingsOf(chunk), columns - head.length - SCORE_COLUMNS - 2);
  const gap = " ".repeat(Math.max(2, columns - head.length - displayWidth(title) - SCORE_COLUMNS));
  const share = best > 0 ? score / best : 0;
  const lines = [
    `${style(["dim"], head)}${style(["bold"], title)}${gap}${style(["cyan"], bar(share, BAR_COLUMNS))} ${score.toFixed(2)}`,
    `${INDENT}${style(["dim"], fitWidth(facts(hit).join(" · "), columns - INDENT.length))}`,
    ...snippet(chunk, hit.highlights, columns - INDENT.length, MARK).map((line) => INDENT + line),
  ];
  return `${lines.join("\n")}\n`;
}

const MARK: Mark = (text) => style(["bold", "yellow"], text);

function facts({ chunk, text, tokens, locator, duplicates }: Hit): string[] {
  const result = [placeOf(chunk.documentId, chunk.locator)];
  if (text.length > chunk.text.length) {
    const around = locator === undefined || locator === chunk.locator ? "" : ` ${lastPart(oneLine(locator))}`;
    result.push(`gives${around}, ${tokens} tokens`);
  } else result.push(`${tokens} tokens`);
  const same = [...new Set(duplicates.map(({ documentId }) => oneLine(documentId)))];
  if (same.length > 0) {
    const more = same.length > NAMED_DUPLICATES ? ` and ${same.length - NAMED_DUPLICATES} more` : "";
    result.push(`also in ${same.slice(0, NAMED_DUPLICATES).join(", ")}${more}`);
  }
  return result;
}

/** Of `docs/a.md:10-42` only the lines: the document was named just before. */
function lastPart(locator: string): string {
  const lines = /:(\d+-\d+)$/.exec(locator);
  return lines === null ? locator : lines[1];
}

/** The innermost heading says most, then the outermost: what is too long goes from between them. */
function fitPath(headings: readonly string[], columns: number): string {
  const parts = [...headings];
  let isCut = false;
  const join = (): string => (isCut ? [parts[0], "…", ...parts.slice(1)] : parts).join(" › ");
  while (parts.length > 2 && displayWidth(join()) > columns) {
    parts.splice(1, 1);
    isCut = true;
  }
  return fitWidth(join(), columns);
}
