import { regions } from "./regions.ts";

/** Shares of the written characters that prose and code must have each. */
const LEAST_CODE = 0.15;
const LEAST_PROSE = 0.1;

/** Written lines of code, and characters of prose, below which it is a mention. */
const FEWEST_LINES = 3;
const LEAST_PROSE_LENGTH = 60;

/** Words a line of prose has on average; lists of names and types have fewer. */
const FEWEST_WORDS = 4;

/** Whether a text is prose with a sizeable share of code in it. */
export function isMixed(parts: Iterable<string>): boolean {
  let code = 0;
  let prose = 0;
  let lines = 0;
  for (const part of parts) {
    for (const { span, type } of regions(part)) {
      const written = part.slice(span.start, span.end).trim();
      if (type === "code") {
        code += written.length;
        lines += written.split("\n").length;
      } else if (type === "text" && readsAsProse(written)) prose += written.length;
    }
  }
  const total = code + prose;
  return (
    lines >= FEWEST_LINES &&
    prose >= LEAST_PROSE_LENGTH &&
    code >= LEAST_CODE * total &&
    prose >= LEAST_PROSE * total
  );
}

/** Scripts that set no spaces between words are taken as they are. */
function readsAsProse(written: string): boolean {
  if (/[\u0e00-\u0eff\u2e80-\uffdc]/.test(written)) return true;
  const lines = written.split("\n").filter((line) => line.trim() !== "");
  return written.split(/\s+/).length >= FEWEST_WORDS * lines.length;
}
