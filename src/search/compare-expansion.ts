import type { Embedder } from "../core/embedder.ts";
import type { Space, Store } from "../core/store.ts";
import { search } from "./search.ts";
import type { Hit, SearchOptions } from "./types.ts";

interface ExpansionResult {
  readonly hits: readonly Hit[];
  /** What giving all of them to a model costs. */
  readonly tokens: number;
}

export interface ExpansionComparison {
  readonly parents: ExpansionResult;
  readonly children: ExpansionResult;
}

/** One query answered with parents and with the chunks alone, and what each costs in tokens. */
export async function compareExpansion(
  store: Store,
  embedder: Embedder | undefined,
  space: Space,
  query: string,
  options: Omit<SearchOptions, "expand"> = {},
): Promise<ExpansionComparison> {
  const run = async (expand: "parent" | "none"): Promise<ExpansionResult> => {
    const hits = await search(store, embedder, space, query, { ...options, expand });
    return { hits, tokens: hits.reduce((sum, { tokens }) => sum + tokens, 0) };
  };
  const [parents, children] = await Promise.all([run("parent"), run("none")]);
  return { parents, children };
}
