import type { RecallExplanation, RecalledMemory } from "../memory/recall-types.ts";
import { bar } from "./figures.ts";
import { oneLine, style } from "./terminal.ts";
import { displayWidth, fitWidth } from "./text-width.ts";

const BAR_COLUMNS = 8;
const SCORE_COLUMNS = BAR_COLUMNS + " 0.00".length;
const INDENT = "    ";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A memory at a glance: when it was, how good, what was said. */
export function renderMemory(
  memory: RecalledMemory,
  rank: number,
  best: number,
  now: number,
  columns: number,
): string {
  const { at, session, score, user, assistant, chunk, duplicates, explanation } = memory;
  const head = `${String(rank).padStart(2)}  `;
  const place = session === undefined ? "" : ` · session ${oneLine(session)}`;
  const title = fitWidth(
    `${dateOf(at)} (${ago(now - at)})${place}`,
    columns - head.length - SCORE_COLUMNS - 2,
  );
  const gap = " ".repeat(Math.max(2, columns - head.length - displayWidth(title) - SCORE_COLUMNS));
  const share = best > 0 ? score / best : 0;
  const said =
    chunk.kind === "child"
      ? [["", chunk.text]]
      : [
          ["> ", user],
          ["< ", assistant],
        ];
  const lines = [
    `${style(["dim"], head)}${style(["bold"], title)}${gap}${style(["cyan"], bar(share, BAR_COLUMNS))} ${score.toFixed(2)}`,
    ...said
      .filter(([, text]) => text !== "")
      .map(
        ([sign, text]) =>
          `${INDENT}${style(["dim"], sign)}${fitWidth(oneLine(text), columns - INDENT.length - 2)}`,
      ),
  ];
  if (duplicates.length > 0) lines.push(`${INDENT}${style(["dim"], `said ${duplicates.length} times more`)}`);
  if (explanation !== undefined)
    lines.push(...explain(explanation).map((line) => `${INDENT}${style(["dim"], line)}`));
  return `${lines.join("\n")}\n`;
}

function explain({ score, relevance, recency, importance, parts, ...ranks }: RecallExplanation): string[] {
  const { wordRank, meaningRank, cosine } = ranks;
  const lists = [
    wordRank === undefined ? [] : `words #${wordRank}`,
    meaningRank === undefined ? [] : `meaning #${meaningRank} (cosine ${(cosine ?? 0).toFixed(2)})`,
  ].flat();
  const sum = Object.entries(parts)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`);
  return [
    `${score.toFixed(3)} = relevance ${relevance.toFixed(3)} × recency ${recency.factor.toFixed(3)} × importance ${importance.factor.toFixed(3)}`,
    `relevance: ${sum.join(" + ")}${lists.length === 0 ? "" : `; ${lists.join(", ")}`}`,
    `recency: ${Math.round(100 * recency.retention)} % left after ${ago(recency.hours * HOUR).replace(" ago", "")} (${recency.decay}); importance ${importance.importance.toFixed(2)}, ${importance.spacedUses.toFixed(1)} spaced uses`,
  ];
}

/** When what was recalled was said: a line from the oldest to now, a digit where memories stand. */
export function renderTimeline(times: readonly number[], now: number, columns: number): string {
  const oldest = Math.min(...times, now - HOUR);
  const left = dateOf(oldest).slice(0, 10);
  const width = Math.max(10, columns - left.length - " now".length - 2 - INDENT.length);
  const marks = new Map<number, number>();
  for (const at of times) {
    const place = Math.round(((width - 1) * (Math.min(at, now) - oldest)) / Math.max(1, now - oldest));
    marks.set(place, (marks.get(place) ?? 0) + 1);
  }
  const line = Array.from({ length: width }, (_, place) => markOf(marks.get(place) ?? 0)).join("");
  return `${INDENT}${style(["dim"], left)} ${style(["cyan"], line)} ${style(["dim"], "now")}\n`;
}

function markOf(memories: number): string {
  if (memories === 0) return "─";
  if (memories === 1) return "●";
  return memories < 10 ? String(memories) : "+";
}

function dateOf(at: number): string {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString().slice(0, 16).replace("T", " ") : "unknown";
}

/** "3 days ago", "in the future" for a clock that ran backwards. */
export function ago(milliseconds: number): string {
  if (milliseconds < -60_000) return "in the future";
  const [value, unit] =
    milliseconds < HOUR
      ? [milliseconds / 60_000, "minute"]
      : milliseconds < 2 * DAY
        ? [milliseconds / HOUR, "hour"]
        : milliseconds < 700 * DAY
          ? [milliseconds / DAY, "day"]
          : [milliseconds / (365.25 * DAY), "year"];
  const rounded = Math.max(0, Math.floor(value as number));
  if (rounded === 0) return "just now";
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"} ago`;
}
