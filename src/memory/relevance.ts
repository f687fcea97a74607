import type { Chunk } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { Filter, VectorHit, WordHit } from "../core/store.ts";
import type { StoredUse, TurnStore, UseRange } from "../core/turn-store.ts";
import { type Candidate, fuse } from "../search/fuse.ts";
import type { Question } from "../search/question.ts";
import { type Reranked, rerank } from "../search/rerank.ts";
import type { ResolvedWeights } from "./memory-weights.ts";
import type { MemorySpaces } from "./scope.ts";
import { type Scoring, scoreMemory } from "./score.ts";

/** Asked of each list: of vectors so many that the last has nothing to do with the question (`fuse`). */
const DEPTH = 200;
const WORD_DEPTH = 100;
/** Where a decay may take all of a score, what is recent may stand far below. */
const DEPTH_UNBOUNDED = 1_000;
/**
 * For each memory that is asked for, at least for six: chunks whose texts are read, those of them whose words are looked
 * at, and turns whose neighbours are. With a bounded decay the chunks are chosen from twice as many: what stands lower
 * no age lifts so far.
 */
const LEAST_ASKED = 6;
const READ = 3.2;
const LOOKED = 2;
const NEIGHBOURED = 1.2;
const WEIGHED = 6.4;
/** Whole turns that are read. */
const WHOLES = 12;

/** One recall: all that it asks of the store. */
export interface RelevanceQuery extends Call {
  readonly store: TurnStore;
  readonly spaces: MemorySpaces;
  readonly question: Question;
  readonly vector: Float32Array | undefined;
  readonly embedder: string;
  readonly weights: ResolvedWeights;
  readonly scoring: Scoring;
  readonly now: number;
  /** Whether `now` is another time than the present: later uses are not seen. */
  readonly isPast: boolean;
  readonly within: UseRange | undefined;
  readonly filter: Filter | undefined;
  readonly topK: number;
}

function enough({ topK }: RelevanceQuery, forEach: number): number {
  return Math.ceil(forEach * Math.max(LEAST_ASKED, topK));
}

/** How relevant a turn is, and why. */
export interface RelevantTurn {
  readonly use: StoredUse;
  readonly relevance: number;
  readonly parts: { chunk: number; siblings: number; whole: number; neighbours: number };
  /** Undefined for a turn that only its neighbours lead to. */
  readonly best: Reranked | undefined;
  /** Other chunks of it that were found. */
  readonly siblings: number;
}

/** A turn while its parts are added up. */
interface Draft {
  readonly use: StoredUse;
  best: Reranked | undefined;
  siblings: number;
  parts: { chunk: number; siblings: number; whole: number; neighbours: number };
}

/**
 * The turns that have to do with a question, in no order: words and vectors of their chunks fused and reranked as
 * in a search, a share of the turn as a whole, and a share of what the turns beside it got. That share stands for
 * the neighbours' words as search keys: nothing of a turn is written into another, so that one that is forgotten
 * leaves nothing behind.
 */
export async function relevantTurns(query: RelevanceQuery): Promise<RelevantTurn[]> {
  const { store, spaces, weights } = query;
  const fused = await fusedCandidates(query, spaces.turns, depthOf(query));
  const candidates = query.scoring.decay.bounded ? fused.slice(0, enough(query, WEIGHED)) : fused;
  query.signal?.throwIfAborted();
  const uses = await usesOf(query, candidates);
  const read = await readBest(query, candidates, uses);
  const reranked = rerank(query.question, read, weights.search, enough(query, LOOKED));
  const drafts = new Map<number, Draft>();
  for (const one of reranked) {
    const use = uses.get(numberOf(one.candidate));
    if (use === undefined) continue;
    const draft = drafts.get(use.number);
    if (draft === undefined) drafts.set(use.number, draftOf(use, one));
    else {
      if (draft.siblings === 0) draft.parts.siblings = weights.search.parent * one.score;
      draft.siblings++;
    }
  }
  if (weights.whole > 0) await addWholes(query, drafts);
  if (weights.previous > 0 || weights.next > 0) await addNeighbours(store, query, drafts);
  return [...drafts.values()].map((draft) => ({ ...draft, relevance: sum(draft) }));
}

function draftOf(use: StoredUse, best: Reranked | undefined): Draft {
  return {
    use,
    best,
    siblings: 0,
    parts: { chunk: best?.score ?? 0, siblings: 0, whole: 0, neighbours: 0 },
  };
}

function sum({ parts }: Draft): number {
  return parts.chunk + parts.siblings + parts.whole + parts.neighbours;
}

function depthOf({ scoring, topK }: RelevanceQuery): number {
  return Math.max(scoring.decay.bounded ? DEPTH : DEPTH_UNBOUNDED, Math.ceil(WEIGHED * topK));
}

function numberOf({ words, meaning }: Candidate): number {
  return words?.hit.documentNumber ?? meaning?.hit.documentNumber ?? -1;
}

