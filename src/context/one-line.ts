import { graphemeFloor } from "../text/graphemes.ts";

/** The beginning of a text, at most so many UTF-16 units, not cut inside a character. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = graphemeFloor(text, most);
  if (end > 0) return text.slice(0, end);
  // One character that is longer than all the room: without half a surrogate pair, at least.
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** The same on one line: white space is folded. What lies far behind the limit is not looked at. */
export function oneLine(text: string, most: number): string {
  const head = text.length > 4 * most ? clip(text, 4 * most) : text;
  return clip(head.replace(/\s+/g, " ").trim(), most).trimEnd();
}
