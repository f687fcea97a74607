import { WORD_FIELDS } from "../../core/store.ts";
import type { VectorScanner } from "../index/scan.ts";
import type { ScannedBlock } from "../index/scanned-block.ts";
import type { PostingList, Segment, VectorBlock } from "../index/segment.ts";
import { float32sOf, termKey, uint16sOf, uint32sOf } from "./bytes.ts";
import type { Connection } from "./connection.ts";
import { findInBlock } from "./posting-blocks.ts";
import type { PostingCache } from "./posting-cache.ts";
import { decodePostings } from "./postings-codec.ts";
import { corrupt } from "./sqlite-errors.ts";

/** Slots of a stored segment: see `SegmentContent`. */
export interface Slots {
  readonly documents: Uint32Array;
  readonly counts: Uint32Array;
  readonly numbers: Uint32Array;
  readonly lengths: readonly Uint16Array[];
  /** Of each document: see `Segment`. Absent in files of schema 1. */
  readonly norms: Float32Array | undefined;
}

export function readSlots(connection: Connection, segment: number): Slots {
  const row = connection.get(
    "SELECT documents, counts, numbers, fields, lengths, norms FROM slots WHERE segment = ?",
    segment,
  );
  if (row === undefined) throw corrupt(connection.path, `segment ${segment} has no slots`);
  const numbers = uint32sOf(row.numbers);
  const all = uint16sOf(row.lengths);
  let at = 0;
  const lengths = WORD_FIELDS.map((_, field) => {
    if ((Number(row.fields) & (1 << field)) === 0) return new Uint16Array(0);
    at += numbers.length;
    return all.subarray(at - numbers.length, at);
  });
  const documents = uint32sOf(row.documents);
  const counts = uint32sOf(row.counts);
  const norms = row.norms === null ? undefined : float32sOf(row.norms);
  const counted = counts.reduce((sum, count) => sum + count, 0);
  const isWhole = counts.length === documents.length && (norms?.length ?? counts.length) === counts.length;
  if (counted !== numbers.length || !isWhole || at !== all.length) {
    throw corrupt(connection.path, `the slots of segment ${segment} do not add up`);
  }
  return { documents, counts, numbers, lengths, norms };
}

/** The vectors of a segment in blocks, one for each stored part; their numbers are slots. */
export function readVectors(connection: Connection, segment: number, dimensions: number): VectorBlock[] {
  const parts = connection.all(
    "SELECT slots, scales, data FROM vectors WHERE segment = ? ORDER BY part",
    segment,
  );
  return parts.map((part, i) => {
    const numbers = uint32sOf(part.slots);
    const scales = float32sOf(part.scales);
    const data = part.data as Uint8Array;
    if (scales.length !== numbers.length || data.length !== numbers.length * dimensions) {
      throw corrupt(connection.path, `part ${i} of the vectors of segment ${segment} has a wrong length`);
    }
    return { dimensions, numbers, scales, data: new Int8Array(data.buffer, data.byteOffset, data.length) };
  });
}

function readPostings(connection: Connection, segment: number, term: string, size: number): PostingList[] {
  const key = termKey(term);
  const row = connection.get(
    "SELECT data FROM postings WHERE segment = ? AND term <= ? ORDER BY term DESC LIMIT 1",
    segment,
    key,
  );
  const data = row === undefined ? undefined : findInBlock(row.data as Uint8Array, key);
  if (data === undefined) return [];
  const lists = data === "damaged" ? undefined : decodePostings(data, size);
  if (lists === undefined)
    throw corrupt(connection.path, `the postings of ${JSON.stringify(term)} cannot be read`);
  return lists;
}

export interface Machinery {
  readonly connection: Connection;
  readonly postings: PostingCache;
  readonly scanner: VectorScanner;
}

/**
 * A stored segment as the scorers see it. Postings are read when a term is asked for, vectors when the first
 * meaning is; the rest lies in memory.
 *
 * The scorers' arrays are as long as the highest number, so numbers here are dense: a chunk's is its slot after
 * the segment's first chunk number (never more than its real one, so that segments do not meet), a
 * document's is counted from `documentsFrom` on.
 */
export class LoadedSegment implements Segment {
  readonly id: number;
  readonly first: number;
  readonly size: number;
  readonly documents: Uint32Array;
  readonly lengths: readonly Uint16Array[];
  readonly dead: Uint8Array;
  hasDead = false;
  readonly slots: Slots;
  readonly documentsFrom: number;
  /** Of the row that `dead` was taken from. */
  revision = -1;
  readonly #machinery: Machinery;
  readonly #dimensions: number | null;
  #vectors: readonly ScannedBlock[] | undefined;

  constructor(machinery: Machinery, id: number, documentsFrom: number, dimensions: number | null) {
    this.id = id;
    this.#machinery = machinery;
    this.#dimensions = dimensions;
    this.slots = readSlots(machinery.connection, id);
    this.documentsFrom = documentsFrom;
    const { counts, numbers, lengths } = this.slots;
    this.first = numbers[0];
    this.size = numbers.length;
    this.lengths = lengths;
    this.dead = new Uint8Array(this.size);
    this.documents = new Uint32Array(this.size);
    let slot = 0;
    counts.forEach((count, i) => {
      this.documents.fill(documentsFrom + i, slot, slot + count);
      slot += count;
    });
  }

  /** Marks what went since; documents only ever go. */
  update(revision: number): void {
    if (revision === this.revision) return;
    const rows = this.#machinery.connection.all("SELECT document FROM gone WHERE segment = ?", this.id);
    const gone = new Set(rows.map(({ document }) => document));
    let slot = 0;
    this.slots.documents.forEach((document, i) => {
      const count = this.slots.counts[i];
      if (gone.has(document)) this.dead.fill(1, slot, slot + count);
      slot += count;
    });
    this.hasDead = gone.size > 0;
    this.revision = revision;
  }

  postings(term: string): readonly PostingList[] {
    const { connection, postings } = this.#machinery;
    return postings.get(this.id, term, () => readPostings(connection, this.id, term, this.size));
  }

  get norms(): Float32Array | undefined {
    return this.slots.norms;
  }

  get vectors(): readonly VectorBlock[] {
    this.#vectors ??= this.#loadVectors();
    return this.#vectors;
  }

  #loadVectors(): ScannedBlock[] {
    if (this.#dimensions === null) return [];
    const [first, ...more] = readVectors(this.#machinery.connection, this.id, this.#dimensions).map(
      (part) => ({
        ...part,
        numbers: part.numbers.map((slot) => Math.min(slot, this.size - 1) + this.first),
      }),
    );
    return first === undefined ? [] : [this.#machinery.scanner.load(first, ...more)];
  }

  release(): void {
    for (const block of this.#vectors ?? []) block.release();
    this.#vectors = undefined;
  }
}
