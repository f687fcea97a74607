import type { Space, Store } from "../core/store.ts";
import { languageIn } from "../ingest/recipe.ts";
import { loadLanguages } from "../text/analysis/analyse.ts";

/** How old a list may be, in milliseconds, before it is made again: other processes add documents too. */
const FRESH = 5_000;
/** Or so many times what it took: a list of a million documents is counted in a tenth of a second, in which nothing else is done. */
const FRESH_BY_COST = 200;

interface Listed {
  readonly languages: Promise<readonly string[]>;
  /** When it is made again. */
  until: number;
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
    if (performance.now() > known.until) this.#list(space).catch(() => {});
    return known.languages;
  }

  forget({ workspace }: Space): void {
    this.#listed.delete(workspace);
  }

  #list(space: Space): Promise<readonly string[]> {
    const started = performance.now();
    const facts = this.#store.facts(space);
    const languages = facts.then(({ recipes }) => languagesOf(recipes));
    const listed = { languages, until: started + FRESH };
    this.#listed.set(space.workspace, listed);
    facts.then(
      () => {
        listed.until = started + Math.max(FRESH, FRESH_BY_COST * (performance.now() - started));
      },
      () => {},
    );
    languages.catch(() => this.forget(space));
    return languages;
  }
}

async function languagesOf(recipes: Readonly<Record<string, number>>): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  for (const [recipe, documents] of Object.entries(recipes)) {
    const language = languageIn(recipe);
    counts.set(language, (counts.get(language) ?? 0) + documents);
  }
  const languages = [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
  await loadLanguages(languages);
  return languages;
}
