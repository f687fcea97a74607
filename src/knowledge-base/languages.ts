import type { Space, Store } from "../core/store.ts";
import { languageIn } from "../ingest/recipe.ts";
import { loadLanguages } from "../text/analysis/analyse.ts";

/** How old a list may be, in milliseconds, before it is made again: other processes add documents too. */
const FRESH = 5_000;

interface Listed {
  readonly languages: Promise<readonly string[]>;
  readonly at: number;
}

/** The languages that a space's documents were analysed in, most frequent first: a query is analysed in all of them. */
export class SpaceLanguages {
  readonly #store: Store;
  readonly #listed = new Map<string, Listed>();

  constructor(store: Store) {
    this.#store = store;
  }

  async of(space: Space): Promise<readonly string[]> {
    const known = this.#listed.get(space.workspace);
    if (known === undefined) return this.#list(space);
    // Whoever asks does not wait for the next list.
    if (performance.now() - known.at > FRESH) this.#list(space).catch(() => {});
    return known.languages;
  }

  forget({ workspace }: Space): void {
    this.#listed.delete(workspace);
  }

  #list(space: Space): Promise<readonly string[]> {
    const languages = this.#read(space);
    this.#listed.set(space.workspace, { languages, at: performance.now() });
    languages.catch(() => this.forget(space));
    return languages;
  }

  async #read(space: Space): Promise<readonly string[]> {
    const { recipes } = await this.#store.facts(space);
    const counts = new Map<string, number>();
    for (const [recipe, documents] of Object.entries(recipes)) {
      const language = languageIn(recipe);
      counts.set(language, (counts.get(language) ?? 0) + documents);
    }
    const languages = [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
    await loadLanguages(languages);
    return languages;
  }
}
