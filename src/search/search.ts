import type { Chunk } from "../core/chunk.ts";
import type { Embedder } from "../core/embedder.ts";
import { invalidOption } from "../core/errors.ts";
import type { ChunkPlace, Space, Store, VectorHit, WordHit } from "../core/store.ts";
import { checkOptions, DEFAULT_LIMIT } from "./check-options.ts";
import { DistinctFamilies, type DistinctFamily } from "./distinct.ts";
import { asFound, asParents, asRuns, DEFAULT_SEGMENT_TOKENS, type Expanded } from "./expand.ts";
import { explain, partsOf } from "./explain.ts";
import { type Family, familiesOf, singles } from "./families.ts";
import { type Candidate, fuse, fuseRanks } from "./fuse.ts";
import { highlightsOf } from "./highlights.ts";
import { pack } from "./pack.ts";
import { type Question, readQuestion } from "./question.ts";
import { type ReadCandidate, type Reranked, rerank } from "./rerank.ts";
import type { Hit, SearchOptions } from "./types.ts";
import { resolveWeights, type SearchWeights } from "./weights.ts";

/** Asked of each list at first: enough for the floor of meaning, and for ten parents. */
const FIRST_DEPTH = 200;
/** Candidates of each list for every hit. */
const DEPTH_FOR_EACH = 10;
/** A quarter of what each list gives is ranked anew: more changed no figure of any set (docs/BENCHMARKS.md). */
const READ = 0.25;
/** Texts of this many of them for every hit are looked at word by word. */
const LOOKED_FOR_EACH = 2;
const LEAST_LOOKED = 20;
/** Lists are asked again, deeper, while hits are missing: at most this deep. */
const MOST_DEPTH = 20_000;
const DEEPER = 4;
/** Where a budget may pass over hits, and runs may hold several, more stand ready. */
const SPARE = 3;

/** One search: what is the same at every depth. */
interface Request {
  readonly store: Store;
  readonly space: Space;
  readonly question: Question;
  readonly embedder: string;
  readonly vector: Float32Array | undefined;
  readonly weights: SearchWeights;
  readonly limit: number;
  readonly options: SearchOptions;
}

/**
 * Finds what answers a query, best first: words and vectors, fused, reranked, given back as parents, chunks or runs
 * of chunks, within a budget. Any text is a query; one without words or meaning finds nothing.
 */
export async function search(
  store: Store,
  embedder: Embedder | undefined,
  space: Space,
  query: string,
  options: SearchOptions = {},
): Promise<Hit[]> {
  checkOptions(query, options);
  if (options.mode === "meaning" && embedder === undefined)
    invalidOption("mode", options.mode, `"words" where there is no embedder`);
  const { limit = DEFAULT_LIMIT, expand = "parent" } = options;
  const question = readQuestion(query, options.languages);
  const request: Request = {
    store,
    space,
    question,
    embedder: embedder?.id ?? "",
    vector: await queryVector(question, embedder, options),
    weights: resolveWeights(options.weights, embedder?.id),
    limit,
    options,
  };
  for (let depth = Math.max(FIRST_DEPTH, DEPTH_FOR_EACH * limit); ; depth *= DEEPER) {
    options.signal?.throwIfAborted();
    const { read, isAll } = await findAndRead(request, depth);
    const reranked = rerank(question, read, request.weights);
    const families = expand === "parent" ? familiesOf(reranked, request.weights.parent) : singles(reranked);
    const most = options.budget === undefined && expand !== "segment" ? limit : SPARE * limit;
    const ready = await firstDistinct(request, families, most);
    if (ready.length >= limit || isAll || depth >= MOST_DEPTH) return toHits(request, reranked, ready);
  }
}

async function queryVector(
  { text }: Question,
  embedder: Embedder | undefined,
  { mode, signal }: SearchOptions,
): Promise<Float32Array | undefined> {
  if (embedder === undefined || mode === "words" || text.trim() === "") return undefined;
  const [vector] = await embedder.embed([text], "query", { signal });
  // A text without a word the model knows has no direction.
  return vector.some((component) => component !== 0) ? vector : undefined;
}

/** Only of the first candidates the whole chunk was read. */
type Read = ChunkPlace | Chunk;

