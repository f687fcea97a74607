export interface ReadTime {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** No zone was written: the clock's reading is taken as UTC. */
  readonly isLocalTime?: true;
}

/** 1973: smaller numbers are counters or seconds into a recording. */
const LEAST_SECONDS = 100_000_000;
/** Seconds above this would be after the year 5000, so the number counts something shorter. */
const MOST_SECONDS = 100_000_000_000;
/** The farthest a `Date` reaches. */
const MOST_MILLISECONDS = 8.64e15;

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i;
/** "Tue, 05 Mar 2024 10:00:00 +0100": the zone is required, or the reader's own would decide. */
const RFC_2822 =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/;

/**
 * A time as exports write it: seconds, milliseconds, microseconds or nanoseconds since 1970 as a number or
 * its digits, ISO 8601, or RFC 2822. Anything else is not guessed at.
 */
export function parseTime(value: unknown): ReadTime | undefined {
  if (typeof value === "number") return epochTime(value);
  if (value instanceof Date) return valid(value.getTime());
  if (typeof value !== "string" || value.length > 64) return undefined;
  const text = value.trim();
  if (/^\d{9,19}(?:\.\d{1,9})?$/.test(text)) return epochTime(Number(text));
  const iso = ISO.exec(text);
  if (iso !== null) return isoTime(iso);
  return RFC_2822.test(text) ? valid(Date.parse(text)) : undefined;
}

function epochTime(value: number): ReadTime | undefined {
  if (!Number.isFinite(value) || value < LEAST_SECONDS) return undefined;
  let milliseconds = value * 1_000;
  for (let most = MOST_SECONDS; value >= most && milliseconds >= 1; most *= 1_000) milliseconds /= 1_000;
  return valid(Math.round(milliseconds));
}

function isoTime(parts: RegExpExecArray): ReadTime | undefined {
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone] = parts;
  const milliseconds = Math.trunc(Number(`0.${fraction}0`) * 1_000);
  const clock = clockTime(
    [year, month, day].map(Number) as [number, number, number],
    [hour, minute, second].map(Number) as [number, number, number],
  );
  if (clock === undefined) return undefined;
  const time = clock + milliseconds;
  if (zone === undefined) return { time, isLocalTime: true };
  if (!/\d/.test(zone)) return { time };
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})/.exec(zone) as RegExpExecArray;
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { time: sign === "+" ? time - shift : time + shift };
}

/** A date and a clock's reading as UTC; undefined when no calendar has it. */
export function clockTime(
  [year, month, day]: readonly [number, number, number],
  [hour, minute, second]: readonly [number, number, number],
): number | undefined {
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(time);
  const isReal =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 61;
  return isReal ? time : undefined;
}

function valid(time: number): ReadTime | undefined {
  return Math.abs(time) <= MOST_MILLISECONDS ? { time } : undefined;
}
