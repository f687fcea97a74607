import type { Chunk } from "../core/chunk.ts";
import type { Embedder } from "../core/embedder.ts";
import { SherdError } from "../core/errors.ts";
import type { Span } from "../core/span.ts";
import type { Space } from "../core/store.ts";
import { embedChecked } from "../ingest/embed-checked.ts";
import { checkOptions } from "../search/check-options.ts";
import { search } from "../search/search.ts";
import type { Hit, SearchOptions } from "../search/types.ts";
import { loadLanguages } from "../text/analysis/analyse.ts";
import type { Engine } from "./engine.ts";
import type { SearchResult } from "./search-types.ts";

/**
 * Searches one workspace. In hybrid mode a model that is missing or fails leaves the words, and a warning says
 * so; where meaning was asked for, it is an error. A model other than the stored vectors' is always an error.
 */
export async function searchSpace(
  engine: Engine,
  space: Space,
  query: string,
  options: SearchOptions,
): Promise<SearchResult> {
  checkOptions(query, options);
  try {
    return await searchOneVersion(engine, space, query, options);
  } catch (error) {
    const isOtherModel = error instanceof SherdError && error.code === "SPACE_MISMATCH";
    // Another process may have changed the model since it was looked up.
    if (isOtherModel && engine.forgetEmbedder(space)) return searchOneVersion(engine, space, query, options);
    throw error;
  }
}

/** A document that is replaced while it is searched costs another try; after so many, its hit. */
const MOST_TRIES = 4;

/**
 * A search reads several times, and a document may be replaced between: what was found is then of one version and
 * what surrounds it of another. Such a hit is never given.
 */
async function searchOneVersion(
  engine: Engine,
  space: Space,
  query: string,
  options: SearchOptions,
): Promise<SearchResult> {
  for (let tries = 1; ; tries++) {
    const result = await searchOnce(engine, space, query, options);
    const hits = result.hits.filter(isOfOneVersion);
    if (hits.length === result.hits.length) return result;
    if (tries === MOST_TRIES) return resultOf(result.mode, hits, result.warnings);
  }
}

/** Whether what is given back holds what was found, where both stand in the document. */
function isOfOneVersion({ chunk, parent, text, span }: Hit): boolean {
  return holds(span, text, chunk) && (parent === undefined || holds(parent.span, parent.text, chunk));
}

function holds(around: Span, text: string, { span, text: found }: Chunk): boolean {
  const start = Math.max(span.start, around.start);
  const end = Math.min(span.end, around.end);
  if (start >= end) return false;
  return (
    text.slice(start - around.start, end - around.start) === found.slice(start - span.start, end - span.start)
  );
}

async function searchOnce(
  engine: Engine,
  space: Space,
  query: string,
  given: SearchOptions,
): Promise<SearchResult> {
  const { mode = "hybrid", signal } = given;
  const { store } = engine;
  const languages = given.languages ?? (await engine.languages.of(space));
  if (given.languages !== undefined) await loadLanguages(given.languages);
  const options = { ...given, languages };
  if (mode === "words") return resultOf("words", await search(store, undefined, space, query, options));

  let failure: unknown;
  const guarded = (embedder: Embedder): Embedder => ({
    id: embedder.id,
    dimensions: embedder.dimensions,
    embed: (texts, role, call) =>
      embedChecked(embedder, texts, role, call).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
  });
  try {
    const embedder = await engine.embedder(space, { signal }).catch((error: unknown) => {
      failure = error;
      throw error;
    });
    const found = await search(store, embedder && guarded(embedder), space, query, options);
    return resultOf(embedder === undefined ? "words" : mode, found);
  } catch (error) {
    if (failure === undefined || mode === "meaning" || signal?.aborted) throw error;
    const found = await search(store, undefined, space, query, { ...options, mode: "words" });
    return resultOf("words", found, [leftOut(failure)]);
  }
}

function resultOf(
  mode: SearchResult["mode"],
  hits: SearchResult["hits"],
  warnings: readonly string[] = [],
): SearchResult {
  return { hits, mode, tokens: hits.reduce((sum, hit) => sum + hit.tokens, 0), warnings };
}

function leftOut(failure: unknown): string {
  const reason = failure instanceof Error ? failure.message : String(failure);
  return `Searched by words alone, because the model could not be used: ${reason}`;
}
