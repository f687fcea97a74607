import { addMonths, dayOf, monthOf, type Period, realDay, weekdayOf, weekOf, yearOf } from "./calendar.ts";
import { DATE_WORDS, type DateWords, type Language, smallNumber } from "./date-words.ts";

/** `on`: within the period; `by`: not after it; `since` and `until`: from its start, up to its start or end. */
type DateRelation = "on" | "by" | "since" | "until";

export interface FoundDate extends Period {
  readonly relation: DateRelation;
  /** Tokens that name it, the preposition too. */
  readonly first: number;
  readonly end: number;
}

interface DateContext {
  /** When it was said, milliseconds since 1970. Without it only full dates are resolved. */
  readonly time: number | undefined;
  /** "On Friday" is behind in the past tense and ahead in any other. */
  readonly isPast: boolean;
  readonly language: Language;
}

interface Named extends Period {
  readonly length: number;
  /** A month or a year, of which "until" means the beginning. */
  readonly isLong?: boolean;
}

/** The farthest a `Date` reaches. */
const CALENDAR_END = 8.64e15;

/** Dates in a clause's tokens (lower case), from left to right. */
export function findDates(tokens: readonly string[], context: DateContext): FoundDate[] {
  const words = DATE_WORDS[context.language];
  const found: FoundDate[] = [];
  for (let at = 0; at < tokens.length; ) {
    const named = dateAt(tokens, at, words, context);
    // Far from 1970 the calendar ends.
    if (named === undefined || !(Math.abs(named.from) < CALENDAR_END && Math.abs(named.to) < CALENDAR_END)) {
      at++;
      continue;
    }
    found.push(related(tokens, at, named, words));
    at += named.length;
  }
  return found;
}

const FILLERS = new Set(["the", "on", "this", "el", "la", "le", "den", "zum", "dem", "am", "de", "next"]);

function related(tokens: readonly string[], at: number, named: Named, words: DateWords): FoundDate {
  let first = at;
  while (first > 0 && at - first < 2 && FILLERS.has(tokens[first - 1])) first--;
  const word = tokens[first - 1] ?? "";
  const end = at + named.length;
  if (words.by.includes(word)) return { ...named, relation: "by", first: first - 1, end };
  if (words.before.includes(word))
    return { from: named.from, to: named.from, relation: "by", first: first - 1, end };
  if (words.since.includes(word)) return { ...named, relation: "since", first: first - 1, end };
  if (words.until.includes(word)) {
    const to = named.isLong ? named.from : named.to;
    return { from: named.from, to, relation: "until", first: first - 1, end };
  }
  if (words.inside.includes(word)) first--;
  return { ...named, relation: "on", first, end };
}

function dateAt(
  tokens: readonly string[],
  at: number,
  words: DateWords,
  context: DateContext,
): Named | undefined {
  const full =
    isoDay(tokens[at]) ?? chineseDay(tokens, at, context) ?? monthAndDay(tokens, at, words, context);
  if (full !== undefined) return full;
  const before = tokens[at - 1] ?? "";
  const isBounded =
    words.inside.includes(before) ||
    words.since.includes(before) ||
    words.until.includes(before) ||
    words.by.includes(before);
  if (isBounded && /^(?:19|20)\d\d$/.test(tokens[at]))
    return { ...yearOf(Number(tokens[at])), length: 1, isLong: true };
  if (isBounded) {
    const month = words.months.get(tokens[at]);
    if (month !== undefined) return namedMonth(month, tokens[at + 1], context);
  }
  return context.time === undefined ? undefined : relativeDate(tokens, at, words, context, context.time);
}

function isoDay(token: string): Named | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(token);
  if (match === null) return undefined;
  const day = realDay(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return day === undefined ? undefined : { ...day, length: 1 };
}

/** Of "2026 年 3 月 5 日" and "3 月 5 日", as the tokens have it. */
function chineseDay(tokens: readonly string[], at: number, context: DateContext): Named | undefined {
  if (context.language !== "zh" || !/^\d{1,4}$/.test(tokens[at])) return undefined;
  const hasYear = tokens[at + 1] === "年";
  const start = hasYear ? at + 2 : at;
  if (tokens[start + 1] !== "月" || !/^\d{1,2}$/.test(tokens[start + 2] ?? "")) return undefined;
  const [month, day] = [Number(tokens[start]) - 1, Number(tokens[start + 2])];
  const length = start + (tokens[start + 3] === "日" || tokens[start + 3] === "号" ? 4 : 3) - at;
  const found = hasYear ? realDay(Number(tokens[at]), month, day) : nearestDay(month, day, context);
  return found === undefined ? undefined : { ...found, length };
}

/** "March 5", "March 5, 2026", "5 March 2026", "5th of March", "5 de marzo de 2026", "5. März". */
function monthAndDay(
  tokens: readonly string[],
  at: number,
  words: DateWords,
  context: DateContext,
): Named | undefined {
  let month = words.months.get(tokens[at]);
  let day: number | undefined;
  let next = at + 1;
  if (month !== undefined) day = dayNumber(tokens[next++]);
  else {
    day = dayNumber(tokens[at]);
    if (day === undefined) return undefined;
    if (words.of.includes(tokens[next])) next++;
    month = words.months.get(tokens[next++] ?? "");
  }
  if (month === undefined || day === undefined) return undefined;
  const skip = tokens[next] === "," || words.of.includes(tokens[next]) ? 1 : 0;
  if (/^(?:19|20)\d\d$/.test(tokens[next + skip] ?? "")) {
    const found = realDay(Number(tokens[next + skip]), month, day);
    return found === undefined ? undefined : { ...found, length: next + skip + 1 - at };
  }
  const found = nearestDay(month, day, context);
  return found === undefined ? undefined : { ...found, length: next - at };
}

