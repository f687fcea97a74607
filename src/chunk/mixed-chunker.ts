import type { DocumentInput } from "../core/document.ts";
import { lazily } from "../text/lazily.ts";
import { languageOf } from "./code/languages.ts";
import { type Embedded, embed } from "./embedded.ts";
import { resolveSizing, type SplitterOptions } from "./options.ts";
import { SeamList, type Structure } from "./structure.ts";
import { StructuredSplitter } from "./structured-splitter.ts";

const loadRegions = lazily(() => import("./detect/regions.ts"));
const loadCodeStructure = lazily(() => import("./code/code-structure.ts"));

/** Cuts prose with code in it that no markup sets apart: region by region, code along its syntax. */
export class MixedChunker extends StructuredSplitter {
  constructor(options: SplitterOptions = {}) {
    super("mixed", resolveSizing(options, { overlap: 0 }), "regions");
  }

  override async structure({ text }: DocumentInput): Promise<Structure> {
    const { regions } = await loadRegions();
    const found = regions(text);
    const seams = new SeamList(found[0]?.type === "code" ? "code" : "prose");
    const parts: Embedded[] = [];
    for (const { span, type, language } of found) {
      if (span.start > 0) seams.add(span.start, 0, "paragraph", type === "code" ? "code" : "prose");
      const known = type === "code" ? languageOf(language ?? "") : undefined;
      if (known === undefined) continue;
      const { codeStructure } = await loadCodeStructure();
      parts.push({
        ...span,
        structure: await codeStructure(text.slice(span.start, span.end), known),
        level: 1,
      });
    }
    return embed(text, { seams }, parts);
  }
}
