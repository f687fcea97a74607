import type { OfficePackage } from "./package.ts";

/** What a number in a cell stands for. */
export type CellFormat = "number" | "percent" | "date" | "time" | "datetime" | "elapsed";

/** The formats with numbers of their own, as the standard lists them; all others are plain numbers. */
const BUILT_IN: readonly [from: number, to: number, format: CellFormat][] = [
  [9, 10, "percent"],
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "datetime"],
  [27, 31, "date"],
  [32, 33, "time"],
  [34, 36, "date"],
  [45, 45, "time"],
  [46, 46, "elapsed"],
  [47, 47, "time"],
  [50, 58, "date"],
];

/** The number format of each cell style, in the order cells refer to them. */
export function readCellFormats(source: OfficePackage, part: string | undefined): CellFormat[] {
  const custom = new Map<string, CellFormat>();
  const formats: CellFormat[] = [];
  let inCells = false;
  source.readIfThere(part, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "x:numFmt") custom.set(numFmtId, readFormatCode(formatCode));
      else if (name === "x:cellXfs") inCells = true;
      else if (name === "x:xf" && inCells) formats.push(custom.get(numFmtId) ?? builtIn(Number(numFmtId)));
    },
    close(name) {
      if (name === "x:cellXfs") inCells = false;
    },
  });
  return formats;
}

function builtIn(id: number): CellFormat {
  return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? "number";
}

/** What a format code such as `dd/mm/yyyy hh:mm` shows. */
export function readFormatCode(code: string): CellFormat {
  // Only the format of positive numbers counts; quoted, escaped and padded characters say nothing.
  const [positive] = code.replace(/"[^"]*"|\\.|_.|\*./g, "").split(";");
  if (/\[[hms]+\]/i.test(positive)) return "elapsed";
  const letters = positive.replace(/\[[^\]]*\]|general|am\/pm|a\/p/gi, (match) =>
    match.length > 2 ? "" : match,
  );
  const hasDate = /[yd]/i.test(letters);
  const hasTime = /[hs]/i.test(letters);
  if (hasDate) return hasTime ? "datetime" : "date";
  if (hasTime) return "time";
  // An m alone is a month.
  if (/m/i.test(letters)) return "date";
  return letters.includes("%") ? "percent" : "number";
}

const DAY_SECONDS = 86_400;
/** The last day Excel knows, 9999-12-31. */
const LAST_DAY = 2_958_465;

/** A number as its cell shows it: dates in ISO form, per cent with their sign, other numbers in full. */
export function formatNumber(value: number, format: CellFormat, from1904: boolean): string {
  if (format === "percent") return `${Number((value * 100).toPrecision(15))}%`;
  if (format === "number" || value < 0 || value > LAST_DAY) return String(value);
  const seconds = Math.round(value * DAY_SECONDS);
  if (format === "elapsed") return clock(seconds);
  const day = Math.floor(seconds / DAY_SECONDS);
  const time = clock(seconds % DAY_SECONDS);
  if (format === "time" || (day === 0 && !from1904)) return time;
  const date = calendarDay(day, from1904);
  return format === "date" ? date : `${date} ${time}`;
}

/** Hours and minutes, and seconds where there are any. */
function clock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const rest = seconds % 60;
  const minutes = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return rest === 0 ? minutes : `${minutes}:${two(rest)}`;
}

function calendarDay(day: number, from1904: boolean): string {
  if (from1904) return isoDay(Date.UTC(1904, 0, 1 + day));
  // Excel counts a 29th of February 1900, which there was not.
  if (day === 60) return "1900-02-29";
  return isoDay(Date.UTC(1899, 11, (day < 60 ? 31 : 30) + day));
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
