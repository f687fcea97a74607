import type { Span } from "../../core/span.ts";

/** What can be wrong with chunks, with how much of a chunk's worth it costs in the score. */
export const CHUNK_ISSUES = {
  /** A chunk's text is not what stands at its span. */
  altered: 1,
  /** Text of the document that is in no chunk. */
  uncovered: 1,
  /** A chunk that begins before the one before it. */
  misordered: 1,
  /** A child without its parent or outside of it, or a parent without children. */
  orphan: 1,
  /** Larger than the maximum. */
  oversize: 0.5,
  /** A fence, table or formula that was cut although it fits. */
  "cut-unit": 0.5,
  /** Code that does not parse by itself although the document does. */
  "broken-syntax": 0.25,
  /** A chunk that ends or begins inside a sentence. */
  "cut-sentence": 0.25,
  /** A chunk that ends with a heading: its text is in the next one. */
  "lone-heading": 0.25,
  /** Smaller than a twentieth of the largest chunk. */
  runt: 0.1,
} as const;

export type ChunkIssueKind = keyof typeof CHUNK_ISSUES;

export interface ChunkIssue {
  readonly kind: ChunkIssueKind;
  /** Which chunk, by its place in the list; absent for what no chunk holds. */
  readonly chunk?: number;
  readonly span: Span;
  readonly message: string;
}

export interface ChunkReport {
  readonly documentId?: string;
  readonly chunks: number;
  readonly issues: readonly ChunkIssue[];
  readonly counts: Readonly<Partial<Record<ChunkIssueKind, number>>>;
  /** 1 is flawless; each issue takes its share of one chunk's worth, down to 0. */
  readonly score: number;
}

export function reportOf(
  documentId: string | undefined,
  chunks: number,
  issues: readonly ChunkIssue[],
): ChunkReport {
  const counts: Partial<Record<ChunkIssueKind, number>> = {};
  let lost = 0;
  for (const { kind } of issues) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    lost += CHUNK_ISSUES[kind];
  }
  const score = Math.max(0, 1 - lost / Math.max(1, chunks));
  return { ...(documentId === undefined ? {} : { documentId }), chunks, issues, counts, score };
}
