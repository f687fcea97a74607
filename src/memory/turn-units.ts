import { loadBlockParser } from "../chunk/markdown/block-parser.ts";
import type { Boundary } from "../core/chunk.ts";
import type { DocumentInput } from "../core/document.ts";
import type { Span } from "../core/span.ts";
import { lineStarts } from "../text/lines.ts";
import { skipWhitespace, skipWhitespaceBack } from "../text/whitespace.ts";
import { messageSpans } from "./render-turn.ts";

/**
 * A part of a turn that says less when it is cut: a message, a code block, a list, an item of one, a table.
 * Without the blanks around it, as chunks are.
 */
export interface TurnUnit extends Span {
  readonly kind: "message" | "code" | "list" | "item" | "block";
  /** What a cut before it is called. */
  readonly boundary: Boundary;
}

const KINDS: Readonly<Record<string, TurnUnit["kind"]>> = {
  fence: "code",
  code_block: "code",
  bullet_list_open: "list",
  ordered_list_open: "list",
  list_item_open: "item",
  table_open: "block",
  math_block: "block",
};

/**
 * The units of a turn by their start, the outer before the inner. Each message is read as Markdown by
 * itself: a fence that one side leaves open must not swallow what the other says.
 */
export async function turnUnits(document: DocumentInput): Promise<TurnUnit[]> {
  const parse = await loadBlockParser();
  const units: TurnUnit[] = [];
  for (const { start, content, end } of messageSpans(document)) {
    units.push({ start, end, kind: "message", boundary: "section" });
    const body = document.text.slice(content, end);
    const opening = skipWhitespace(body, 0);
    const lines = lineStarts(body);
    for (const { type, map } of parse(body)) {
      const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
      if (kind === undefined || map === null) continue;
      const behind = lines[map[1]] ?? body.length;
      const first = skipWhitespace(body, lines[map[0]] ?? body.length, behind);
      const last = skipWhitespaceBack(body, behind, first);
      if (last <= first) continue;
      units.push({
        // A label is no text to leave behind alone: it goes with what it opens.
        start: first === opening ? start : content + first,
        end: content + last,
        kind,
        boundary: kind === "item" ? "list" : "paragraph",
      });
    }
  }
  return units.sort((a, b) => a.start - b.start || b.end - a.end);
}
