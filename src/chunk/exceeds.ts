import type { Sizing } from "./options.ts";

/**
 * Whether a text is larger than a chunk may be; measured no further than that. White space at its end does not count
 * where chunks are trimmed: a fence that fits to the last token would be cut for its line's end.
 */
export function exceeds(text: string, { size, ruler, trim }: Sizing): boolean {
  const measured = trim ? text.trimEnd() : text;
  return measured.length > size && ruler(measured).reach(0, size) < measured.length;
}
