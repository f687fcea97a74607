import { DATE_WORDS } from "./rules/date-words.ts";

const FIGURES = /\d+(?:[.,:]\d+)*/g;
const ISO_DAY = /\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?/g;
/** Numbers up to this one are often written as words, which are not compared. */
const MOST_IN_WORDS = 20;
const MONTHS: ReadonlySet<string> = new Set(
  Object.values(DATE_WORDS).flatMap(({ months }) => [...months.keys()]),
);

/**
 * The first number in a memory's text that its evidence does not have, as it is written; undefined where
 * there is none. "Takes 5 mg" must not rest on words that say 10. Dates that the memory's valid time gives
 * and hours of the afternoon are taken as read from the evidence; so are small numbers where the quotes
 * hold no figures, for these may be words.
 *
 * @param messages what the quoted messages say, quotes included
 * @param times of the messages and of the memory's validity, milliseconds since 1970
 */
export function unsupportedNumber(
  text: string,
  quotes: readonly string[],
  messages: readonly string[],
  times: readonly number[],
): string | undefined {
  const plain = text.replaceAll(ISO_DAY, " ");
  const wanted = [...plain.matchAll(FIGURES)];
  if (wanted.length === 0) return undefined;
  const known = new Set(messages.flatMap((message) => (message.match(FIGURES) ?? []).flatMap(readings)));
  const days = times.flatMap((time) => [new Date(time), new Date(time - 1)]);
  const hasFigures = quotes.some((quote) => /\d/.test(quote));
  return wanted.find(({ 0: figures, index }) => {
    if (readings(figures).some((value) => known.has(value))) return false;
    if (days.some((day) => isPartOf(day, figures, plain, index))) return false;
    return hasFigures || !(Number(figures) <= MOST_IN_WORDS);
  })?.[0];
}

/** The ways in which figures are written for one number. */
function readings(figures: string): string[] {
  const found = [figures, figures.replaceAll(/[.,:]/g, "")];
  if (/^\d+$/.test(figures)) found.push(figures.replace(/^0+(?=\d)/, ""));
  else found.push(figures.replaceAll(",", ".").replace(/\.0+$/, ""));
  const hour = /^(\d{1,2})(?::(\d\d))?$/.exec(figures);
  if (hour !== null) {
    const [, hours, minutes = "00"] = hour;
    for (const shift of [0, 12]) found.push(`${Number(hours) + shift}:${minutes}`);
  }
  return found;
}

/** Whether figures are a date's year, or stand beside a month as its day. */
function isPartOf(date: Date, figures: string, text: string, index: number): boolean {
  if (figures === String(date.getUTCFullYear())) return true;
  if (Number(figures) !== date.getUTCDate()) return false;
  const after = text.slice(index + figures.length, index + figures.length + 24);
  const before = text.slice(Math.max(0, index - 24), index);
  const next = /^(?:st|nd|rd|th|er|\.)?(?: (?:of|de))? ?(\p{L}+)/u.exec(after)?.[1] ?? "";
  const last = /(\p{L}+)\.? $/u.exec(before)?.[1] ?? "";
  return /^[日号]/.test(after) || [next, last].some((word) => MONTHS.has(word.toLowerCase()));
}
