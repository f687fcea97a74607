import type { Chunk } from "../core/chunk.ts";
import type { Span } from "../core/span.ts";
import type { ChunkPlace, Space, Store, Surroundings } from "../core/store.ts";
import { bestRun } from "./best-run.ts";
import type { Family } from "./families.ts";
import type { Reranked } from "./rerank.ts";

/** What a hit gives back. */
export interface Expanded {
  readonly text: string;
  readonly span: Span;
  readonly tokens: number;
  readonly locator?: string;
  readonly parent?: Chunk;
}

export const DEFAULT_SEGMENT_TOKENS = 800;
/** A chunk of a run must be worth this share of the best hit's score; below, it is in the way. */
const WORTH_HAVING = 0.3;
/** Chunks to each side of a hit that a run may reach: of a huge document no more is read. */
const REACH = 40;

/** The chunk that was found, and nothing else. */
export function asFound(chunk: Chunk): Expanded {
  const { text, span, tokens, locator } = chunk;
  return { text, span, tokens, ...(locator === undefined ? {} : { locator }) };
}

/** Each family's parent, in one lookup; a chunk without one stands for itself. */
export async function asParents(
  store: Store,
  space: Space,
  families: readonly Family[],
): Promise<Map<Family, Expanded>> {
  const ids = [...new Set(families.flatMap(({ best }) => best.chunk.parentId ?? []))];
  const parents = ids.length === 0 ? [] : await store.chunksById(space, ids);
  const byId = new Map(ids.map((id, i) => [id, parents[i]]));
  return new Map(
    families.map((family) => {
      const parent = byId.get(family.best.chunk.parentId ?? "");
      return [family, parent === undefined ? asFound(family.best.chunk) : { ...asFound(parent), parent }];
    }),
  );
}

/**
 * The best run of neighbouring chunks around each hit, each within so many tokens, until there are enough. A hit that
 * an earlier run holds already is left out. `candidates` tell what the neighbours are worth.
 */
export async function asRuns(
  store: Store,
  space: Space,
  families: readonly Family[],
  candidates: readonly Reranked<ChunkPlace>[],
  most: { readonly tokens: number; readonly runs: number },
): Promise<Map<Family, Expanded>> {
  const scores = new Map(candidates.map(({ chunk, score }) => [chunk.id, score]));
  const least = WORTH_HAVING * (candidates[0]?.score ?? 0);
  const covered = new Set<string>();
  const runs = new Map<Family, Expanded>();
  for (const family of families) {
    const { chunk, candidate } = family.best;
    if (runs.size === most.runs) break;
    if (covered.has(chunk.id)) continue;
    const around = await store.around(space, candidate.number, REACH);
    const at = around?.chunks.findIndex(({ id }) => id === chunk.id) ?? -1;
    if (around === undefined || at < 0) {
      runs.set(family, asFound(chunk));
      continue;
    }
    const { chunks } = around;
    const units = chunks.map(({ id, tokens }) => {
      // What an earlier run gave is not given twice.
      return covered.has(id)
        ? { tokens: Infinity, worth: 0 }
        : { tokens, worth: (scores.get(id) ?? 0) - least };
    });
    const { start, end } = bestRun(units, at, most.tokens);
    const run = chunks.slice(start, end);
    for (const { id } of run) covered.add(id);
    runs.set(family, joined(around, run));
  }
  return runs;
}

function joined({ start, text }: Surroundings, run: readonly Chunk[]): Expanded {
  const [first, last] = [run[0], run[run.length - 1]];
  if (run.length === 1) return asFound(first);
  const span = { start: first.span.start, end: last.span.end };
  const places = [...new Set([first.locator, last.locator].filter((one) => one !== undefined))];
  return {
    text: text.slice(span.start - start, span.end - start),
    span,
    tokens: run.reduce((sum, { tokens }) => sum + tokens, 0),
    ...(places.length === 0 ? {} : { locator: places.join(" – ") }),
  };
}
