/**
 * The values at the beginning of a JSON text that may be cut off anywhere: what is whole is kept and the
 * open brackets are closed. So a format can be told from the first bytes of a file whose first record is
 * larger than they are. Undefined when not even the beginning is JSON.
 */
export function parsePrefix(text: string): unknown {
  const open: string[] = [];
  /** The last place where the text could stop, and what would close it there. */
  let cut = 0;
  let closing = "";
  let inString = false;
  let lastNoted = -1;
  const note = (at: number): void => {
    // The closing brackets are rebuilt only when the depth is small: deep nests are no conversation.
    if (open.length > 64 || at === lastNoted) return;
    lastNoted = at;
    cut = at;
    closing = open.toReversed().join("");
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      note(at + 1);
    } else if (character === "}" || character === "]") {
      if (open.pop() !== character) return undefined;
      note(at + 1);
      if (open.length === 0) break;
    } else if (character === ",") note(at);
  }
  if (cut === 0) return undefined;
  try {
    return JSON.parse(text.slice(0, cut) + closing);
  } catch {
    return undefined;
  }
}
