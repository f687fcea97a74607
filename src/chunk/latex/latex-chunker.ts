import type { DocumentInput } from "../../core/document.ts";
import { resolveSizing, type SplitterOptions } from "../options.ts";
import type { Structure } from "../structure.ts";
import { StructuredSplitter } from "../structured-splitter.ts";
import { latexStructure } from "./latex-structure.ts";

/** Cuts LaTeX source along its sections; environments and formulas stay whole where they fit. */
export class LatexChunker extends StructuredSplitter {
  constructor(options: SplitterOptions = {}) {
    super("latex", resolveSizing(options, { overlap: 0 }), "environments");
  }

  override structure({ text }: DocumentInput): Structure {
    return latexStructure(text);
  }
}
