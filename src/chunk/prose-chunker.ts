import type { DocumentInput, Section } from "../core/document.ts";
import { resolveSizing, type SplitterOptions } from "./options.ts";
import { SeamList, type Structure } from "./structure.ts";
import { StructuredSplitter } from "./structured-splitter.ts";

/** Parts of an outline that begin something new. A page does not: its text runs on from the one before. */
const OPENING = new Set(["heading", "slide", "sheet", "cell", "record"]);

/**
 * Cuts running text: along the outline its loader found (headings of a PDF, slides), and inside that at
 * the natural seams of prose, as `RecursiveTextSplitter` does.
 */
export class ProseChunker extends StructuredSplitter {
  constructor(options: SplitterOptions = {}) {
    super("prose", resolveSizing(options, { overlap: 0 }), "outline");
  }

  override structure({ outline }: DocumentInput): Structure {
    return { seams: outlineSeams(outline ?? []) };
  }
}

function outlineSeams(outline: readonly Section[]): SeamList {
  const seams = new SeamList("prose");
  const opening = outline.filter(({ kind, span }) => OPENING.has(kind) && span.start > 0);
  opening.sort((a, b) => a.span.start - b.span.start || a.level - b.level);
  for (const { span, level } of opening) seams.add(span.start, level, "section", "prose");
  return seams;
}
