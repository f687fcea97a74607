import type { MemoryType } from "../../core/extraction.ts";
import { tensesDiffer } from "./modality.ts";
import { opposition } from "./opposites.ts";
import type { Statement } from "./statement.ts";

/** What two statements can differ in, however alike they read. */
const GUARDS = [
  "subject",
  "number",
  "unit",
  "date",
  "validity",
  "negation",
  "name",
  "roles",
  "modality",
  "antonym",
  "word",
] as const;
type Guard = (typeof GUARDS)[number];

export interface Difference {
  readonly guard: Guard;
  /** What each side says; empty where it says nothing. */
  readonly a: string;
  readonly b: string;
}

/** A memory as it is compared: what it says, and when that was said and holds. */
export interface Comparable {
  readonly type: MemoryType;
  readonly statement: Statement;
  /** Of the evidence: earliest and latest time it was said. */
  readonly saidFirst: number | undefined;
  readonly saidLast: number | undefined;
  readonly validFrom: number | undefined;
  readonly validTo: number | undefined;
}

const DAY = 86_400_000;
/** "On Monday", said further apart, is another Monday. */
const SAME_WEEK = 6 * DAY;

/** What may be said in addition without denying the rest. */
const ADDABLE: ReadonlySet<Guard> = new Set<Guard>(["number", "date", "name", "word"]);

/** Whether one side merely says more. */
export function isAddition({ guard, a, b }: Difference): boolean {
  return ADDABLE.has(guard) && (a === "" || b === "");
}

/** Two differences that are no additions make another matter, whatever else there is. */
const MOST_DIFFERENCES = 2;

/** Every guard but those of names, words and their places, which need the alignment. */
export function differences(a: Comparable, b: Comparable): Difference[] {
  const found: Difference[] = [];
  let real = 0;
  for (const check of CHECKS) {
    const difference = check(a, b);
    if (difference === undefined) continue;
    found.push(difference);
    if (!isAddition(difference) && ++real === MOST_DIFFERENCES) break;
  }
  return found;
}

type Check = (a: Comparable, b: Comparable) => Difference | undefined;

const CHECKS: readonly Check[] = [numbers, dates, negation, antonyms, modality, subjects, validity];

function numbers({ statement: a }: Comparable, { statement: b }: Comparable): Difference | undefined {
  if (a.quantities.length === 0 && b.quantities.length === 0) return undefined;
  const keysA = a.quantities.map(({ key }) => key);
  const keysB = b.quantities.map(({ key }) => key);
  const [onlyA, onlyB] = unshared(keysA, keysB);
  if (onlyA.length > 0 || onlyB.length > 0) {
    const sameFigures =
      onlyA.length === onlyB.length && onlyA.length > 0 && figuresOf(onlyA) === figuresOf(onlyB);
    return { guard: sameFigures ? "unit" : "number", a: onlyA.join(" "), b: onlyB.join(" ") };
  }
  // The same numbers, but of other things, or from and to exchanged.
  const counts = new Map(a.quantities.map(({ key, counted }) => [singular(counted), key]));
  for (const { key, counted } of b.quantities) {
    const other = counted === undefined ? undefined : counts.get(singular(counted));
    if (other !== undefined && other !== key && keysA.filter((k) => k === key).length < 2)
      return { guard: "number", a: `${other} ${counted}`, b: `${key} ${counted}` };
  }
  const exchanged = a.allWords.has("from") && a.allWords.has("to") && keysA.join(" ") !== keysB.join(" ");
  return exchanged ? { guard: "number", a: keysA.join(" to "), b: keysB.join(" to ") } : undefined;
}

function singular(word: string | undefined): string | undefined {
  return word?.replace(/e?s$/, "");
}