function dayNumber(token: string | undefined): number | undefined {
  const match = /^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(token ?? "");
  return match === null ? undefined : Number(match[1]);
}

function nearestDay(month: number, day: number, { time, isPast }: DateContext): Period | undefined {
  if (time === undefined) return undefined;
  const year = new Date(time).getUTCFullYear();
  const today = dayOf(time).from;
  const years = isPast
    ? [year, year - 1, year - 2, year - 3, year - 4]
    : [year, year + 1, year + 2, year + 3];
  for (const candidate of years) {
    const found = realDay(candidate, month, day);
    if (found !== undefined && (isPast ? found.from <= today : found.from >= today)) return found;
  }
  return undefined;
}

function namedMonth(
  month: number,
  next: string | undefined,
  { time, isPast }: DateContext,
): Named | undefined {
  if (/^(?:19|20)\d\d$/.test(next ?? "")) return { ...monthOf(Number(next), month), length: 2, isLong: true };
  if (time === undefined) return undefined;
  const now = new Date(time);
  const passed = month < now.getUTCMonth();
  const ahead = month > now.getUTCMonth();
  const year = now.getUTCFullYear() + (isPast && ahead ? -1 : !isPast && passed ? 1 : 0);
  return { ...monthOf(year, month), length: 1, isLong: true };
}

function relativeDate(
  tokens: readonly string[],
  at: number,
  words: DateWords,
  { isPast, language }: DateContext,
  time: number,
): Named | undefined {
  const token = tokens[at];
  if (words.today.includes(token)) return { ...dayOf(time), length: 1 };
  // "Por la mañana" is a time of the day.
  if (words.tomorrow.includes(token) && tokens[at - 1] !== "la") return { ...dayOf(time, 1), length: 1 };
  if (words.yesterday.includes(token)) return { ...dayOf(time, -1), length: 1 };
  if (language === "en") {
    const english = englishDate(tokens, at, words, time);
    if (english !== undefined) return english;
  }
  const weekday = words.weekdays.get(token);
  if (weekday === undefined) return undefined;
  const ahead = (weekday - weekdayOf(time) + 7) % 7 || 7;
  return { ...dayOf(time, isPast ? ahead - 7 || -7 : ahead), length: 1 };
}

const UNITS = ["day", "week", "month", "year"];

function englishDate(
  tokens: readonly string[],
  at: number,
  words: DateWords,
  time: number,
): Named | undefined {
  const token = tokens[at];
  const second = tokens[at + 1] ?? "";
  const third = tokens[at + 2] ?? "";
  if (token === "day" && second === "after" && third === "tomorrow") return { ...dayOf(time, 2), length: 3 };
  if (token === "day" && second === "before" && third === "yesterday")
    return { ...dayOf(time, -2), length: 3 };
  if (token === "in" || token === "within") {
    const unit = unitOf(third);
    const count = smallNumber(second);
    if (unit !== undefined && count !== undefined) return { ...moved(time, count, unit), length: 3 };
  }
  if (third === "ago") {
    const unit = unitOf(second);
    const count = smallNumber(token);
    if (unit !== undefined && count !== undefined) return { ...moved(time, -count, unit), length: 3 };
  }
  const shift = { last: -1, this: 0, next: 1, coming: 1 }[token];
  return shift === undefined ? undefined : shifted(second, shift, words, time);
}

function unitOf(token: string): string | undefined {
  return UNITS.find((unit) => token === unit || token === `${unit}s`);
}

function moved(time: number, count: number, unit: string): Period {
  if (unit === "day") return dayOf(time, count);
  if (unit === "week") return dayOf(time, 7 * count);
  return addMonths(time, unit === "month" ? count : 12 * count);
}

/** "Next Friday" is the one of the next week (Monday to Sunday); "last Friday" the latest before today. */
function shifted(word: string, shift: number, words: DateWords, time: number): Named | undefined {
  const now = new Date(time);
  if (["morning", "afternoon", "evening"].includes(word) && shift === 0) return { ...dayOf(time), length: 2 };
  if (word === "night" && shift === -1) return { ...dayOf(time, -1), length: 2 };
  if (word === "week") return { ...weekOf(time, shift), length: 2 };
  if (word === "weekend") {
    const week = weekOf(time, shift);
    return { ...dayOf(week.from, 5), to: week.to, length: 2 };
  }
  if (word === "month")
    return { ...monthOf(now.getUTCFullYear(), now.getUTCMonth() + shift), length: 2, isLong: true };
  if (word === "year") return { ...yearOf(now.getUTCFullYear() + shift), length: 2, isLong: true };
  const weekday = words.weekdays.get(word);
  if (weekday === undefined) return undefined;
  if (shift === -1) return { ...dayOf(time, (weekday - weekdayOf(time) - 7) % 7 || -7), length: 2 };
  return { ...dayOf(weekOf(time, shift).from, weekday), length: 2 };
}
