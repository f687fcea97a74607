import { WORD_FIELDS } from "../../core/store.ts";
import type { Segment } from "./segment.ts";

/** What the weights of words are taken from: live chunks only, so that scores do not depend on what once was there. */
export interface WordStatistics {
  readonly chunks: number;
  /** For each field the mean count of terms, over the chunks that have any there. */
  readonly meanLengths: readonly number[];
  readonly documents: number;
  /** For each field of DOCUMENT_FIELDS the terms of each document, by its number, and their mean. */
  readonly documentLengths: readonly Float64Array[];
  readonly meanDocumentLengths: readonly number[];
}

/**
 * What a document is scored by as a whole: all its words, and all it defines. The other fields are the same for
 * all of a document's chunks, or nearly, and count there already.
 */
export const DOCUMENT_FIELDS: readonly number[] = (["text", "names"] as const).map((field) =>
  WORD_FIELDS.indexOf(field),
);

/**
 * Sums of one segment, a row for each of its documents. A document's chunks die together, so that these sums
 * hold for as long as the segment does, and one chunk tells whether its document is alive.
 */
interface SegmentSums {
  readonly documents: Uint32Array;
  /** Place in the segment of a chunk of each. */
  readonly samples: Uint32Array;
  readonly chunks: Uint32Array;
  /** Those that any chunk has. */
  readonly fields: readonly number[];
  /** For each field: terms, and chunks that have any. */
  readonly lengths: readonly Float64Array[];
  readonly filled: readonly Uint32Array[];
}

const sumsOfSegments = new WeakMap<Segment, SegmentSums>();
/** Of lists in which nothing has died: segments change in nothing else. */
const known = new WeakMap<readonly Segment[], WordStatistics>();

export function wordStatistics(segments: readonly Segment[]): WordStatistics {
  if (segments.some(({ dead }) => dead.includes(1))) return addUp(segments);
  const ready = known.get(segments) ?? addUp(segments);
  known.set(segments, ready);
  return ready;
}

function addUp(segments: readonly Segment[]): WordStatistics {
  const sums = segments.map(sumsOf);
  const lengths = new Float64Array(WORD_FIELDS.length);
  const filled = new Float64Array(WORD_FIELDS.length);
  const highest = highestDocument(sums);
  const documentLengths = DOCUMENT_FIELDS.map(() => new Float64Array(highest + 1));
  const seen = new Uint8Array(highest + 1);
  let chunks = 0;
  let documents = 0;
  sums.forEach((sum, s) => {
    const { dead } = segments[s];
    for (let row = 0; row < sum.documents.length; row++) {
      if (dead[sum.samples[row]] !== 0) continue;
      const document = sum.documents[row];
      if (seen[document] === 0) {
        seen[document] = 1;
        documents++;
      }
      chunks += sum.chunks[row];
      for (const field of sum.fields) {
        lengths[field] += sum.lengths[field][row];
        filled[field] += sum.filled[field][row];
        const own = DOCUMENT_FIELDS.indexOf(field);
        if (own >= 0) documentLengths[own][document] += sum.lengths[field][row];
      }
    }
  });
  return {
    chunks,
    meanLengths: Array.from(lengths, (length, field) => length / Math.max(1, filled[field])),
    documents,
    documentLengths,
    meanDocumentLengths: DOCUMENT_FIELDS.map((field) => lengths[field] / Math.max(1, documents)),
  };
}

function highestDocument(sums: readonly SegmentSums[]): number {
  let highest = 0;
  for (const { documents } of sums)
    for (const document of documents) if (document > highest) highest = document;
  return highest;
}

function sumsOf(segment: Segment): SegmentSums {
  const ready = sumsOfSegments.get(segment);
  if (ready !== undefined) return ready;
  const rows = new Map<number, number>();
  const samples: number[] = [];
  for (let i = 0; i < segment.size; i++) {
    const document = segment.documents[i];
    if (document === 0 || rows.has(document)) continue;
    rows.set(document, samples.length);
    samples.push(i);
  }
  const chunks = new Uint32Array(samples.length);
  const lengths = segment.lengths.map((own) => new Float64Array(own.length === 0 ? 0 : samples.length));
  const filled = segment.lengths.map((own) => new Uint32Array(own.length === 0 ? 0 : samples.length));
  for (let i = 0; i < segment.size; i++) {
    const row = rows.get(segment.documents[i]);
    if (row === undefined) continue;
    chunks[row]++;
    for (let field = 0; field < segment.lengths.length; field++) {
      const length = segment.lengths[field][i] ?? 0;
      if (length === 0) continue;
      lengths[field][row] += length;
      filled[field][row]++;
    }
  }
  const sums = {
    documents: Uint32Array.from(rows.keys()),
    samples: Uint32Array.from(samples),
    chunks,
    fields: segment.lengths.flatMap((own, field) => (own.length === 0 ? [] : field)),
    lengths,
    filled,
  };
  sumsOfSegments.set(segment, sums);
  return sums;
}
