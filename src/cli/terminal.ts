import { styleText } from "node:util";
import { printable } from "./printable.ts";

type Style = Parameters<typeof styleText>[0];

/** Longer lines are hard to read, and shorter terminals are rare. */
const WIDEST = 100;
const NARROWEST = 40;
const PIPED = 80;

/** Colours only where the terminal wants them (NO_COLOR, pipes and dumb terminals are respected). */
export function style(format: Style, text: string): string {
  return styleText(format, text, { stream: process.stdout });
}

export function outputColumns(): number {
  return Math.max(NARROWEST, Math.min(WIDEST, process.stdout.columns ?? PIPED));
}

/** A name or title that stays on its line and does not steer the terminal. */
export function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, " ").trim();
}

/** Text as it is for a file or a pipe; for a terminal, without what would steer it. */
export function forOutput(text: string): string {
  return process.stdout.isTTY ? printable(text) : text;
}
