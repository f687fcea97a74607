import { WORD_FIELDS } from "../../core/store.ts";
import { highestDocument } from "./highest-document.ts";
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
  if (segments.some(({ hasDead }) => hasDead)) return addUp(segments);
  const ready = known.get(segments) ?? addUp(segments);
  known.set(segments, ready);
  return ready;
}

function addUp(segments: readonly Segment[]): WordStatistics {
  const sums = segments.map(sumsOf);
  const lengths = new Float64Array(WORD_FIELDS.length);
  const filled = new Float64Array(WORD_FIELDS.length);
  const highest = highestDocument(segments);
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

function sumsOf(segment: Segment): SegmentSums {
  const ready = sumsOfSegments.get(segment);
  if (ready !== undefined) return ready;
  // A document's chunks mostly stand together; where they do not, it has several rows, which add up.
  const starts: number[] = [];
  for (let i = 0; i < segment.size; i++) {
    const document = segment.documents[i];
    if (document !== 0 && (i === 0 || document !== segment.documents[i - 1])) starts.push(i);
  }
  const chunks = new Uint32Array(starts.length);
  const lengths = segment.lengths.map((own) => new Float64Array(own.length === 0 ? 0 : starts.length));
  const filled = segment.lengths.map((own) => new Uint32Array(own.length === 0 ? 0 : starts.length));
  starts.forEach((start, row) => {
    const document = segment.documents[start];
    let end = start + 1;
    while (end < segment.size && segment.documents[end] === document) end++;
    chunks[row] = end - start;
  });
  segment.lengths.forEach((own, field) => {
    if (own.length === 0) return;
    for (let row = 0; row < starts.length; row++) {
      const end = starts[row] + chunks[row];
      for (let i = starts[row]; i < end; i++) {
        if (own[i] === 0) continue;
        lengths[field][row] += own[i];
        filled[field][row]++;
      }
    }
  });
  const sums = {
    documents: Uint32Array.from(starts, (start) => segment.documents[start]),
    samples: Uint32Array.from(starts),
    chunks,
    fields: segment.lengths.flatMap((own, field) => (own.length === 0 ? [] : field)),
    lengths,
    filled,
  };
  sumsOfSegments.set(segment, sums);
  return sums;
}
