import { expect, it, onTestFinished } from "vitest";
import type { Filter } from "../../src/core/store.ts";
import { openSqliteStore, type SqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { type Sample, SPACE, sample } from "./sample-documents.ts";

const DIMENSIONS = 64;
const EMBEDDER = `test:random;dimensions=${DIMENSIONS};version=1;norm=unit`;

/** A direction like no other's, the same for the same text. */
function embed(text: string): Float32Array {
  let state = [...text].reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619),
    7,
  );
  const vector = Float32Array.from({ length: DIMENSIONS }, () => {
    state = Math.imul(state, 1664525) + 1013904223;
    return ((state ^ (state >>> 15)) >> 8) / 2 ** 23;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function documents(from: number, to: number): Sample[] {
  return Array.from({ length: to - from }, (_, i) => {
    const text = `Turn ${from + i} says that ${(from + i) * 7919} of ${(from + i) * 104729} were seen by nobody at all.`;
    return sample(`d${from + i}`, text, { embed, metadata: { side: (from + i) % 4 } });
  });
}

/** Where documents add nothing, large segments are scanned roughly first; where they add next to nothing, they are not. */
async function bothWays(store: SqliteStore, question: string, filter?: Filter) {
  const query = { vector: embed(question), embedder: EMBEDDER, limit: 20, filter };
  const [rough, exact] = await Promise.all(
    [0, 1e-12].map((documentWeight) => store.vectors(SPACE, { ...query, documentWeight })),
  );
  const shown = (hits: typeof rough) => hits.map(({ number, cosine }) => ({ number, cosine }));
  expect(shown(rough)).toEqual(shown(exact));
  expect(rough).toHaveLength(20);
  return rough;
}

it("a rough scan finds what an exact one does, as documents come, go and are left out by a filter", async () => {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  await store.replace(SPACE, documents(0, 900), { embedder: EMBEDDER });
  const { chunks } = await store.stats(SPACE);
  // Two of three chunks are searched.
  expect(chunks).toBeGreaterThan(1.5 * 2_048);
  const questions = Array.from({ length: 8 }, (_, i) => `question ${i}`);
  for (const question of questions) await bothWays(store, question);
  for (const question of questions) {
    const hits = await bothWays(store, question, { side: 3 });
    const found = await store.chunks(
      SPACE,
      hits.map(({ number }) => number),
    );
    expect(new Set(found.map((chunk) => Number(chunk?.documentId.slice(1)) % 4))).toEqual(new Set([3]));
  }
  const before = await bothWays(store, questions[0]);
  const nearest = await store.chunks(
    SPACE,
    before.map(({ number }) => number),
  );
  const gone = new Set(nearest.map((chunk) => chunk?.documentId ?? ""));
  await store.remove(SPACE, [...gone]);
  const after = await bothWays(store, questions[0]);
  expect(after.some(({ number }) => before.some((hit) => hit.number === number))).toBe(false);
  await store.replace(SPACE, documents(900, 940), { embedder: EMBEDDER });
  for (const question of questions) await bothWays(store, question);
});
