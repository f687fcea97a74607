import fc from "fast-check";
import { expect, it } from "vitest";
import { WORD_FIELDS } from "../../core/store.ts";
import type { PostingList } from "../index/segment.ts";
import { ByteWriter } from "./byte-writer.ts";
import { termKey } from "./bytes.ts";
import { BlockReader, BlockWriter, compareKeys, findInBlock } from "./posting-blocks.ts";
import { decodePostings, encodeList, joinPostingParts } from "./postings-codec.ts";

const SIZE = 5_000;

const slots = fc
  .uniqueArray(fc.nat(SIZE - 1), { minLength: 1, maxLength: 60 })
  .map((all) => all.sort((a, b) => a - b));
const lists = fc
  .uniqueArray(fc.nat(WORD_FIELDS.length - 1), { maxLength: WORD_FIELDS.length })
  .chain((fields) =>
    fc.tuple(
      ...fields
        .sort((a, b) => a - b)
        .map((field) =>
          slots.chain((own) =>
            fc
              .array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 255 })), {
                minLength: own.length,
                maxLength: own.length,
              })
              .map((counts) => ({ field, places: Uint16Array.from(own), counts: Uint8Array.from(counts) })),
          ),
        ),
    ),
  );

function encoded(of: readonly PostingList[], first: number): Uint8Array {
  const out = new ByteWriter();
  for (const { field, places, counts } of of) {
    const numbers = Uint32Array.from(places, (place) => first + place);
    encodeList(field, numbers, counts, 0, numbers.length, first, out);
  }
  return out.copy();
}

it("lists come back as they were, wherever the segment stands", () => {
  fc.assert(
    fc.property(lists, fc.nat(2 ** 31), (own, first) => {
      expect(decodePostings(encoded(own, first), SIZE)).toEqual(own);
    }),
  );
});

it("places take two bytes as long as all of a segment's do", () => {
  const lists = (last: number) => [
    { field: 0, places: Uint32Array.of(0, last), counts: Uint8Array.of(1, 2) },
    { field: 1, places: Uint32Array.of(last - 1), counts: Uint8Array.of(3) },
  ];
  const narrow = lists(0xffff).map((list) => ({ ...list, places: Uint16Array.from(list.places) }));
  expect(decodePostings(encoded(lists(0xffff), 5), 0x1_0000)).toEqual(narrow);
  expect(decodePostings(encoded(lists(0x1_0000), 5), 0x1_0001)).toEqual(lists(0x1_0000));
  expect(decodePostings(encoded(lists(0x1_0000), 5), 0x1_0000)).toBeUndefined();
});

it("a slot seen once takes one byte where the last is near", () => {
  const places = Uint16Array.from({ length: 1_000 }, (_, i) => i * 50);
  const list = { field: 0, places, counts: new Uint8Array(1_000).fill(1) };
  expect(encoded([list], 0).length).toBe(1_002);
});

it("any bytes give lists that fit the segment, or none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      for (const { field, places } of decodePostings(bytes, SIZE) ?? []) {
        expect(field).toBeLessThan(WORD_FIELDS.length);
        expect(Math.max(...places)).toBeLessThan(SIZE);
        expect(places).toEqual(Uint16Array.from(new Set(places)).sort());
      }
    }),
    { numRuns: 1_000 },
  );
});

it("numbers that are longer than any can be are damage", () => {
  for (const bytes of [
    [8, 0x80, 0x80, 0x80, 0x80, 0x80, 1],
    [8, 0x81, 0x80, 0x80, 0x80, 0],
    [8, 1, 0x80, 0x80, 1],
    [8, 1, 0x80, 2],
  ])
    expect(decodePostings(Uint8Array.from(bytes), SIZE), bytes.join()).toBeUndefined();
});

it("joined parts are the lists of the joined segment, without what was dropped", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(lists, fc.nat(6)), { minLength: 1, maxLength: 5 }), (inputs) => {
      let next = 0;
      const parts = inputs.map(([own, drop]) => {
        const bytes = encoded(own, 0);
        const to = Int32Array.from({ length: SIZE }, (_, slot) =>
          drop > 0 && slot % drop === 0 ? -1 : next++,
        );
        return { bytes, from: 0, end: bytes.length, to };
      });
      const out = new ByteWriter();
      expect(joinPostingParts(parts, out, new ByteWriter())).toBe(true);
      const expected = WORD_FIELDS.flatMap((_, field) => {
        const places: number[] = [];
        const counts: number[] = [];
        inputs.forEach(([own], p) => {
          const list = own.find((one) => one.field === field);
          list?.places.forEach((slot, i) => {
            if (parts[p].to[slot] < 0) return;
            places.push(parts[p].to[slot]);
            counts.push(list.counts[i]);
          });
        });
        return places.length === 0
          ? []
          : [{ field, places: Uint16Array.from(places), counts: Uint8Array.from(counts) }];
      });
      expect(decodePostings(out.copy(), next)).toEqual(expected);
    }),
  );
});

it("blocks hold every term and find it, in the order of bytes", () => {
  const terms = fc.uniqueArray(fc.string({ unit: "binary", maxLength: 12 }), { maxLength: 300 });
  fc.assert(
    fc.property(terms, fc.nat(3_000), (words, longest) => {
      const keys = words.map(termKey).sort(compareKeys);
      expect(keys).toEqual(keys.toSorted(Buffer.compare));
      const dataOf = (i: number) => new Uint8Array((i * 37) % (longest + 1)).fill(i);
      const writer = new BlockWriter();
      keys.forEach((key, i) => {
        writer.push(key, dataOf(i));
      });
      const blocks = writer.finish();
      const read: Uint8Array[] = [];
      for (const { first, data } of blocks) {
        const reader = new BlockReader(data);
        for (let i = 0; reader.next(); i++) {
          if (i === 0) expect(compareKeys(reader.key, first)).toBe(0);
          read.push(reader.key);
        }
        expect(reader.isDamaged).toBe(false);
      }
      expect(read.map((key) => Buffer.from(key))).toEqual(keys.map((key) => Buffer.from(key)));
      keys.forEach((key, i) => {
        const block = blocks.findLast(({ first }) => compareKeys(first, key) <= 0);
        expect(findInBlock(block?.data ?? new Uint8Array(0), key)).toEqual(dataOf(i));
      });
    }),
  );
});

it("any bytes are read as a block without harm", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const reader = new BlockReader(bytes);
      let entries = 0;
      while (reader.next()) entries++;
      expect(entries).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 1_000 },
  );
});

it("terms that differ have different keys, also ill-formed ones", () => {
  const terms = ["\ud800", "\ud801", "\udc00", "\ufffd", "", "\0", "a\0", "a", "ÿ"];
  const keys = terms.map((term) => Buffer.from(termKey(term)).toString("hex"));
  expect(new Set(keys).size).toBe(terms.length);
});
