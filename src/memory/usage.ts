import type { RecalledMemory, RecallResult } from "./recall-types.ts";

/** Upper ends of the ranges that times (milliseconds) and chunk sizes (characters) are counted in. */
const TIMES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024] as const;
const SIZES = [100, 200, 300, 400, 600, 800, 1_600, 3_200] as const;
const MORE = "more";

/** Recalls before a suggestion is made, and the share of them that makes one. */
const ENOUGH = 100;
const MOST_OF_THEM = 0.5;

/** What a recall adds to the memory's counts. */
export function recallCounts(
  { memories, suppressedByAge }: RecallResult,
  milliseconds: number,
  withSiblings: number,
): Record<string, number> {
  const counts: Record<string, number> = {
    recalls: 1,
    microseconds: 1_000 * milliseconds,
    hits: memories.length,
    characters: memories.reduce((sum, { text }) => sum + text.length, 0),
    suppressed: suppressedByAge,
    [`ms:${rangeOf(milliseconds, TIMES)}`]: 1,
  };
  const pieces = memories.filter(isPiece);
  if (pieces.length > 0) counts.pieces = pieces.length;
  if (withSiblings > 0) counts.siblings = withSiblings;
  for (const { chunk } of memories) {
    const name = `size:${rangeOf(chunk.text.length, SIZES)}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function isPiece({ chunk }: RecalledMemory): boolean {
  return chunk.kind === "child";
}

function rangeOf(value: number, ends: readonly number[]): string {
  return String(ends.find((end) => value <= end) ?? MORE);
}

export interface RecallUsage {
  readonly recalls: number;
  /** Milliseconds; of p50 and p95 the upper end of the range they fall into. */
  readonly meanMilliseconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly hits: number;
  /** Given back for each hit. */
  readonly meanCharacters: number;
  readonly suppressedByAge: number;
  /** How often chunks of a size were recalled: up to so many characters, more than the one before. */
  readonly chunkSizes: readonly { readonly upTo: number; readonly recalled: number }[];
  /** What the counts say about the size of chunks, once there are enough. */
  readonly suggestion?: string;
}

export function recallUsage(counts: Readonly<Record<string, number>>): RecallUsage {
  const of = (name: string): number => counts[name] ?? 0;
  const recalls = of("recalls");
  const hits = of("hits");
  const suggestion = suggest(recalls, hits, of("pieces"), of("siblings"));
  return {
    recalls,
    meanMilliseconds: recalls === 0 ? 0 : of("microseconds") / 1_000 / recalls,
    p50: quantile(counts, recalls, 0.5),
    p95: quantile(counts, recalls, 0.95),
    hits,
    meanCharacters: hits === 0 ? 0 : of("characters") / hits,
    suppressedByAge: of("suppressed"),
    chunkSizes: [...SIZES, Infinity].map((upTo) => ({
      upTo,
      recalled: of(`size:${upTo === Infinity ? MORE : upTo}`),
    })),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function quantile(counts: Readonly<Record<string, number>>, recalls: number, share: number): number {
  let seen = 0;
  for (const end of TIMES) {
    seen += counts[`ms:${end}`] ?? 0;
    if (recalls > 0 && seen >= share * recalls) return end;
  }
  return recalls === 0 ? 0 : Infinity;
}

/** Chunks that are mostly found together should be one; turns that are hardly ever cut need no smaller ones. */
function suggest(recalls: number, hits: number, pieces: number, siblings: number): string | undefined {
  if (recalls < ENOUGH || hits === 0) return undefined;
  if (pieces > MOST_OF_THEM * hits && siblings > MOST_OF_THEM * pieces)
    return `In ${percent(siblings, pieces)} of the turns that are cut, several chunks answer together: try a chunk size half as large again.`;
  if (pieces < 0.05 * hits)
    return `${percent(hits - pieces, hits)} of what is recalled are turns that fit one chunk: the size hardly matters here.`;
  return undefined;
}

function percent(part: number, all: number): string {
  return `${Math.round((100 * part) / all)} %`;
}
