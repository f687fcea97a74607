import { ordinal } from "./number-words.ts";
import type { Token } from "./tokens.ts";

const MONTHS = new Map<string, number>();
for (const line of [
  "january february march april may june july august september october november december",
  "jan feb mar apr may jun jul aug sep oct nov dec",
  "januar februar marz april mai juni juli august september oktober november dezember",
  "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  "_ _ maerz _ _ _ _ _ sept okt _ dez",
])
  for (const [i, name] of line.split(" ").entries()) MONTHS.set(name, i + 1);

const WEEKDAYS = new Map<string, number>();
for (const line of [
  "monday tuesday wednesday thursday friday saturday sunday",
  "mondays tuesdays wednesdays thursdays fridays saturdays sundays",
  "mon tue wed thu fri sat sun",
  "_ tues weds thur _ _ _",
  "_ _ _ thurs _ _ _",
  "montag dienstag mittwoch donnerstag freitag samstag sonntag",
  "lundi mardi mercredi jeudi vendredi samedi dimanche",
  "lunes martes miercoles jueves viernes sabado domingo",
])
  for (const [i, name] of line.split(" ").entries()) WEEKDAYS.set(name, i + 1);

/** Also ordinary words: names of months and days only with a capital that no sentence gave, or beside a day's number. */
const AMBIGUOUS = new Set("may march mar mars august sat sun wed mon jan dec sept jun mai martes".split(" "));
const RELATIVE: Readonly<Record<string, number>> = {
  today: 0,
  tonight: 0,
  tomorrow: 1,
  yesterday: -1,
  heute: 0,
  morgen: 1,
  gestern: -1,
  hier: -1,
  demain: 1,
  hoy: 0,
  manana: 1,
  ayer: -1,
};
const DAY = 86_400_000;

export interface ReadDates {
  /** "5-3" for a day and month, "m3", "wd1", "t540" for minutes since midnight, "r1" for tomorrow; years are numbers. */
  readonly keys: string[];
  /** Numbers of years, compared as other numbers are. */
  readonly years: string[];
  /** It names a day by when it was said: the same words mean another day a week later. */
  readonly isDeictic: boolean;
  /** It says today, tomorrow or yesterday. */
  readonly isRelative: boolean;
}

/** Dates and times of day, in order; tokens they are made of are marked in `used`. `said` resolves "tomorrow". */
export function readDates(tokens: readonly Token[], used: Uint8Array, said: number | undefined): ReadDates {
  const keys: string[] = [];
  const years: string[] = [];
  let isDeictic = false;
  let isRelative = false;
  const take = (from: number, to: number) => used.fill(1, from, to);
  for (let at = 0; at < tokens.length; at++) {
    if (used[at]) continue;
    const { word } = tokens[at];
    const whole = numericDate(word);
    if (whole !== undefined) {
      keys.push(whole.key);
      if (whole.year !== undefined) years.push(whole.year);
      take(at, at + 1);
      continue;
    }
    const clock = clockAt(tokens, at);
    if (clock !== undefined) {
      keys.push(clock.key);
      take(at, clock.end);
      continue;
    }
    const month = monthAt(tokens, at);
    if (month !== undefined) {
      keys.push(month.key);
      if (month.year !== undefined) years.push(month.year);
      take(month.start, month.end);
      at = month.end - 1;
      continue;
    }
    const weekday = WEEKDAYS.get(word);
    if (weekday !== undefined && isDateName(tokens, at)) {
      keys.push(`wd${weekday}`);
      isDeictic ||=
        !word.endsWith("days") && !["every", "each", "jeden"].includes(tokens[at - 1]?.word ?? "");
      take(at, at + 1);
    } else if (Object.hasOwn(RELATIVE, word)) {
      const shift = RELATIVE[word];
      isRelative = true;
      if (said === undefined) keys.push(`r${shift}`);
      else {
        const day = new Date(said + shift * DAY);
        keys.push(`${day.getUTCDate()}-${day.getUTCMonth() + 1}`);
        years.push(String(day.getUTCFullYear()));
      }
      take(at, at + 1);
    }
  }
  isDeictic ||= /\b(?:next|last|this|coming) (?:week|month|year|weekend|quarter)\b|\bago\b/.test(
    tokens.map(({ word }) => word).join(" "),
  );
  return { keys, years, isDeictic, isRelative };
}

