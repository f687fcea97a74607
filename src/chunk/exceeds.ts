import type { Sizing } from "./options.ts";

/** Whether a text is larger than a chunk may be; measured no further than that. */
export function exceeds(text: string, { size, ruler }: Sizing): boolean {
  return text.length > size && ruler(text).reach(0, size) < text.length;
}
