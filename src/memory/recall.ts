import type { Chunk } from "../core/chunk.ts";
import type { Embedder } from "../core/embedder.ts";
import { invalidOption } from "../core/errors.ts";
import type { Filter, StoredDocument } from "../core/store.ts";
import type { TurnStore, UseRange } from "../core/turn-store.ts";
import { embedChecked } from "../ingest/embed-checked.ts";
import { TextPrint } from "../search/near-duplicates.ts";
import { pack } from "../search/pack.ts";
import { readQuestion } from "../search/question.ts";
import { checkFilter } from "../store/filter.ts";
import { checkNames } from "./check-names.ts";
import { memoryTime } from "./memory-time.ts";
import { type MemoryWeights, resolveMemoryWeights } from "./memory-weights.ts";
import type { RecallExplanation, RecalledMemory, RecallOptions, RecallResult } from "./recall-types.ts";
import { type RelevantTurn, relevantTurns } from "./relevance.ts";
import { rememberedTurn } from "./remembered-turn.ts";
import { checkName, type MemorySpaces } from "./scope.ts";
import { explainScore, type ScoreExplanation, type Scoring, suppressedByAge } from "./score.ts";

const DEFAULT_TOP_K = 4;
const MOST_MEMORIES = 1_000;
/** Where a budget or duplicates may take some out, more stand ready. */
const SPARE = 3;

const RECALL_OPTIONS = [
  ...["topK", "includeParents", "session", "before", "after", "asOf", "budget", "filter", "mode", "explain"],
  "signal",
];

export interface RecallContext {
  readonly store: TurnStore;
  readonly spaces: MemorySpaces;
  readonly scoring: Scoring;
  readonly weights: Partial<MemoryWeights> | undefined;
  readonly languages: readonly string[];
  /** Undefined for words alone. */
  readonly embedder: Embedder | undefined;
  readonly now: number;
}

/** What a recall found, with what is to be counted of it. */
export interface Recall {
  readonly result: RecallResult;
  /** Hits whose turn has other chunks that were found too. */
  readonly withSiblings: number;
}

interface Scored extends RelevantTurn {
  readonly explained: ScoreExplanation;
}

export async function recall(context: RecallContext, query: string, options: RecallOptions): Promise<Recall> {
  const { topK = DEFAULT_TOP_K } = options;
  const { within, now, filter } = checkRecall(context, query, options);
  const { store, spaces, scoring, languages } = context;
  const question = readQuestion(query, languages);
  const { vector, embedder, warnings } = await queryVector(context, question.text, options);
  const turns = await relevantTurns({
    store,
    spaces,
    question,
    vector,
    embedder: embedder?.id ?? "",
    weights: resolveMemoryWeights(context.weights, embedder?.id),
    scoring,
    now,
    isPast: options.asOf !== undefined,
    within,
    filter,
    topK,
    signal: options.signal,
  });
  const scored = turns
    .map((turn): Scored => ({ ...turn, explained: explainScore(turn.relevance, turn.use, now, scoring) }))
    // Of equals the later: it was said with the earlier in mind.
    .sort(
      (a, b) => b.explained.score - a.explained.score || b.use.at - a.use.at || b.use.number - a.use.number,
    );
  const ready = await distinct(context, scored, options.budget === undefined ? topK : SPARE * topK);
  const memories = await toMemories(context, ready, options, topK);
  return {
    result: {
      memories: memories.map(({ memory }) => memory),
      mode: vector === undefined ? "words" : "hybrid",
      tokens: memories.reduce((total, { memory }) => total + memory.tokens, 0),
      suppressedByAge: suppressedByAge(
        scored.map(({ explained }) => explained),
        topK,
      ),
      warnings,
    },
    withSiblings: memories.filter(({ siblings }) => siblings > 0).length,
  };
}

function checkRecall(
  { now }: RecallContext,
  query: unknown,
  options: RecallOptions,
): { within: UseRange | undefined; now: number; filter: Filter | undefined } {
  if (typeof query !== "string") invalidOption("query", query, "a text");
  const {
    topK = DEFAULT_TOP_K,
    budget,
    session,
    before,
    after,
    asOf,
    filter,
    mode,
  } = checkNames("options", options, RECALL_OPTIONS);
  for (const name of ["includeParents", "explain"] as const)
    if (options[name] !== undefined && typeof options[name] !== "boolean")
      invalidOption(name, options[name], "true or false");
  if (!Number.isSafeInteger(topK) || topK < 1 || topK > MOST_MEMORIES)
    invalidOption("topK", topK, `a whole number from 1 to ${MOST_MEMORIES}`);
  if (budget !== undefined && (!Number.isSafeInteger(budget) || budget < 1))
    invalidOption("budget", budget, "a whole number of tokens, at least 1");
  if (mode !== undefined && mode !== "hybrid" && mode !== "words")
    invalidOption("mode", mode, `"hybrid" or "words"`);
  if (filter !== undefined) checkFilter(filter);
  const seen = asOf === undefined ? undefined : memoryTime("asOf", asOf);
  const ends = [
    before === undefined ? Infinity : memoryTime("before", before),
    seen === undefined ? Infinity : seen + 1,
  ];
  const range: UseRange = {
    ...(session === undefined ? {} : { session: checkName("session", session) }),
    ...(after === undefined ? {} : { from: memoryTime("after", after) }),
    ...(Math.min(...ends) === Infinity ? {} : { before: Math.min(...ends) }),
  };
  return { within: Object.keys(range).length === 0 ? undefined : range, now: seen ?? now, filter };
}

