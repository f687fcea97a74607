import { crc32 } from "node:zlib";
import { WORD_FIELDS } from "../../core/store.ts";
import { buildSegment, type IndexedChunk } from "../index/build-segment.ts";
import { normsOfRuns } from "../index/document-norms.ts";
import type { FlatPostings } from "../index/flat-postings.ts";
import type { VectorBlock } from "../index/segment.ts";
import { ByteWriter } from "./byte-writer.ts";
import { bytesOf, termKey } from "./bytes.ts";
import type { Connection } from "./connection.ts";
import { isSearched, type PreparedDocument } from "./document-rows.ts";
import { BlockWriter, compareKeys, type PostingBlock } from "./posting-blocks.ts";
import { encodeList } from "./postings-codec.ts";

/** A segment as it is stored. Slots are the places of its searched chunks, from 0, without gaps. */
export interface SegmentContent {
  /** Each once, rising, with how many slots it has; its slots follow one another. */
  readonly documents: Uint32Array;
  readonly counts: Uint32Array;
  /** Each slot's chunk number. */
  readonly numbers: Uint32Array;
  readonly lengths: readonly Uint16Array[];
  readonly postings: readonly PostingBlock[];
  /** `numbers` are slots. */
  readonly vectors: VectorBlock | undefined;
}

/**
 * What a batch adds to the index; undefined where nothing in it is searched. Documents and chunks are counted
 * from 0: their numbers are taken when the batch is written, and all the work here is done before.
 */
export function contentOf(batch: readonly PreparedDocument[]): SegmentContent | undefined {
  const documents: number[] = [];
  const counts: number[] = [];
  const numbers: number[] = [];
  const indexed: IndexedChunk[] = [];
  let first = 0;
  batch.forEach(({ entries }, document) => {
    const before = indexed.length;
    entries.forEach((entry, place) => {
      if (!isSearched(entry)) return;
      numbers.push(first + place);
      const { terms = {}, vectors = [] } = entry;
      indexed.push({ number: indexed.length, document: document + 1, terms, vectors });
    });
    first += entries.length;
    if (indexed.length === before) return;
    documents.push(document);
    counts.push(indexed.length - before);
  });
  if (indexed.length === 0) return undefined;
  const segment = buildSegment(0, indexed);
  const [vectors] = segment.vectors;
  vectors?.scales.forEach((scale, i) => {
    vectors.scales[i] = shortScale(scale);
  });
  return {
    documents: Uint32Array.from(documents),
    counts: Uint32Array.from(counts),
    numbers: Uint32Array.from(numbers),
    lengths: segment.lengths,
    postings: blocksOf(segment.words),
    vectors,
  };
}

function blocksOf(words: FlatPostings): PostingBlock[] {
  const keys = words.terms.map(termKey);
  const places = keys.map((_, place) => place);
  // The terms' order by code unit is that of their bytes, but for characters beyond the first 65,536.
  const isSorted = keys.every((key, i) => i === 0 || compareKeys(keys[i - 1], key) < 0);
  if (!isSorted) places.sort((a, b) => compareKeys(keys[a], keys[b]));
  const writer = new BlockWriter();
  const out = new ByteWriter();
  // Called once a term: a loop that runs long once a batch would be compiled anew for many of them.
  places.forEach((place) => {
    out.clear();
    encodeLists(words, place, out);
    writer.push(keys[place], out.view());
  });
  return writer.finish();
}

function encodeLists(words: FlatPostings, place: number, out: ByteWriter): void {
  const { numbers, counts } = words;
  for (let field = 0; field < WORD_FIELDS.length; field++) {
    const start = words.start(place, field);
    const end = words.start(place, field + 1);
    if (start < end) encodeList(field, numbers, counts, start, end, 0, out);
  }
}

/** The same with real numbers. */
export function placed(content: SegmentContent, firstDocument: number, firstChunk: number): SegmentContent {
  return {
    ...content,
    documents: content.documents.map((document) => document + firstDocument),
    numbers: content.numbers.map((number) => number + firstChunk),
  };
}

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/**
 * A scale with 17 significant bits: times a byte it is then exact as a 32-bit float, so that a vector that was
 * read back and is stored again gets the same bytes and the same scale.
 */
function shortScale(scale: number): number {
  float[0] = scale;
  bits[0] = (bits[0] + 0x40) & 0xffffff80;
  return float[0];
}

/** Vectors of one row: large enough to be read fast, small enough to be written without a copy of all. */
const PART = 1_024;

export function writeSegment(connection: Connection, space: number, content: SegmentContent): number {
  const { documents, numbers, vectors } = content;
  const row = connection.get(
    "INSERT INTO segments (space, first, last, size, live, vectors) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
    space,
    documents[0],
    documents[documents.length - 1],
    numbers.length,
    numbers.length,
    vectors?.numbers.length ?? 0,
  );
  const id = Number(row?.id);
  writeSlots(connection, id, content);
  for (const { first, data } of content.postings) {
    connection.run("INSERT INTO postings (segment, term, data) VALUES (?, ?, ?)", id, first, data);
  }
  if (vectors !== undefined) writeVectors(connection, id, vectors);
  return id;
}

function writeSlots(
  connection: Connection,
  id: number,
  { documents, counts, numbers, lengths, vectors }: SegmentContent,
): void {
  const present = lengths.filter((own) => own.length > 0);
  const fields = lengths.reduce((mask, own, field) => (own.length > 0 ? mask | (1 << field) : mask), 0);
  const blobs = [documents, counts, numbers].map(bytesOf);
  blobs.push(Buffer.concat(present.map(bytesOf)));
  // The first search of a process would have to add up all vectors.
  blobs.push(bytesOf(vectors === undefined ? new Float32Array(counts.length) : normsOfRuns(counts, vectors)));
  connection.run(
    "INSERT INTO slots (segment, documents, counts, numbers, fields, lengths, norms, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    id,
    blobs[0],
    blobs[1],
    blobs[2],
    fields,
    blobs[3],
    blobs[4],
    checksum(blobs),
  );
}

function writeVectors(
  connection: Connection,
  id: number,
  { dimensions, numbers, scales, data }: VectorBlock,
): void {
  for (let from = 0, part = 0; from < numbers.length; from += PART, part++) {
    const to = Math.min(numbers.length, from + PART);
    const blobs = [
      bytesOf(numbers.subarray(from, to)),
      bytesOf(scales.subarray(from, to)),
      bytesOf(data.subarray(from * dimensions, to * dimensions)),
    ];
    connection.run(
      "INSERT INTO vectors (segment, part, first, last, slots, scales, data, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      part,
      numbers[from],
      numbers[to - 1],
      blobs[0],
      blobs[1],
      blobs[2],
      checksum(blobs),
    );
  }
}

export function checksum(blobs: readonly Uint8Array[]): number {
  return blobs.reduce((sum, blob) => crc32(blob, sum), 0);
}
