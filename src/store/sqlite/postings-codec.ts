import { WORD_FIELDS } from "../../core/store.ts";
import type { Places, PostingList } from "../index/segment.ts";
import { ByteReader, type ByteWriter } from "./byte-writer.ts";

/*
 * The lists of one term, field after field, rising: `length × 8 + field`, then for each slot its distance from the
 * one before, twice, plus 1 where a count follows; without one the count is 1. Most slots take one byte.
 */

const FIELDS = 8;

/** The list that lies at `[start, end)`. `first` is taken off the numbers: what is stored are slots. */
export function encodeList(
  field: number,
  numbers: Uint32Array,
  counts: Uint8Array,
  start: number,
  end: number,
  first: number,
  out: ByteWriter,
): void {
  out.integer((end - start) * FIELDS + field);
  let next = first;
  for (let i = start; i < end; i++) {
    putSlot(out, numbers[i] - next, counts[i]);
    next = numbers[i] + 1;
  }
}

function putSlot(out: ByteWriter, gap: number, count: number): void {
  if (count === 1) out.integer(gap * 2);
  else {
    out.integer(gap * 2 + 1);
    out.integer(count);
  }
}

/** The lists in a piece of bytes; undefined where a segment of this size cannot have them. */
export function decodePostings(data: Uint8Array, size: number): PostingList[] | undefined {
  const reader = new ByteReader(data);
  const lists: PostingList[] = [];
  while (reader.at < data.length) {
    const head = reader.integer();
    const field = head % FIELDS;
    const length = Math.floor(head / FIELDS);
    // Each slot takes a byte or more: a damaged length is not believed.
    if (field >= WORD_FIELDS.length || !(length > 0 && length <= data.length - reader.at)) return undefined;
    const { places, counts } = emptyList(length, size);
    const end = readSlots(reader, places, counts);
    if (reader.at > data.length || end > size) return undefined;
    lists.push({ field, places, counts });
  }
  return lists;
}

/** Both arrays in one buffer: for short lists, and most are, a buffer costs more than what it holds. */
function emptyList(length: number, size: number): Pick<PostingList, "places" | "counts"> {
  const Numbers = size <= 0x1_0000 ? Uint16Array : Uint32Array;
  const bytes = length * Numbers.BYTES_PER_ELEMENT;
  const buffer = new ArrayBuffer(bytes + length);
  return { places: new Numbers(buffer, 0, length), counts: new Uint8Array(buffer, bytes) };
}

/** Of a number's fourth byte: gaps are below 2²⁸. */
const LONGEST_SHIFT = 21;

/** Fills the list; gives the place behind its last, and infinity where a number is longer than any can be. */
function readSlots(reader: ByteReader, places: Places, counts: Uint8Array): number {
  const { bytes } = reader;
  const { length } = places;
  let { at } = reader;
  let next = 0;
  for (let i = 0; i < length; i++) {
    let gap = bytes[at++];
    // Most are one byte, and no count follows.
    if ((gap & 0x81) === 0) {
      next += gap >>> 1;
      places[i] = next++;
      counts[i] = 1;
      continue;
    }
    if (gap >= 0x80) {
      gap &= 0x7f;
      for (let shift = 7; ; shift += 7) {
        const byte = bytes[at++];
        gap |= (byte & 0x7f) << shift;
        if (!(byte >= 0x80)) break;
        if (shift === LONGEST_SHIFT) return Number.POSITIVE_INFINITY;
      }
    }
    next += gap >>> 1;
    places[i] = next++;
    let count = 1;
    if ((gap & 1) !== 0) {
      count = bytes[at++];
      if (count >= 0x80) {
        const byte = bytes[at++];
        if (byte > 1) return Number.POSITIVE_INFINITY;
        count = (count & 0x7f) | (byte << 7);
      }
    }
    counts[i] = count;
  }
  reader.at = at;
  return next;
}

/** One segment's lists of a term, and where each of its slots goes: −1 where it is dropped. */
export interface PostingPart {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly end: number;
  readonly to: Int32Array;
}

/**
 * The lists of several segments as those of one, without unpacking them: slots rise from part to part. False
 * where the bytes cannot be lists. `body` is room that is written over.
 */
export function joinPostingParts(parts: readonly PostingPart[], out: ByteWriter, body: ByteWriter): boolean {
  const readers = parts.map(({ bytes, from }) => new ByteReader(bytes, from));
  for (let field = 0; field < WORD_FIELDS.length; field++) {
    body.clear();
    let length = 0;
    let next = 0;
    for (let p = 0; p < parts.length; p++) {
      const { end, to, bytes } = parts[p];
      const reader = readers[p];
      if (reader.at >= end || bytes[reader.at] % FIELDS !== field) continue;
      let slot = -1;
      for (let left = Math.floor(reader.integer() / FIELDS); left > 0; left--) {
        const gap = reader.integer();
        const count = gap % 2 === 1 ? reader.integer() : 1;
        slot += Math.floor(gap / 2) + 1;
        if (reader.at > end || slot >= to.length) return false;
        const place = to[slot];
        if (place < 0) continue;
        putSlot(body, place - next, count);
        next = place + 1;
        length++;
      }
    }
    if (length === 0) continue;
    out.integer(length * FIELDS + field);
    out.append(body.view(), 0, body.length);
  }
  return readers.every((reader, p) => reader.at === parts[p].end);
}