function numericDate(word: string): { key: string; year?: string } | undefined {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})t?$/.exec(word);
  if (iso !== null) return { key: `${Number(iso[3])}-${Number(iso[2])}`, year: iso[1] };
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word);
  if (dotted !== null) return { key: `${Number(dotted[1])}-${Number(dotted[2])}`, year: dotted[3] };
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2,4})$/.exec(word);
  if (slashed === null) return undefined;
  const [a, b] = [Number(slashed[1]), Number(slashed[2])];
  const year = slashed[3].length === 2 ? `20${slashed[3]}` : slashed[3];
  // Which of the two is the month depends on the country: known only where one cannot be.
  if (a > 12 || a === b) return { key: `${a}-${b}`, year };
  if (b > 12) return { key: `${b}-${a}`, year };
  return { key: `${a}/${b}`, year };
}

function clockAt(tokens: readonly Token[], at: number): { key: string; end: number } | undefined {
  const { word } = tokens[at];
  if (word === "noon" || word === "midday") return { key: "t720", end: at + 1 };
  if (word === "midnight") return { key: "t0", end: at + 1 };
  const read = /^(\d{1,2})(?::(\d{2})(?::\d{2})?)?(am|pm|h|uhr)?$/.exec(word);
  if (read === null) return undefined;
  const next = tokens[at + 1]?.word;
  const after = tokens[at + 2]?.word;
  let half = read[3];
  let end = at + 1;
  if (half === undefined && (next === "am" || next === "pm" || next === "uhr")) {
    half = next;
    end++;
  } else if (half === undefined && (next === "a" || next === "p") && after === "m") {
    half = `${next}m`;
    end += 2;
  } else if (half === undefined && next === "o" && after === "clock") {
    half = "h";
    end += 2;
  }
  if ((read[2] === undefined && (half === undefined || half === "h")) || Number(read[1]) > 24) {
    if (half !== "h" || end === at + 1) return undefined;
  }
  let hours = Number(read[1]);
  if (half === "pm" && hours < 12) hours += 12;
  if (half === "am" && hours === 12) hours = 0;
  return { key: `t${hours * 60 + Number(read[2] ?? 0)}`, end };
}

function monthAt(
  tokens: readonly Token[],
  at: number,
): { key: string; year?: string; start: number; end: number } | undefined {
  const month = MONTHS.get(tokens[at].word);
  if (month === undefined) return undefined;
  let start = at;
  let end = at + 1;
  const beforeOf = tokens[at - 1]?.word === "of" || tokens[at - 1]?.word === "de" ? at - 2 : at - 1;
  let day = dayOf(tokens[beforeOf]);
  if (day !== undefined) start = beforeOf;
  else {
    day = dayOf(tokens[end]);
    if (day !== undefined) end++;
  }
  const year = yearOf(tokens[end]) ?? (tokens[end]?.word === "of" ? yearOf(tokens[end + 1]) : undefined);
  if (year !== undefined) end += tokens[end].kind === "number" ? 1 : 2;
  if (day === undefined && year === undefined && !isDateName(tokens, at)) return undefined;
  return { key: day === undefined ? `m${month}` : `${day}-${month}`, ...(year && { year }), start, end };
}

function isDateName(tokens: readonly Token[], at: number): boolean {
  const { word, text, first } = tokens[at];
  return !AMBIGUOUS.has(word) || (!first && /^\p{Lu}/u.test(text));
}

function dayOf(token: Token | undefined): number | undefined {
  if (token === undefined) return undefined;
  const day =
    token.kind === "number" && /^\d{1,2}$/.test(token.word) ? Number(token.word) : ordinal(token.word);
  return day !== undefined && day >= 1 && day <= 31 ? day : undefined;
}

function yearOf(token: Token | undefined): string | undefined {
  return token !== undefined && /^(?:19|20)\d{2}$/.test(token.word) ? token.word : undefined;
}
