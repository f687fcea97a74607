import type { Hit, SearchMode } from "../search/types.ts";

/** What a search found. */
export interface SearchResult {
  /** Best first. */
  readonly hits: readonly Hit[];
  /** How it was searched: `words` where the model could not be used, which a warning says. */
  readonly mode: SearchMode;
  /** What the hits' texts cost together. */
  readonly tokens: number;
  /** What a user should know: above all, that meaning was left out and why. */
  readonly warnings: readonly string[];
}