async function fusedCandidates(
  { store, question, vector, embedder, weights: { search }, within, filter }: RelevanceQuery,
  space: MemorySpaces["turns"],
  limit: number,
): Promise<Candidate[]> {
  const { terms } = question;
  const wordLimit = limit === DEPTH ? WORD_DEPTH : limit;
  const { fields, document: documentWeight, meaningDocument } = search;
  const [words, meaning] = await Promise.all([
    terms.length === 0
      ? ([] as WordHit[])
      : store.words(space, { terms, fields, documentWeight, limit: wordLimit, filter, within }),
    vector === undefined
      ? ([] as VectorHit[])
      : store.vectors(space, { vector, embedder, documentWeight: meaningDocument, limit, filter, within }),
  ]);
  // Where only one list has anything, it speaks alone.
  const share = meaning.length === 0 ? 0 : words.length === 0 ? 1 : search.meaning;
  return fuse(words, meaning, { meaning: share, document: documentWeight }).filter(({ score }) => score > 0);
}

/** As of a time, what came later is no use yet. How often it was used till then nobody wrote down. */
function seenFrom({ isPast, now }: RelevanceQuery, use: StoredUse): StoredUse {
  return isPast && use.lastUse !== undefined && use.lastUse > now ? { ...use, lastUse: undefined } : use;
}

async function usesOf(
  query: RelevanceQuery,
  candidates: readonly Candidate[],
): Promise<Map<number, StoredUse>> {
  const numbers = [...new Set(candidates.map(numberOf))];
  const { store, spaces } = query;
  const uses = numbers.length === 0 ? [] : await store.uses(spaces.turns, { numbers });
  return new Map(uses.map((use) => [use.number, seenFrom(query, use)]));
}

/** Chosen by what their age leaves of them: with an unbounded decay the most relevant may count nothing. */
async function readBest(
  query: RelevanceQuery,
  candidates: readonly Candidate[],
  uses: ReadonlyMap<number, StoredUse>,
): Promise<{ candidate: Candidate; chunk: Chunk }[]> {
  const { store, spaces, now, scoring } = query;
  const best = candidates
    .flatMap((candidate) => {
      const use = uses.get(numberOf(candidate));
      return use === undefined ? [] : [{ candidate, score: scoreMemory(candidate.score, use, now, scoring) }];
    })
    .sort((a, b) => b.score - a.score || a.candidate.number - b.candidate.number)
    .slice(0, enough(query, READ))
    .map(({ candidate }) => candidate);
  const chunks = await store.chunks(
    spaces.turns,
    best.map(({ number }) => number),
  );
  return best
    .flatMap((candidate, index) => {
      const chunk = chunks[index];
      // Its turn went between the two calls.
      return chunk === undefined ? [] : [{ candidate, chunk }];
    })
    .sort((a, b) => b.candidate.score - a.candidate.score || a.candidate.number - b.candidate.number);
}

/** Of turns that are found anyway: as a whole they say what they are about, not that they answer. */
async function addWholes(query: RelevanceQuery, drafts: ReadonlyMap<number, Draft>): Promise<void> {
  const { store, spaces, weights } = query;
  if (![...drafts.values()].some(({ best }) => best?.chunk.kind === "child")) return;
  const { within: _within, filter: _filter, ...everywhere } = query;
  const whole = await fusedCandidates(
    { ...everywhere, within: undefined, filter: undefined },
    spaces.parents,
    DEPTH,
  );
  const first = whole.slice(0, WHOLES);
  const chunks = await store.chunks(
    spaces.parents,
    first.map(({ number }) => number),
  );
  const scores = new Map(chunks.map((chunk, index) => [chunk?.documentId, first[index].score]));
  for (const draft of drafts.values()) draft.parts.whole = weights.whole * (scores.get(draft.use.id) ?? 0);
}

async function addNeighbours(
  store: TurnStore,
  query: RelevanceQuery,
  drafts: Map<number, Draft>,
): Promise<void> {
  const { spaces, weights, within, filter } = query;
  const best = [...drafts.values()].sort((a, b) => sum(b) - sum(a)).slice(0, enough(query, NEIGHBOURED));
  const own = best.map((draft) => ({ number: draft.use.number, relevance: sum(draft) }));
  const beside = await store.neighbours(
    spaces.turns,
    best.map(({ use }) => use),
  );
  const shares = new Map<number, number>();
  // Only what a neighbour is better by: of turns that answer equally well, company decides nothing.
  const lend = (to: number | undefined, weight: number, relevance: number) => {
    if (to === undefined) return;
    const draft = drafts.get(to);
    const share = weight * (relevance - (draft === undefined ? 0 : sum(draft)));
    if (share > 0) shares.set(to, Math.max(shares.get(to) ?? 0, share));
  };
  beside.forEach(({ before, after }, index) => {
    // What is found is the previous turn of the one after it.
    lend(after, weights.previous, own[index].relevance);
    lend(before, weights.next, own[index].relevance);
  });
  const unknown = [...shares.keys()].filter((number) => !drafts.has(number));
  // Whether they pass a filter nobody looked.
  if (filter === undefined && unknown.length > 0)
    for (const use of await store.uses(spaces.turns, { numbers: unknown, ...within }))
      drafts.set(use.number, draftOf(seenFrom(query, use), undefined));
  for (const [number, share] of shares) {
    const draft = drafts.get(number);
    if (draft !== undefined) draft.parts.neighbours = share;
  }
}
