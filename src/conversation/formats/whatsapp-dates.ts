import type { DateOrder } from "../format.ts";
import { clockTime } from "../times.ts";

/** The numbers of a message's date and time, before it is known which is the day. */
export interface Stamp {
  readonly date: readonly [number, number, number];
  /** Whether the first number was written with four digits. */
  readonly isYearFirst: boolean;
  readonly clock: readonly [number, number, number];
  readonly separator: string;
  readonly hasDayHalf: boolean;
}

const MARKS = "[\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]*";
const BLANK = "[ \\u00a0\\u202f]";
/** am and pm as phones write them: "AM", "a. m.", "a.m.", 上午 午前 오전 ص, and the evening's. */
const HALF = "[ap]\\.?(?: |\\u00a0|\\u202f)?m\\.?|上午|下午|午前|午後|오전|오후|ص|م|पू|अ";
const HEADER = new RegExp(
  `^${MARKS}\\[?${MARKS}(\\d{1,4})${MARKS}([./-])${BLANK}?${MARKS}(\\d{1,2})${MARKS}\\2${BLANK}?${MARKS}(\\d{1,4})${MARKS}` +
    `\\.?[,،]?${BLANK}${MARKS}(?:(${HALF})${BLANK}?)?(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2}))?(?:${BLANK}?(${HALF}))?` +
    `${MARKS}(?:\\]${BLANK}?|${BLANK}?[-–]${BLANK})`,
  "iu",
);
const AFTER_NOON = /^p|下午|午後|오후|م|अ/iu;

export interface Header {
  readonly stamp: Stamp;
  /** What follows the date and time. */
  readonly rest: string;
  /** "[…] " rather than "… - ": the iPhone's way. */
  readonly isBracketed: boolean;
}

/** The date and time at a line's beginning; undefined when the line goes on with the message before. */
export function readHeader(line: string): Header | undefined {
  const found = HEADER.exec(westernDigits(line.slice(0, 80)));
  if (found === null) return undefined;
  const [whole, first, separator, second, third, before, hour, minute, clockSecond, after] = found;
  const half = before ?? after;
  return {
    stamp: {
      date: [Number(first), Number(second), Number(third)],
      isYearFirst: first.length === 4,
      clock: [clockHour(Number(hour), half), Number(minute), Number(clockSecond ?? 0)],
      separator,
      hasDayHalf: half !== undefined,
    },
    rest: line.slice(whole.length),
    isBracketed: whole.includes("]"),
  };
}

/** Arabic-Indic, Persian and Devanagari digits keep their length as Western ones. */
function westernDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) =>
    String((digit.charCodeAt(0) & 0xf) - (digit >= "\u0966" ? 6 : 0)),
  );
}

function clockHour(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour;
  return AFTER_NOON.test(half) ? (hour % 12) + 12 : hour % 12;
}

export function stampTime(stamp: Stamp, order: DateOrder): number | undefined {
  const [a, b, c] = stamp.date;
  const [year, month, day] = order === "dmy" ? [c, b, a] : order === "mdy" ? [c, a, b] : [a, b, c];
  return clockTime([year < 100 ? 2000 + year : year, month, day], stamp.clock);
}

export interface ChosenOrder {
  readonly order: DateOrder;
  /** No date decides between two orders: the choice is by custom. */
  readonly isAmbiguous: boolean;
}

/**
 * Which number is the day. An order that makes a date impossible is out; of the others the one in which time runs
 * backwards least often; then custom: a year of four digits leads, points mean the day leads, am and pm with
 * slashes mean the month does.
 */
export function chooseOrder(stamps: readonly Stamp[]): ChosenOrder {
  if (stamps.some((stamp) => stamp.isYearFirst)) return { order: "ymd", isAmbiguous: false };
  const isAmerican = stamps[0].hasDayHalf && stamps[0].separator === "/";
  const custom: DateOrder[] = isAmerican ? ["mdy", "dmy", "ymd"] : ["dmy", "mdy", "ymd"];
  const scored = custom.map((order) => ({ order, ...judge(stamps, order) }));
  const least = scored.toSorted((a, b) => a.impossible - b.impossible || a.backwards - b.backwards)[0];
  const isFourDigits = stamps.every((stamp) => stamp.date[2] > 99);
  const isAmbiguous = scored.some(
    ({ order, impossible, backwards }) =>
      order !== least.order &&
      !(order === "ymd" && isFourDigits) &&
      least.order !== "ymd" &&
      order !== "ymd" &&
      stamps[0].separator !== "." &&
      impossible === least.impossible &&
      backwards === least.backwards,
  );
  return { order: least.order, isAmbiguous };
}

function judge(stamps: readonly Stamp[], order: DateOrder): { impossible: number; backwards: number } {
  let [impossible, backwards, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const stamp of stamps) {
    const time = stampTime(stamp, order);
    if (time === undefined) {
      impossible++;
      continue;
    }
    if (time < last) backwards++;
    last = time;
  }
  return { impossible, backwards };
}
