/** Numbers as the program shows them. */

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A share from 0 to 1 as a bar, in eighths of a column. */
export function bar(share: number, columns: number): string {
  const filled = Math.round(8 * columns * Math.min(1, Math.max(0, share)));
  return ("█".repeat(filled >> 3) + EIGHTHS[filled & 7]).padEnd(columns, "░");
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** Millions of bytes, or smaller units where that says nothing. */
export function megabytes(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  if (bytes < 100_000) return `${(bytes / 1000).toFixed(1)} kB`;
  if (bytes < 1e10) return `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** A time to wait: "8 s", "2 min 05 s", "1 h 20 min". */
export function clockTime(seconds: number): string {
  const rounded = Math.max(1, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, "0");
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${two(rounded % 60)} s`;
  return `${Math.floor(rounded / 3600)} h ${two(Math.floor((rounded % 3600) / 60))} min`;
}

/** A time that passed: "5 ms", "1.2 s", "2 min 05 s". */
export function elapsed(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(1)} s` : clockTime(milliseconds / 1000);
}
