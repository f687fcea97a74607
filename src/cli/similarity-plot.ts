import { styleText } from "node:util";
import type { SemanticExplanation } from "../chunk/index.ts";
import { graphemeFloor, LineIndex } from "../text/index.ts";
import { count } from "./chunk-stats.ts";
import { printable } from "./printable.ts";

type Style = Parameters<typeof styleText>[0];
type Reason = SemanticExplanation["cuts"][number]["reason"];

/** As everywhere: colours only where the terminal wants them. */
const style = (format: Style, text: string): string => styleText(format, text, { stream: process.stdout });

/** How each reason is marked under the curve, named in the legend and coloured. */
const REASONS: Readonly<Record<Reason, { mark: string; name: string; colour: Style }>> = {
  wall: { mark: "#", name: "heading", colour: "cyan" },
  topic: { mark: "◆", name: "topic", colour: "yellow" },
  maximum: { mark: "■", name: "full", colour: "magenta" },
};

/** Lines of a panel, and eighths of a character cell. */
const ROWS = 8;
const EIGHTHS = " ▁▂▃▄▅▆▇█";
/** " 0.5┤" in front of each line. */
const AXIS = 5;
const WIDEST_COLUMN = 3;
const NARROWEST = 24;
/** Panels longer than this are hard to read, however wide the terminal. */
const WIDEST = 120;

/**
 * The similarity of neighbours along a document, from left to right in as many panels as it takes: a column
 * for each pair, a mark under each cut, and below a list of the chunks with why they begin where they do.
 */
export function renderPlot(
  path: string,
  text: string,
  explanation: SemanticExplanation,
  columns: number,
): string {
  const { units, similarities, cuts, level } = explanation;
  const width = Math.max(NARROWEST, Math.min(WIDEST, columns));
  const chunks = units.length === 0 ? 0 : cuts.length + 1;
  const lines = [
    `${style("bold", printable(path))}  ${count(units.length, "unit")}, ${count(chunks, "chunk")}`,
  ];
  if (similarities.length > 0) {
    const reasons = new Map(cuts.map(({ position, reason }) => [position, reason]));
    const points = similarities.map((similarity, i) => ({
      similarity,
      reason: reasons.get(units[i + 1].start),
    }));
    const most = similarities.reduce((highest, one) => Math.max(highest, one), 0);
    // Full fifths, so that the middle of the axis has one decimal too.
    const top = Math.max(0.2, Math.ceil(5 * most) / 5);
    const wide = Math.max(1, Math.min(WIDEST_COLUMN, Math.floor((width - AXIS) / points.length)));
    const fitting = Math.floor((width - AXIS) / wide);
    for (let start = 0; start < points.length; start += fitting)
      lines.push("", ...panel(points.slice(start, start + fitting), { top, wide, level }));
    lines.push("", legend(cuts, level), "", ...chunkList(text, explanation, width));
  }
  return `${lines.join("\n")}\n\n`;
}

interface Point {
  readonly similarity: number;
  /** Of a cut after this pair's first unit. */
  readonly reason: Reason | undefined;
}

interface Scale {
  readonly top: number;
  /** Characters a column is wide. */
  readonly wide: number;
  readonly level: number | undefined;
}

function panel(points: readonly Point[], { top, wide, level }: Scale): string[] {
  const lines: string[] = [];
  for (let row = ROWS - 1; row >= 0; row--) {
    const label = row === ROWS - 1 ? top.toFixed(1) : row === ROWS / 2 ? (top / 2).toFixed(1) : "";
    const isLevel = level !== undefined && Math.floor((level / top) * ROWS) === row;
    const cells = points.map(({ similarity, reason }) => {
      const filled = Math.max(0, Math.min(8, Math.round(8 * ((ROWS * similarity) / top - row))));
      // Something is always seen, so that a column of nothing is not taken for a gap.
      const eighths = row === 0 ? Math.max(1, filled) : filled;
      const cell = EIGHTHS[eighths].repeat(wide);
      if (eighths === 0) return isLevel ? style("dim", "╌".repeat(wide)) : cell;
      return reason === undefined ? cell : style(REASONS[reason].colour, cell);
    });
    lines.push(`${style("dim", `${label.padStart(AXIS - 1)}┤`)}${cells.join("").trimEnd()}`);
  }
  const marks = points.map(({ reason }) =>
    reason === undefined
      ? " ".repeat(wide)
      : style(REASONS[reason].colour, REASONS[reason].mark.padEnd(wide)),
  );
  lines.push(`${style("dim", `${" ".repeat(AXIS - 2)}0└`)}${marks.join("").trimEnd()}`);
  return lines;
}

function legend(cuts: SemanticExplanation["cuts"], level: number | undefined): string {
  const parts = Object.entries(REASONS).flatMap(([reason, { mark, name, colour }]) => {
    const times = cuts.filter((cut) => cut.reason === reason).length;
    return times === 0 ? [] : [`${style(colour, mark)} ${name} ${times}`];
  });
  if (level !== undefined) parts.push(`${style("dim", "╌")} threshold ${level.toFixed(2)}`);
  return `${" ".repeat(AXIS)}cut at: ${parts.join("  ") || "nothing"}`;
}

/** A line a chunk: its number, the line it begins at, how alike it is to what came before, why, and how it begins. */
function chunkList(text: string, { cuts }: SemanticExplanation, width: number): string[] {
  const index = new LineIndex(text);
  const starts = [{ position: 0, similarity: undefined, reason: undefined }, ...cuts];
  const lineDigits = String(index.lineCount).length;
  const digits = String(starts.length).length;
  return starts.map(({ position, similarity, reason }, i) => {
    const number = `#${i + 1}`.padStart(digits + 1);
    const line = `line ${index.positionAt(position).line}`.padEnd(lineDigits + 5);
    const alike = (similarity === undefined ? "" : decimals(similarity)).padStart(5);
    const why = reason === undefined ? "start" : REASONS[reason].name;
    const fact = `${number}  ${line}  ${alike}  ${why.padEnd(7)}  `;
    const words = printable(
      text
        .slice(position, position + 4 * width)
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
    const room = width - fact.length;
    const shown =
      words.length > room ? `${words.slice(0, graphemeFloor(words, Math.max(0, room - 1)))}…` : words;
    return `${reason === undefined ? fact : style(REASONS[reason].colour, fact)}${shown}`;
  });
}

/** Two decimals, and no minus before a zero. */
function decimals(value: number): string {
  return (Math.round(100 * value) / 100 + 0).toFixed(2);
}
