import type { MessageRole } from "../../core/conversation.ts";
import { type TextLine, textLines } from "../lines.ts";
import { roleOf } from "../roles.ts";

export interface Label {
  readonly speaker: string;
  /** Where the words begin in the line. */
  readonly end: number;
  /** Milliseconds since the beginning, where the line says so. */
  readonly offset?: number;
}

/** "User:", "**Assistant:**", "## Human:", "[00:01:05] Anna: …", "ChatGPT said:". */
const LABEL =
  /^(?:\[?(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d{1,3})?\]?[ \t]+)?(?:#{1,6}[ \t]+|>[ \t]+|[-*][ \t]+)?(?:\*\*|__)?([\p{L}\p{N}][\p{L}\p{M}\p{N} .'’_-]{0,39}?)(?: said)?(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?(?:[ \t]|$)/u;
/** "## Assistant" on a line of its own. */
const HEADING = /^#{1,6}[ \t]+(?:\*\*)?(\p{L}{2,12})(?:\*\*)?[ \t]*$/u;
const LABEL_WITHIN = 80;

export function labelOf(line: string): Label | undefined {
  const head = line.slice(0, LABEL_WITHIN);
  const found = LABEL.exec(head);
  if (found !== null) {
    const [whole, clock, speaker] = found;
    return {
      speaker: speaker.trim(),
      end: whole.length,
      ...(clock === undefined ? {} : { offset: clockOffset(clock) }),
    };
  }
  const heading = HEADING.exec(head);
  return heading === null || talkerRole(heading[1]) === undefined
    ? undefined
    : { speaker: heading[1], end: line.length };
}

function clockOffset(clock: string): number {
  return clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000;
}

/** Of the words for roles, those that begin a line only where somebody speaks: "Model:" or "Environment:" would not do. */
const TALKERS = new Set([
  "user",
  "human",
  "you",
  "me",
  "customer",
  "assistant",
  "ai",
  "bot",
  "chatbot",
  "gpt",
  "chatgpt",
  "claude",
  "gemini",
  "copilot",
  "grok",
  "system",
]);

export function talkerRole(speaker: string): MessageRole | undefined {
  return TALKERS.has(speaker.toLowerCase()) ? roleOf(speaker) : undefined;
}

/** Words before a colon that are no names. */
const NO_NAMES =
  /^(?:note|notes|todo|ps|p\.s\.|summary|example|examples|date|time|subject|re|fw|fwd|fyi|update|edit|warning|tip|hint|https?|file|title|topic|question|answer|step \d+|chapter \d+|section \d+|\d+)$/i;

/**
 * The names that speak in a text without roles: at least two must speak more than once. Then a capitalised name
 * that speaks once counts too, or its words would be put into another's mouth.
 */
export function speakersIn(labels: readonly Label[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { speaker } of labels) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const names = [...counts].filter(([speaker]) => !NO_NAMES.test(speaker));
  if (names.filter(([, count]) => count >= 2).length < 2) return new Set();
  return new Set(
    names.filter(([speaker, count]) => count >= 2 || /^\p{Lu}/u.test(speaker)).map(([speaker]) => speaker),
  );
}

const FENCE = /^[ \t]{0,3}(`{3,}|~{3,})/;

/** The lines that may hold a label: those in fenced code may not. A fence that is never closed fences nothing. */
export function* unfencedLines(text: string): Generator<TextLine> {
  let fence: string | undefined;
  let held: TextLine[] = [];
  for (const line of textLines(text)) {
    const mark = FENCE.exec(line.line.slice(0, LABEL_WITHIN))?.[1];
    if (fence === undefined) {
      if (mark === undefined) yield line;
      else [fence, held] = [mark, []];
    } else if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) {
      [fence, held] = [undefined, []];
    } else held.push(line);
  }
  yield* held;
}
