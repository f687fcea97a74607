import type { Retrieved } from "./metrics.ts";

export interface CountedPiece extends Retrieved {
  readonly tokens: number;
}

/**
 * The best pieces up to a number of tokens, the last one cut in proportion: rankings of small and of large pieces
 * then return the same amount of text, and what they find of it compares.
 */
export function withinTokens(pieces: readonly CountedPiece[], budget: number): Retrieved[] {
  const kept: Retrieved[] = [];
  let left = budget;
  for (const { document, start, end, tokens } of pieces) {
    if (left <= 0) break;
    const share = tokens <= left ? 1 : left / tokens;
    kept.push({ document, start, end: start + Math.round(share * (end - start)) });
    left -= tokens;
  }
  return kept;
}
