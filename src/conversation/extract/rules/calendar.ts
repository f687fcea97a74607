/** Whole days in UTC: a message's time is all that is known of the speaker's clock. Milliseconds since 1970. */
export const DAY = 86_400_000;

/** Half-open. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export function dayOf(time: number, shift = 0): Period {
  const from = (Math.floor(time / DAY) + shift) * DAY;
  return { from, to: from + DAY };
}

/** Monday is 0. */
export function weekdayOf(time: number): number {
  return (new Date(time).getUTCDay() + 6) % 7;
}

/** Monday to Monday. */
export function weekOf(time: number, shift = 0): Period {
  const from = dayOf(time, shift * 7 - weekdayOf(time)).from;
  return { from, to: from + 7 * DAY };
}

export function monthOf(year: number, month: number): Period {
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
}

export function yearOf(year: number): Period {
  return { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) };
}

/** Undefined when no calendar has the day; months from 0. */
export function realDay(year: number, month: number, day: number): Period | undefined {
  const from = Date.UTC(year, month, day);
  const date = new Date(from);
  return date.getUTCMonth() === month && date.getUTCDate() === day ? { from, to: from + DAY } : undefined;
}

/** The same day so many months on; the month's last day where it is shorter. */
export function addMonths(time: number, months: number): Period {
  const date = new Date(time);
  const month = date.getUTCMonth() + months;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last)));
}
