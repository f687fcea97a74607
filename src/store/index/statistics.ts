import { WORD_FIELDS } from "../../core/store.ts";
import { documentStarts } from "./document-starts.ts";
import { highestDocument } from "./highest-document.ts";
import { roomFor } from "./room.ts";
import type { Segment } from "./segment.ts";

/** What the weights of words are taken from: live chunks only, so that scores do not depend on what once was there. */
export interface WordStatistics {
  readonly chunks: number;
  /** For each field the mean count of terms, over the chunks that have any there. */
  readonly meanLengths: readonly number[];
  readonly documents: number;
  /** Whether each document's chunks stand together in one segment. */
  readonly areTogether: boolean;
  /**
   * For each field of DOCUMENT_FIELDS the terms of each document, by its number, and their mean. The arrays change when
   * other statistics are asked for: read, do not keep.
   */
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
/** A list's sums, by each of its segments: the next list has most of them too. */
const runningSums = new WeakMap<Segment, RunningSums>();

export function wordStatistics(segments: readonly Segment[]): WordStatistics {
  let running: RunningSums | undefined;
  for (let i = 0; i < segments.length && running === undefined; i++) running = runningSums.get(segments[i]);
  return (running ?? new RunningSums()).of(segments);
}

/**
 * Sums over a list of segments. After a write only what came and went is added and taken away: lengths are whole
 * numbers, so that the sums are exact, whatever way led to them.
 */
class RunningSums {
  #list: readonly Segment[] = [];
  /** For each segment, 1 for the rows of its sums that are in here. */
  readonly #counted = new Map<Segment, Uint8Array>();
  readonly #lengths = new Float64Array(WORD_FIELDS.length);
  readonly #filled = new Float64Array(WORD_FIELDS.length);
  /** By document, as are the rows that each has in here. */
  #documentLengths = DOCUMENT_FIELDS.map(() => new Float64Array(0));
  #rows = new Uint32Array(0);
  #chunks = 0;
  #documents = 0;
  #liveRows = 0;
  #known: WordStatistics | undefined;

  of(segments: readonly Segment[]): WordStatistics {
    if (segments !== this.#list) this.#take(segments);
    for (const [segment, counted] of this.#counted) if (segment.hasDead) this.#recount(segment, counted);
    this.#known ??= this.#statistics();
    return this.#known;
  }

  #take(segments: readonly Segment[]): void {
    const listed = new Set(segments);
    for (const [segment, counted] of this.#counted) {
      if (listed.has(segment)) continue;
      for (let row = 0; row < counted.length; row++) if (counted[row] === 1) this.#add(segment, row, -1);
      this.#counted.delete(segment);
      if (runningSums.get(segment) === this) runningSums.delete(segment);
    }
    this.#makeRoom(highestDocument(segments) + 1);
    for (const segment of segments) {
      runningSums.set(segment, this);
      if (this.#counted.has(segment)) continue;
      const counted = new Uint8Array(sumsOf(segment).documents.length);
      this.#counted.set(segment, counted);
      this.#recount(segment, counted);
    }
    this.#list = segments;
    this.#known = undefined;
  }

  #makeRoom(documents: number): void {
    if (this.#rows.length >= documents) return;
    const room = roomFor(documents);
    const rows = new Uint32Array(room);
    rows.set(this.#rows);
    this.#rows = rows;
    this.#documentLengths = this.#documentLengths.map((lengths) => {
      const longer = new Float64Array(room);
      longer.set(lengths);
      return longer;
    });
  }

  /** Takes away what died since. */
  #recount(segment: Segment, counted: Uint8Array): void {
    const { samples } = sumsOf(segment);
    const { dead } = segment;
    for (let row = 0; row < counted.length; row++) {
      const alive = dead[samples[row]] === 0 ? 1 : 0;
      if (alive !== counted[row]) this.#add(segment, row, alive - counted[row]);
      counted[row] = alive;
    }
  }

  #add(segment: Segment, row: number, sign: number): void {
    const sums = sumsOf(segment);
    const document = sums.documents[row];
    this.#known = undefined;
    if (this.#rows[document] === (sign > 0 ? 0 : 1)) this.#documents += sign;
    this.#rows[document] += sign;
    this.#liveRows += sign;
    this.#chunks += sign * sums.chunks[row];
    for (const field of sums.fields) {
      this.#lengths[field] += sign * sums.lengths[field][row];
      this.#filled[field] += sign * sums.filled[field][row];
      const own = DOCUMENT_FIELDS.indexOf(field);
      if (own >= 0) this.#documentLengths[own][document] += sign * sums.lengths[field][row];
    }
  }

  #statistics(): WordStatistics {
    const end = highestDocument(this.#list) + 1;
    return {
      chunks: this.#chunks,
      meanLengths: Array.from(this.#lengths, (length, field) => length / Math.max(1, this.#filled[field])),
      documents: this.#documents,
      areTogether: this.#liveRows === this.#documents,
      documentLengths: this.#documentLengths.map((lengths) => lengths.subarray(0, end)),
      meanDocumentLengths: DOCUMENT_FIELDS.map(
        (field) => this.#lengths[field] / Math.max(1, this.#documents),
      ),
    };
  }
}

function sumsOf(segment: Segment): SegmentSums {
  const ready = sumsOfSegments.get(segment);
  if (ready !== undefined) return ready;
  // A document's chunks mostly stand together; where they do not, it has several rows, which add up.
  const all = documentStarts(segment);
  const rows = [...all.keys()].filter((run) => run + 1 < all.length && segment.documents[all[run]] !== 0);
  const starts = Uint32Array.from(rows, (run) => all[run]);
  const chunks = Uint32Array.from(rows, (run) => all[run + 1] - all[run]);
  const lengths = segment.lengths.map((own) => new Float64Array(own.length === 0 ? 0 : starts.length));
  const filled = segment.lengths.map((own) => new Uint32Array(own.length === 0 ? 0 : starts.length));
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
    documents: starts.map((start) => segment.documents[start]),
    samples: starts,
    chunks,
    fields: segment.lengths.flatMap((own, field) => (own.length === 0 ? [] : field)),
    lengths,
    filled,
  };
  sumsOfSegments.set(segment, sums);
  return sums;
}
