import type { Call } from "../core/chunker.ts";
import { SherdError } from "../core/errors.ts";
import type { Report } from "../core/progress.ts";
import type { SearchOptions } from "../search/types.ts";
import { TokenCounter } from "../text/index.ts";
import type { IndexedSet } from "./indexed-set.ts";
import { figuresAt, ndcg, reciprocalRank } from "./metrics.ts";
import type { SetQuery } from "./read-set.ts";
import { type CountedPiece, withinTokens } from "./within-tokens.ts";

export interface MeasureOptions extends Call {
  /** `expand` is `none` unless it is named. */
  readonly search: SearchOptions;
  /** Depths that figures are taken at. */
  readonly depths: readonly number[];
  /** With own chunks: tokens that the figures named `…t` are taken at. */
  readonly tokens: number;
  readonly report?: Report | undefined;
}

/** One query's figures, all shares from 0 to 1. */
export interface QueryFigures {
  readonly id: string;
  /** By name: `pass@5`, `recall@1000t`, `mrr` … */
  readonly figures: Readonly<Record<string, number>>;
  /** Of the pieces at the first depth, counted exactly (o200k_base). */
  readonly tokens: number;
  readonly milliseconds: number;
}

/** nDCG is always taken here, as everyone does. */
const NDCG_DEPTH = 10;

/** Asks every query of a set, one after the other. */
export async function measure(indexed: IndexedSet, options: MeasureOptions): Promise<QueryFigures[]> {
  const { queries } = indexed.set;
  const counter = await TokenCounter.create({ encoding: "o200k_base" });
  const counts = new Map<string, number>();
  const tokensOf = (key: string, text: string): number => {
    const known = counts.get(key) ?? counter.count(text);
    counts.set(key, known);
    return known;
  };
  const warm = new Set<string | undefined>();
  const all: QueryFigures[] = [];
  for (const query of queries) {
    options.signal?.throwIfAborted();
    // The first search of a group reads its index; what is told is the time of a search in an open base.
    if (!warm.has(query.group)) await ask(indexed, query, options);
    warm.add(query.group);
    const { hits, milliseconds } = await ask(indexed, query, options);
    const pieces = hits.map(({ chunk, span, text }): CountedPiece => {
      const key = `${span.start} ${span.end} ${chunk.documentId}`;
      return { document: chunk.documentId, ...span, tokens: tokensOf(key, text) };
    });
    all.push(await figuresOf(indexed, query, pieces, milliseconds, options));
    options.report?.({ phase: "search", done: all.length, total: queries.length, unit: "queries" });
  }
  return all;
}

async function ask(indexed: IndexedSet, query: SetQuery, { search, depths, signal }: MeasureOptions) {
  const base = indexed.baseFor(query);
  const started = performance.now();
  const { hits, warnings } = await base.search(query.query, {
    expand: "none",
    ...search,
    limit: Math.max(NDCG_DEPTH, ...depths),
    ...(signal === undefined ? {} : { signal }),
  });
  const milliseconds = performance.now() - started;
  // A search goes on by words when a model fails; a measurement must not.
  if (warnings.length > 0)
    throw new SherdError("EMBEDDER_UNAVAILABLE", `Query ${query.id}: ${warnings.join(" ")}`, {
      query: query.id,
    });
  return { hits, milliseconds };
}

async function figuresOf(
  indexed: IndexedSet,
  query: SetQuery,
  pieces: readonly CountedPiece[],
  milliseconds: number,
  { depths, tokens, search }: MeasureOptions,
): Promise<QueryFigures> {
  const { id, relevant } = query;
  const figures: Record<string, number> = {};
  for (const k of depths) {
    for (const [name, value] of Object.entries(figuresAt(pieces, relevant, k)))
      figures[`${name}@${k}`] = value;
  }
  // Given units may be single lines, of which the deepest depth is less text than this.
  if (indexed.chunks === "own") {
    const within = withinTokens(pieces, tokens);
    const { recall, iou } = figuresAt(within, relevant, within.length);
    figures[`recall@${tokens}t`] = recall;
    figures[`iou@${tokens}t`] = iou;
  }
  figures.mrr = reciprocalRank(pieces, relevant);
  const { expand = "none" } = search;
  // Runs of chunks are made for a query: there is no list of all of them to rank best.
  if (expand !== "segment")
    figures[`ndcg@${NDCG_DEPTH}`] = ndcg(
      pieces,
      relevant,
      await indexed.piecesFor(query, expand),
      NDCG_DEPTH,
    );
  const returned = pieces.slice(0, depths[0]).reduce((sum, piece) => sum + piece.tokens, 0);
  return { id, figures, tokens: returned, milliseconds };
}
