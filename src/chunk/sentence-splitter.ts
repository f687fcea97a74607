import { naturalSeams } from "./natural-seams.ts";
import { resolveSizing, type SplitterOptions } from "./options.ts";
import { Splitter } from "./splitter.ts";

/** Whole sentences first; a sentence that does not fit is cut at the best seam inside it. */
const SENTENCE_LEVELS = [["section", "paragraph", "list", "sentence"], ["line", "clause"], ["word"]] as const;

/**
 * Packs as many whole sentences into a chunk as fit. Only a sentence larger than the maximum is cut,
 * at a clause or a word.
 */
export class SentenceSplitter extends Splitter {
  constructor(options: SplitterOptions = {}) {
    super("sentence", resolveSizing(options, { overlap: 0 }), "sentences", naturalSeams(SENTENCE_LEVELS));
  }
}
