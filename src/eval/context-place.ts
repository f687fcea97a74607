import { outlineContexts, outlineVectorText } from "../context/outline-context.ts";
import type { SearchOptions } from "../search/types.ts";
import type { ContextTrial } from "./context-trial.ts";
import { withoutParts } from "./parts.ts";

/** What situates chunks: nothing, or what their document says without a model. */
export const CONTEXTS = ["none", "outline"] as const;

/** Where that counts. A knowledge base has the outline in its words. */
export const CONTEXT_PLACES = ["words", "vectors", "both", "neither"] as const;
export type ContextPlace = (typeof CONTEXT_PLACES)[number];

/** Of title and headings in a chunk's vector, next to 1 for its text: docs/BENCHMARKS.md has others beside it. */
const OUTLINE_SHARE = 0.2;

/** How a set is indexed so that the outline counts there; undefined: as a knowledge base does it. */
export function trialOf(place: ContextPlace): ContextTrial | undefined {
  if (place === "words" || place === "neither") return undefined;
  return {
    share: OUTLINE_SHARE,
    situate(document, chunks) {
      const outlines = outlineContexts(document, chunks);
      return chunks.map((chunk, i) => {
        const outline = outlines[i];
        const around = outline === undefined ? undefined : outlineVectorText(outline);
        return { chunk, vector: { text: chunk.text, around } };
      });
    },
  };
}

/** What a search is asked for so that the outline counts there. */
export function searchedIn(place: ContextPlace, options: SearchOptions): SearchOptions {
  return place === "words" || place === "both" ? options : withoutParts(["context"], options);
}
