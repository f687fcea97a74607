import { resolveSizing, type SplitterOptions } from "./options.ts";
import { Splitter } from "./splitter.ts";

/** A fixed cut takes no account of sense, so a fifth is repeated to keep what it severed together. */
const DEFAULT_OVERLAP = 0.2;

/**
 * Fixed size: every chunk is as large as the maximum allows, cut between whole characters wherever
 * that falls. Overlap, when there is a sentence near, starts at it.
 */
export class TextSplitter extends Splitter {
  constructor(options: SplitterOptions = {}) {
    super("text", resolveSizing(options, { overlap: DEFAULT_OVERLAP }), "fixed", () => () => undefined);
  }
}
