import type { Section } from "../core/document.ts";

/** Text without an outline has no headings; one frozen list serves every chunk. */
const NO_PATH: readonly string[] = Object.freeze([]);

/**
 * The titles of the sections that hold a position, from the outside in; pages and the like have none. Positions must not fall, as
 * those of chunks do not: the outline is then walked only once.
 */
export function outlinePath(
  outline: readonly Section[] | undefined,
): (position: number) => readonly string[] {
  if (outline === undefined || outline.length === 0) return () => NO_PATH;
  const named = outline.filter((section) => section.title !== "");
  const sections = named.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  let next = 0;
  let open: Section[] = [];
  return (position) => {
    for (; next < sections.length && sections[next].span.start <= position; next++) open.push(sections[next]);
    open = open.filter((section) => section.span.end > position);
    return open.map((section) => section.title);
  };
}
