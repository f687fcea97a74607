import type { CodeFacts } from "../core/chunk.ts";
import type { Span } from "../core/span.ts";
import { lineNumbers } from "./locators.ts";
import { type Description, SeamList, type Structure } from "./structure.ts";

/** A part of a text that has a structure of its own: a fence's code, a script, a region. */
export interface Embedded extends Span {
  /** Its seams and spans count from `start`. */
  readonly structure: Structure;
  /** Its strongest seam is this weak in the whole. */
  readonly level: number;
}

/** The whole's structure with the parts' put into it. Parts must be in order and not overlap. */
export function embed(text: string, whole: Structure, parts: readonly Embedded[]): Structure {
  if (parts.length === 0) return whole;
  return { ...whole, seams: mergedSeams(whole.seams, parts), describe: describer(text, whole, parts) };
}

function mergedSeams(whole: SeamList, parts: readonly Embedded[]): SeamList {
  const merged = new SeamList(whole.opening);
  let next = 0;
  const copyUpTo = (position: number): void => {
    for (; next < whole.positions.length && whole.positions[next] <= position; next++)
      merged.add(
        whole.positions[next],
        whole.levels[next],
        whole.boundaries[next],
        whole.interiors[next],
        whole.glues[next],
      );
  };
  for (const { start, end, structure, level } of parts) {
    copyUpTo(start);
    const { positions, levels, boundaries, interiors, glues } = structure.seams;
    positions.forEach((position, i) => {
      const at = start + position;
      if (position <= 0 || at >= end) return;
      copyUpTo(at - 1);
      merged.add(at, level + levels[i], boundaries[i], interiors[i], glues[i]);
    });
  }
  copyUpTo(Number.POSITIVE_INFINITY);
  return merged;
}

/** A chunk that begins in a part is described by it; one that only holds a part, by the whole. */
function describer(text: string, whole: Structure, parts: readonly Embedded[]): (span: Span) => Description {
  const linesOf = lineNumbers(text);
  let next = 0;
  return (span) => {
    while (next < parts.length && parts[next].end <= span.start) next++;
    const part = parts[next];
    if (part === undefined || span.start < part.start) return whole.describe?.(span) ?? {};
    const inside = { start: span.start - part.start, end: Math.min(span.end, part.end) - part.start };
    const described = part.structure.describe?.(inside) ?? {};
    // The headings around a fence say more of its place than the scopes inside it.
    const { code, path: _scopes, ...rest } = described;
    return code === undefined ? rest : { ...rest, code: withLines(code, linesOf(span)) };
  };
}

function withLines(code: CodeFacts, lines: { startLine: number; endLine: number }): CodeFacts {
  return { ...code, ...lines };
}
