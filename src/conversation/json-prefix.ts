/** Brackets that are closed at a cut: deep nests are no conversation. */
const DEEPEST = 64;
/** A shorter string may be a role or a type, and half of one is another. */
const LEAST_CUT = 100;
/** A string that is cut off need not be longer to show what it is. */
const MOST_KEPT = 1_000;

/**
 * The values at the beginning of a JSON text that may be cut off anywhere: what is whole is kept and the
 * open brackets are closed. So a format can be told from the first bytes of a file whose first record is
 * larger than they are; of a long string that is cut off, its beginning is kept. Undefined when not even the beginning
 * is JSON.
 */
export function parsePrefix(text: string): unknown {
  const open: string[] = [];
  /** The last place where the text could stop, and what would close it there. */
  let cut = 0;
  let closing = "";
  let inString = false;
  let stringStart = 0;
  let lastNoted = -1;
  const note = (at: number): void => {
    if (open.length > DEEPEST || at === lastNoted) return;
    lastNoted = at;
    cut = at;
    closing = open.toReversed().join("");
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
      stringStart = at;
    } else if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      note(at + 1);
    } else if (character === "}" || character === "]") {
      if (open.pop() !== character) return undefined;
      note(at + 1);
      if (open.length === 0) break;
    } else if (character === ",") note(at);
  }
  if (cut === 0) return undefined;
  const last = inString && open.length <= DEEPEST ? cutString(text, stringStart, open.at(-1)) : undefined;
  const whole = last === undefined ? text.slice(0, cut) + closing : last + open.toReversed().join("");
  try {
    return JSON.parse(whole);
  } catch {
    return undefined;
  }
}

/** The text up to the beginning of a string that has no end, closed. Undefined where it names a member: a name has no value yet. */
function cutString(text: string, start: number, closing: string | undefined): string | undefined {
  if (text.length - start < LEAST_CUT) return undefined;
  const isValue = text.slice(0, start).trimEnd().endsWith(":");
  if (closing === "}" && !isValue) return undefined;
  // Up to the first escape, lest one be cut in two.
  const [words] = text.slice(start + 1, start + MOST_KEPT).split("\\", 1);
  return `${text.slice(0, start + 1)}${words}"`;
}
