import type { Section } from "../core/document.ts";
import { SherdError } from "../core/errors.ts";

/** An outline of more parts helps nobody and costs memory. */
export const MOST_RECORDS = 100_000;

export interface JsonRecords {
  /** Members of the outermost object by name, or the objects and arrays of the outermost array. */
  readonly sections: readonly Section[];
  /** Whether there were more than {@link MOST_RECORDS}. */
  readonly truncated: boolean;
  /** What is wrong with the brackets and strings, if anything. */
  readonly problem?: string;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const SLASH = 47;
const STAR = 42;

/**
 * Finds the parts of a JSON text without building its values: one pass, memory for the parts only. Comments
 * are passed over, as settings files have them. Throws `LIMIT_EXCEEDED` when brackets nest too deep.
 */
export function jsonRecords(text: string, name: string, deepest: number): JsonRecords {
  const sections: Section[] = [];
  const open: number[] = [];
  let truncated = false;
  let problem: string | undefined;
  /** Where the current member or element began, and its name. */
  let partStart = -1;
  let partName: string | undefined;
  let partIsCompound = false;
  let elements = 0;

  const finishPart = (end: number): void => {
    if (partStart >= 0) {
      const isMember = open[0] === 123;
      elements++;
      if (isMember ? partName !== undefined : partIsCompound) {
        if (sections.length < MOST_RECORDS)
          sections.push(section(isMember, partName, elements, partStart, end));
        else truncated = true;
      }
    }
    partStart = -1;
    partName = undefined;
    partIsCompound = false;
  };

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) continue;
    if (code === SLASH) {
      const end = commentEnd(text, at);
      if (end > at) {
        at = end - 1;
        continue;
      }
    }
    if (code === 125 || code === 93) {
      const opening = open.at(-1);
      if (opening === undefined || opening !== code - 2) problem ??= `"${text[at]}" at ${at} closes nothing`;
      if (open.length === 1) finishPart(lastWritten(text, at));
      open.pop();
      continue;
    }
    if (open.length === 1) {
      if (code === COMMA) {
        finishPart(lastWritten(text, at));
        continue;
      }
      if (partStart < 0) partStart = at;
    }
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      if (end < 0) return { sections, truncated, problem: `the string at ${at} is not closed` };
      if (open.length === 1 && partStart === at && isNameAt(text, end))
        partName = memberName(text.slice(at, end));
      at = end - 1;
    } else if (code === 123 || code === 91) {
      if (open.length === 1) partIsCompound = true;
      open.push(code);
      if (open.length > deepest) throw tooDeep(name, deepest);
    }
  }
  if (open.length > 0)
    problem ??= `${open.length} ${open.length === 1 ? "bracket is" : "brackets are"} not closed`;
  return { sections, truncated, ...(problem === undefined ? {} : { problem }) };
}

function section(
  isMember: boolean,
  name: string | undefined,
  count: number,
  start: number,
  end: number,
): Section {
  const base = { kind: "record", title: name ?? "", level: 1, span: { start, end } };
  return isMember ? base : { ...base, locator: `item ${count}` };
}

/** Behind the closing quote; -1 when there is none. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at + 1;
  }
  return -1;
}

function isNameAt(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 32) at++;
  return text.charCodeAt(at) === COLON;
}

const LONGEST_NAME = 200;

function memberName(written: string): string {
  if (written.length > LONGEST_NAME) return `${written.slice(1, LONGEST_NAME)}…`;
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}

/** Behind the comment that starts here; the start itself when none does. */
function commentEnd(text: string, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (next !== SLASH && next !== STAR) return start;
  const close = next === SLASH ? "\n" : "*/";
  const end = text.indexOf(close, start + 2);
  return end < 0 ? text.length : end + close.length;
}

/** Behind the last character before a position that is not blank. */
function lastWritten(text: string, position: number): number {
  let at = position;
  while (at > 0 && text.charCodeAt(at - 1) <= 32) at--;
  return at;
}

function tooDeep(name: string, deepest: number): SherdError {
  return new SherdError(
    "LIMIT_EXCEEDED",
    `${name} nests brackets more than ${deepest} deep. Raise the limit "nesting", or leave the file out.`,
    { path: name, limit: "nesting", most: deepest },
  );
}
