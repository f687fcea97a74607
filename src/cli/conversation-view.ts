import type { ConversationLoss, NormalizedConversation } from "../core/conversation.ts";
import { whole } from "./figures.ts";
import { warn } from "./output.ts";
import { oneLine, style } from "./terminal.ts";

/** Rows and failures that are shown; --json has all. */
const LISTED = 12;
const LONGEST_TITLE = 70;

/** Something that could not be read or done, and what it was. */
export interface Failure {
  readonly conversation?: string | undefined;
  readonly error: Error;
}

export function titleOf({ title, id }: Pick<NormalizedConversation, "title" | "id">): string {
  const name = oneLine(title === undefined || title.trim() === "" ? id : title);
  return name.length > LONGEST_TITLE ? `${name.slice(0, LONGEST_TITLE).toWellFormed()}…` : name;
}

/** What the export holds and the result does not, and why. */
export function renderLosses(losses: readonly ConversationLoss[]): string {
  if (losses.length === 0) return "";
  const sorted = [...losses].sort((a, b) => b.count - a.count);
  const shown = sorted.slice(0, LISTED);
  const counts = shown.map(({ count }) => whole(count));
  const [countWidth, reasonWidth] = [widest(counts), widest(shown.map(({ reason }) => reason))];
  const lines = shown.map(({ reason, what, place }, i) => {
    const where = place === undefined ? "" : style(["dim"], `  first at ${oneLine(place)}`);
    return `  ${counts[i].padStart(countWidth)}  ${reason.padEnd(reasonWidth)}  ${oneLine(what)}${where}`;
  });
  if (sorted.length > LISTED) lines.push(`  and ${sorted.length - LISTED} kinds more; --json lists them.`);
  return `${[style(["bold"], "left out"), ...lines].join("\n")}\n`;
}

/** Names and figures, one a line. */
export function renderFigures(rows: readonly (readonly [string, string])[]): string {
  const width = widest(rows.map(([name]) => name));
  return `${rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n")}\n`;
}

export function listFailures(what: string, failures: readonly Failure[]): void {
  if (failures.length === 0) return;
  warn(`sherd: ${whole(failures.length)} ${what}:`);
  for (const { conversation, error } of failures.slice(0, LISTED))
    warn(`  ${conversation === undefined ? "" : `${oneLine(conversation)}: `}${oneLine(error.message)}`);
  if (failures.length > LISTED) warn(`  and ${whole(failures.length - LISTED)} more; --json lists them.`);
}

/** An error as programs read it. */
export function errorJson(error: Error): object {
  return { ...("code" in error ? { code: error.code } : {}), message: error.message };
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
