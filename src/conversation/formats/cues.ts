import { textLines } from "../lines.ts";

export interface Cue {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  /** In the file. */
  readonly line: number;
}

const TIMING =
  /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})(?:\s|$)/;

export function isTiming(line: string): boolean {
  return TIMING.test(line.slice(0, 120));
}

/** What a line of times has and nothing else in such a file. */
const ARROW = /-->/;

/**
 * The cues of a WebVTT or SRT file: a line of times, and the lines below it up to an empty one. Of a cue whose times
 * cannot be read, `onUnread` is told the line.
 */
export function* readCues(text: string, onUnread?: (line: number) => void): Generator<Cue> {
  let open: { start: number; end: number; line: number; lines: string[] } | undefined;
  for (const { line, number } of textLines(text)) {
    const found = TIMING.exec(line.slice(0, 120));
    if (found !== null) {
      // Cues without an empty line between them: what precedes the times is the next cue's number.
      if (open !== undefined) {
        if (/^\d+$/.test(open.lines.at(-1) ?? "")) open.lines.pop();
        yield open;
      }
      open = { start: milliseconds(found, 1), end: milliseconds(found, 5), line: number, lines: [] };
    } else if (open !== undefined) {
      if (line.trim() !== "") open.lines.push(line);
      else {
        yield open;
        open = undefined;
      }
    } else if (ARROW.test(line)) onUnread?.(number);
  }
  if (open !== undefined) yield open;
}

function milliseconds(found: RegExpExecArray, from: number): number {
  const [hours = "0", minutes, seconds, fraction] = found.slice(from, from + 4);
  return (
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, "0"))
  );
}