/** A model that fails leaves the words, and a warning says so. */
async function queryVector(
  { embedder }: RecallContext,
  text: string,
  { mode, signal }: RecallOptions,
): Promise<{ vector?: Float32Array; embedder?: Embedder; warnings: string[] }> {
  if (embedder === undefined || mode === "words" || text.trim() === "") return { warnings: [] };
  try {
    const [vector] = await embedChecked(embedder, [text], "query", { signal });
    return { vector, embedder, warnings: [] };
  } catch (error) {
    signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return { warnings: [`Recalled by words alone, because the model could not be used: ${reason}`] };
  }
}

interface Ready {
  readonly turn: Scored;
  readonly chunk: Chunk;
  readonly duplicates: string[];
}

/** Turns that say what no better one says, each with those that do. */
async function distinct(
  { store, spaces }: RecallContext,
  scored: readonly Scored[],
  most: number,
): Promise<Ready[]> {
  const kept: (Ready & { print: TextPrint })[] = [];
  for (const turn of scored) {
    const chunk = turn.best?.chunk ?? (await firstChunk(store, spaces, turn.use.id));
    if (chunk === undefined) continue;
    const print = new TextPrint(chunk);
    const same = kept.find((one) => one.print.isLike(print));
    if (same !== undefined) same.duplicates.push(turn.use.id);
    else if (kept.length === most) break;
    else kept.push({ turn, chunk, print, duplicates: [] });
  }
  return kept;
}

/** Of a turn that only its neighbours lead to. */
async function firstChunk(store: TurnStore, { turns }: MemorySpaces, id: string): Promise<Chunk | undefined> {
  const chunks = await store.chunksOf(turns, id);
  return chunks.find(({ kind }) => kind !== "parent");
}

async function toMemories(
  { store, spaces }: RecallContext,
  ready: readonly Ready[],
  { includeParents = true, budget, explain = false }: RecallOptions,
  topK: number,
): Promise<{ memory: RecalledMemory; siblings: number }[]> {
  const ids = [...new Set(ready.flatMap(({ chunk }) => chunk.parentId ?? []))];
  const parents = ids.length === 0 ? [] : await store.chunksById(spaces.turns, ids);
  const byId = new Map(ids.map((id, index) => [id, parents[index]]));
  const packable = ready.map((one) => {
    const parent = byId.get(one.chunk.parentId ?? "");
    const whole = includeParents ? (parent ?? one.chunk) : one.chunk;
    const choices = whole === one.chunk ? [whole] : [whole, one.chunk];
    return { choices: choices.map((given) => ({ tokens: given.tokens, value: { one, parent, given } })) };
  });
  const packed = pack(packable, budget, topK);
  const documents = await Promise.all(packed.map(({ one }) => store.document(spaces.turns, one.turn.use.id)));
  return packed.flatMap(({ one, parent, given }, index) => {
    const document = documents[index];
    // Forgotten between the calls.
    if (document === undefined) return [];
    return [{ memory: memoryOf(one, document, parent, given, explain), siblings: one.turn.siblings }];
  });
}

function memoryOf(
  { turn, chunk, duplicates }: Ready,
  document: StoredDocument,
  parent: Chunk | undefined,
  given: Chunk,
  explain: boolean,
): RecalledMemory {
  const { session } = turn.use;
  const { source } = document.metadata;
  const origin = [
    session === undefined ? [] : `session ${session}`,
    typeof source === "string" ? source : [],
  ].flat();
  return {
    ...rememberedTurn(document, turn.use),
    text: given.text,
    ...(origin.length === 0 ? {} : { origin: origin.join(", ") }),
    score: turn.explained.score,
    chunk,
    ...(parent === undefined ? {} : { parent }),
    tokens: given.tokens,
    duplicates,
    ...(explain ? { explanation: explanationOf(turn) } : {}),
  };
}

function explanationOf({ explained, parts, best }: Scored): RecallExplanation {
  const { words, meaning } = best?.candidate ?? {};
  return {
    ...explained,
    parts,
    ...(words === undefined ? {} : { wordRank: words.rank }),
    ...(meaning === undefined ? {} : { meaningRank: meaning.rank, cosine: meaning.hit.cosine }),
  };
}
