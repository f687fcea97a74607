/** Of chunks in their segment, counted from its first. Two bytes each but in a segment that is larger than merging makes them. */
export type Places = Uint16Array | Uint32Array;

/** The chunks of a segment that have a term in one field, in rising order, and how often each has it. */
export interface PostingList {
  /** Index into WORD_FIELDS. */
  readonly field: number;
  readonly places: Places;
  /** At most 255. */
  readonly counts: Uint8Array;
  /** Kept here once `documentRuns` has made them. */
  runs?: DocumentRuns;
}

/** A list by documents: the first chunk of each that has the term, and how often all of its chunks have it. */
export interface DocumentRuns {
  readonly places: Places;
  readonly counts: Uint16Array | Uint32Array;
}

/** Vectors of one model, one after another. A chunk may have several. */
export interface VectorBlock {
  readonly dimensions: number;
  /** The chunk each vector leads to. */
  readonly numbers: Uint32Array;
  /** A component is its byte times the vector's scale. */
  readonly scales: Float32Array;
  readonly data: Int8Array;
}

/**
 * Chunks with rising numbers that were indexed together. Immutable but for `dead`: a chunk whose document was
 * replaced or removed stays in the lists until segments are merged, and is passed over.
 */
export interface Segment {
  readonly first: number;
  /** Numbers first … first + size − 1; some may be unused. */
  readonly size: number;
  /** Each number's document, 0 where the number is not a searched chunk. */
  readonly documents: Uint32Array;
  /** For each field of WORD_FIELDS the count of terms a chunk has there; empty where no chunk has any. */
  readonly lengths: readonly Uint16Array[];
  /** 1 where the chunk is gone. */
  readonly dead: Uint8Array;
  readonly hasDead: boolean;
  postings(term: string): readonly PostingList[];
  readonly vectors: readonly VectorBlock[];
  /** The length of the sum of each document's vectors, in the documents' order, where it is known. */
  readonly norms?: Float32Array | undefined;
}
