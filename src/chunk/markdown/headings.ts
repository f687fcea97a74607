import type { Section } from "../../core/document.ts";

interface Heading {
  readonly title: string;
  readonly level: number;
  readonly start: number;
}

/** Headings in order, as the sections they open: each up to the next of its level or above. */
export function headingSections(headings: readonly Heading[], end: number): Section[] {
  const sections: Section[] = [];
  const open: { readonly heading: Heading; readonly index: number }[] = [];
  const close = (level: number, at: number): void => {
    for (let last = open.at(-1); last !== undefined && last.heading.level >= level; last = open.at(-1)) {
      const { title, level: own, start } = last.heading;
      sections[last.index] = { kind: "heading", title, level: own, span: { start, end: at } };
      open.pop();
    }
  };
  headings.forEach((heading, index) => {
    close(heading.level, heading.start);
    open.push({ heading, index });
  });
  close(0, end);
  return sections;
}

/** All that is changed in a title holds one of these. */
const MARKED = /[[*_`~<\\{]|[^\S ]| {2}/;

/** A heading's words without its marks: `[text](url)`, emphasis and code. */
export function headingTitle(markdown: string): string {
  if (!MARKED.test(markdown)) return markdown.slice(0, 1_000).trim();
  return markdown
    .slice(0, 1_000)
    .replaceAll(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
    .replaceAll(/(\*\*|__|``?|~~)/g, "")
    .replaceAll(/(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu, "")
    .replaceAll(/<\/?[a-zA-Z][^<>]*>/g, "")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .replaceAll(/\s+/g, " ")
    .replace(/ \{#[^{}]*\}$/, "")
    .trim();
}