/** Without its dimension: equal figures in other units are a matter of units. */
function figuresOf(keys: readonly string[]): string {
  return keys
    .map((key) => /^[=#]?-?[\d.]*?(?=0*(?:e[+-]?\d+)?[^\d.]|0*$)/.exec(key)?.[0].replace(/^0\.0*/, ""))
    .join(" ");
}

function dates(first: Comparable, second: Comparable): Difference | undefined {
  const a = first.statement;
  const b = second.statement;
  const [onlyA, onlyB] = unshared(a.dates, b.dates);
  if (onlyA.length > 0 || onlyB.length > 0) return { guard: "date", a: onlyA.join(" "), b: onlyB.join(" ") };
  if (first.saidFirst === undefined || second.saidFirst === undefined) return undefined;
  // The day of "tomorrow" hangs on when it was said: united with what was said on another day it would be lost.
  const otherDay =
    (a.isRelative || b.isRelative) &&
    Math.floor(first.saidFirst / DAY) !== Math.floor(second.saidFirst / DAY);
  const apart = Math.max(
    second.saidFirst - (first.saidLast ?? first.saidFirst),
    first.saidFirst - (second.saidLast ?? second.saidFirst),
  );
  if (!otherDay && (!a.isDeictic || !b.isDeictic || apart <= SAME_WEEK)) return undefined;
  return {
    guard: "date",
    a: `said ${timeName(first.saidFirst)}`,
    b: `said ${timeName(second.saidFirst)}`,
  };
}

function negation({ statement: a }: Comparable, { statement: b }: Comparable): Difference | undefined {
  if (a.isNegative !== b.isNegative)
    return {
      guard: "negation",
      a: a.isNegative ? `not ${[...a.negated].join(" ")}` : "",
      b: b.isNegative ? `not ${[...b.negated].join(" ")}` : "",
    };
  if (!a.isCompound && !b.isCompound) return undefined;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ])
    for (const head of one.negated)
      if (other.stems.has(head) && !other.negated.has(head))
        return {
          guard: "negation",
          a: `not ${[...a.negated].join(" ")}`,
          b: `not ${[...b.negated].join(" ")}`,
        };
  return undefined;
}

function antonyms({ statement: a }: Comparable, { statement: b }: Comparable): Difference | undefined {
  const [onlyA, onlyB] = unshared([...a.degrees], [...b.degrees]);
  if (onlyA.length > 0 || onlyB.length > 0)
    return { guard: "antonym", a: onlyA.join(" "), b: onlyB.join(" ") };
  for (const [name, ofA] of a.exclusive) {
    const ofB = b.exclusive.get(name);
    if (ofB === undefined) continue;
    const [restA, restB] = unshared([...ofA], [...ofB]);
    if (restA.length > 0 && restB.length > 0)
      return { guard: "antonym", a: restA.join(" "), b: restB.join(" ") };
  }
  const opposed = opposition(a.poles, b.poles);
  return opposed && { guard: "antonym", a: opposed[0], b: opposed[1] };
}

function modality({ statement: a }: Comparable, { statement: b }: Comparable): Difference | undefined {
  if (a.modality.join() !== b.modality.join())
    return { guard: "modality", a: a.modality.join(" "), b: b.modality.join(" ") };
  if (a.modality.length > 0 || !tensesDiffer(a.tense, b.tense)) return undefined;
  return { guard: "modality", a: tenseName(a), b: tenseName(b) };
}

function tenseName({ tense }: Statement): string {
  return tense.auxiliary ?? (tense.past.size > 0 ? "past" : "present");
}

/** Subjects agree when one's words are in the other's, or in the other's text. */
function subjects({ statement: a }: Comparable, { statement: b }: Comparable): Difference | undefined {
  if (a.subject.size === 0 || b.subject.size === 0) return undefined;
  if (isWithin(a.subject, b.subject) || isWithin(b.subject, a.subject)) return undefined;
  if (isWithin(a.subject, b.allWords) || isWithin(b.subject, a.allWords)) return undefined;
  return { guard: "subject", a: [...a.subject].join(" "), b: [...b.subject].join(" ") };
}

/** The same was so twice, and not in between. */
function validity(a: Comparable, b: Comparable): Difference | undefined {
  const apart = (x: Comparable, y: Comparable) =>
    x.validTo !== undefined && (y.validFrom ?? y.saidFirst ?? Number.NEGATIVE_INFINITY) > x.validTo;
  if (!apart(a, b) && !apart(b, a)) return undefined;
  return { guard: "validity", a: periodOf(a), b: periodOf(b) };
}

function periodOf({ validFrom, validTo }: Comparable): string {
  return `${timeName(validFrom)} to ${timeName(validTo)}`;
}

/** Times come from texts and models: one that no calendar holds is shown as it is. */
function timeName(time: number | undefined): string {
  if (time === undefined) return "?";
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time);
}

function isWithin(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const word of words) if (!others.has(word)) return false;
  return true;
}

/** What each list has that the other has not, counted. */
function unshared(a: readonly string[], b: readonly string[]): [string[], string[]] {
  const rest = [...b];
  const onlyA: string[] = [];
  for (const key of a) {
    const at = rest.indexOf(key);
    if (at < 0) onlyA.push(key);
    else rest.splice(at, 1);
  }
  return [onlyA, rest];
}
