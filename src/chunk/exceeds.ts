import type { Span } from "../core/span.ts";
import { LONGEST_KEPT } from "../text/tokens/token-ruler.ts";
import type { Sizing } from "./options.ts";

/**
 * Whether a text is larger than a chunk may be; measured no further than that. White space at its end does not count
 * where chunks are trimmed: a fence that fits to the last token would be cut for its line's end.
 */
export function exceeds(text: string, { size, ruler, trim }: Sizing): boolean {
  const measured = trim ? text.trimEnd() : text;
  return measured.length > size && ruler(measured).reach(0, size) < measured.length;
}

/** The same of parts of one text, asked for in their order. */
export function exceedsWithin(text: string, sizing: Sizing): (part: Span) => boolean {
  const { size, trim } = sizing;
  // A longer text's ruler would count all that lies before the part.
  if (text.length > LONGEST_KEPT) return ({ start, end }) => exceeds(text.slice(start, end), sizing);
  // What this ruler counts is not counted again when the text is cut.
  const ruler = sizing.ruler(text);
  return ({ start, end }) => {
    const part = text.slice(start, end);
    const { length } = trim ? part.trimEnd() : part;
    return length > size && ruler.size(start, start + length) > size;
  };
}
