import type { Section } from "../../core/document.ts";

/** A section whose start is known and whose end is where the next one of its level or above starts. */
export interface SectionStart {
  readonly kind: string;
  readonly title: string;
  readonly level: number;
  readonly start: number;
  readonly locator?: string;
}

/** Gives every section its end. Starts must not fall. */
export function closeSections(starts: readonly SectionStart[], end: number): Section[] {
  const ends = new Array<number>(starts.length).fill(end);
  const open: number[] = [];
  starts.forEach(({ level, start }, index) => {
    while (open.length > 0 && starts[open[open.length - 1]].level >= level) {
      ends[open.pop() as number] = start;
    }
    open.push(index);
  });
  return starts.map(({ start, ...section }, index) => ({ ...section, span: { start, end: ends[index] } }));
}

/** The first place at or after an offset where a line holds something: a section starts there. */
export function textStart(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] === "\n") at++;
  return at;
}
