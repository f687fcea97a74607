import type { Chunk } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { Span } from "../core/span.ts";
import type { Filter, WordField } from "../core/store.ts";
import type { GivenWeights } from "./weights.ts";

/** `hybrid` joins the other two. */
export type SearchMode = "hybrid" | "words" | "meaning";

/**
 * What a hit gives back: the `parent` of the chunk that was found, the chunk itself (`none`), or the best run of
 * neighbouring chunks (`segment`).
 */
export type Expansion = "parent" | "none" | "segment";

export interface SearchOptions extends Call {
  /** Default `hybrid`; without an embedder, `words`. */
  readonly mode?: SearchMode | undefined;
  /** Hits at most. Default 10. */
  readonly limit?: number | undefined;
  /** Default `parent`. */
  readonly expand?: Expansion | undefined;
  /** Tokens that all hits together may have. */
  readonly budget?: number | undefined;
  /** Tokens that one hit may have with `expand: "segment"`. Default 800. */
  readonly segmentTokens?: number | undefined;
  readonly filter?: Filter | undefined;
  /** Of the texts that are searched, loaded with `loadLanguages`. Default: English. */
  readonly languages?: readonly string[] | undefined;
  readonly weights?: GivenWeights | undefined;
  /**
   * How words and meaning are joined: `convex` adds normalised scores; `ranks` looks at ranks alone, for
   * embedders whose scores nothing is known about. Default `convex`.
   */
  readonly fusion?: "convex" | "ranks" | undefined;
  readonly explain?: boolean | undefined;
  /** Leaves out hits that say the same as a better one from another document, and names them there. Default true. */
  readonly suppressDuplicates?: boolean | undefined;
}

/** What a score is made of: the parts add up to it. */
export interface ScoreParts {
  /** Words in the chunk's own text. */
  readonly words: number;
  /** Words around it: headings, title, names, keywords, generated context. */
  readonly context: number;
  /** Words in the whole document. */
  readonly document: number;
  /** Nearness of vectors. */
  readonly meaning: number;
  /** How many of the query's words are there, how near to each other, and what stands next to the chunk. */
  readonly rerank: number;
  /** What more children of the same parent added. */
  readonly parent: number;
}

export interface Explanation {
  /** Absent where the chunk was not in that list. Ranks from 1. */
  readonly words?: {
    readonly rank: number;
    readonly score: number;
    readonly document: number;
    readonly matches: readonly { readonly term: string; readonly field: WordField; readonly score: number }[];
  };
  readonly meaning?: { readonly rank: number; readonly cosine: number; readonly document: number };
  /** Each of the reranker's features, from 0 to 1, and what it gave. */
  readonly rerank: Readonly<Record<RerankFeature, { readonly value: number; readonly score: number }>>;
  /** Other found children of the parent. */
  readonly parent?: { readonly id: string; readonly children: readonly string[]; readonly added: number };
}

export type RerankFeature = "coverage" | "proximity" | "neighbours";

/** A hit that was left out because a better one says the same. */
export interface Duplicate {
  readonly chunkId: string;
  readonly documentId: string;
  readonly span: Span;
}

export interface Hit {
  /** What was found. */
  readonly chunk: Chunk;
  /** What it was cut from, where it was read. */
  readonly parent?: Chunk;
  /** Higher is better; only hits of one search compare. */
  readonly score: number;
  /**
   * The cosine of the query and the chunk that was found: searches with one model compare. Absent where vectors were
   * not asked, or others were nearer.
   */
  readonly similarity?: number;
  readonly parts: ScoreParts;
  /** What is given back: the parent's, the run's or the chunk's text, its place, and its cost. */
  readonly text: string;
  readonly span: Span;
  readonly tokens: number;
  readonly locator?: string;
  /** Matched words, as spans of `chunk.text`. */
  readonly highlights: readonly Span[];
  readonly duplicates: readonly Duplicate[];
  readonly explanation?: Explanation;
}