/** The best candidates of both lists with their chunks, and whether there are no more. */
async function findAndRead(
  { store, space, question, embedder, vector, weights, limit, options }: Request,
  depth: number,
): Promise<{ read: ReadCandidate<Read>[]; isAll: boolean }> {
  const { mode = "hybrid", filter, fusion = "convex" } = options;
  const { terms } = question;
  const { fields, document: documentWeight, meaningDocument } = weights;
  const [words, meaning] = await Promise.all([
    mode === "meaning" || terms.length === 0
      ? ([] as WordHit[])
      : store.words(space, { terms, fields, documentWeight, limit: depth, filter }),
    vector === undefined
      ? ([] as VectorHit[])
      : store.vectors(space, { vector, embedder, documentWeight: meaningDocument, limit: depth, filter }),
  ]);
  const fused: Candidate[] = (fusion === "ranks" ? fuseRanks : fuse)(words, meaning, {
    meaning: shareOfMeaning(words, meaning, weights),
    document: documentWeight,
  });
  // The floor of meaning, and no word: such a chunk was found only because there are few.
  const candidates = mode === "hybrid" ? fused.filter(({ score }) => score > 0) : fused;
  const best = candidates.slice(0, READ * depth);
  const numbers = best.map(({ number }) => number);
  const looks = Math.max(LEAST_LOOKED, LOOKED_FOR_EACH * limit);
  const chunks: (Read | undefined)[] = await store.chunks(space, numbers.slice(0, looks));
  if (looks < numbers.length) chunks.push(...(await store.places(space, numbers.slice(looks))));
  const read = best.flatMap((candidate, i) => {
    const chunk = chunks[i];
    // Its document went between the two calls.
    return chunk === undefined ? [] : [{ candidate, chunk }];
  });
  // Below the floor of meaning nothing counts: to look deeper is of no use.
  const hasAllMeaning = meaning.length < depth || candidates.length < fused.length;
  const isAll = words.length < depth && hasAllMeaning && best.length === candidates.length;
  return { read, isAll };
}

/** Where only one list has anything, it speaks alone. */
function shareOfMeaning(
  words: readonly WordHit[],
  meaning: readonly VectorHit[],
  { meaning: share }: SearchWeights,
): number {
  if (meaning.length === 0) return 0;
  return words.length === 0 ? 1 : share;
}

/** Families that say different things, each with its best chunk as a whole; a few at a time, for most are never read. */
async function firstDistinct(
  { store, space, options: { suppressDuplicates = true } }: Request,
  families: readonly Family<Read>[],
  most: number,
): Promise<readonly DistinctFamily[]> {
  const distinct = new DistinctFamilies(most, suppressDuplicates);
  for (let from = 0; from < families.length && !distinct.isFull; from += most)
    distinct.add(await withWholeBest(store, space, families.slice(from, from + most)));
  return distinct.kept;
}

/** Without those whose document went in the meantime. */
async function withWholeBest(
  store: Store,
  space: Space,
  families: readonly Family<Read>[],
): Promise<Family[]> {
  const missing = families
    .filter(({ best }) => !isWhole(best.chunk))
    .map(({ best }) => best.candidate.number);
  const chunks = missing.length === 0 ? [] : await store.chunks(space, missing);
  const byNumber = new Map(missing.map((number, i) => [number, chunks[i]]));
  return families.flatMap((family) => {
    const { best } = family;
    const chunk = isWhole(best.chunk) ? best.chunk : byNumber.get(best.candidate.number);
    return chunk === undefined ? [] : [{ ...family, best: { ...best, chunk } }];
  });
}

function isWhole(chunk: Read): chunk is Chunk {
  return "text" in chunk;
}

async function toHits(
  request: Request,
  reranked: readonly Reranked<ChunkPlace>[],
  ready: readonly DistinctFamily[],
): Promise<Hit[]> {
  const { question, weights, limit, options } = request;
  const { budget, explain: wantsWhy = false } = options;
  const expanded = await expandAll(
    request,
    ready.map(({ family }) => family),
    reranked,
  );
  const packable = ready.flatMap(({ family, duplicates }) => {
    const whole = expanded.get(family);
    if (whole === undefined) return [];
    const choices = [whole, asFound(family.best.chunk)];
    return [{ choices: choices.map((given) => ({ ...given, value: { family, duplicates, given } })) }];
  });
  return pack(packable, budget, limit).map(({ family, duplicates, given }): Hit => {
    const { chunk, candidate } = family.best;
    return {
      chunk,
      ...given,
      score: family.score,
      ...(candidate.meaning === undefined ? {} : { similarity: candidate.meaning.hit.cosine }),
      parts: partsOf(family),
      highlights: highlightsOf(family.best.places ?? question.placesIn(chunk.text)),
      duplicates,
      ...(wantsWhy ? { explanation: explain(family, weights) } : {}),
    };
  });
}

async function expandAll(
  { store, space, limit, options }: Request,
  families: readonly Family[],
  reranked: readonly Reranked<ChunkPlace>[],
): Promise<Map<Family, Expanded>> {
  const { expand = "parent", budget, segmentTokens = DEFAULT_SEGMENT_TOKENS } = options;
  if (expand === "parent") return asParents(store, space, families);
  if (expand === "none") return new Map(families.map((family) => [family, asFound(family.best.chunk)]));
  return asRuns(store, space, families, reranked, {
    tokens: Math.min(segmentTokens, budget ?? segmentTokens),
    // A budget may pass over some of them.
    runs: budget === undefined ? limit : families.length,
  });
}
