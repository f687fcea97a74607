import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { Store } from "../../src/core/store.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { EMBEDDER, type Sample, SPACE, sample, vectorOf, wordQuery } from "./sample-documents.ts";

const folder = mkdtempSync(join(tmpdir(), "sherd-history-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORDS = ["clay", "kiln", "glaze", "pot", "fire", "wheel", "slip", "陶器", "naïve", "x1"];
const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(" "));
const ids = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
const operations = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ replace: fc.array(fc.tuple(ids, texts), { minLength: 1, maxLength: 4 }) }),
    },
    { weight: 2, arbitrary: fc.record({ remove: fc.array(ids, { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
    { weight: 1, arbitrary: fc.constant({ search: true as const }) },
  ),
  { minLength: 1, maxLength: 40 },
);

/** All that a reader can see, without numbers and times. */
async function visible(store: Store): Promise<unknown> {
  const documents: unknown[] = [];
  for await (const { stored: _stored, ...record } of store.documents(SPACE)) {
    documents.push([record, await store.document(SPACE, record.id), await store.chunksOf(SPACE, record.id)]);
  }
  // A space keeps the model and the form of its vectors when the last document goes.
  const { bytes: _bytes, revision: _revision, embedder: _model, ...rest } = await store.stats(SPACE);
  const { vectorFormat: _form, ...stats } = rest;
  const words = await store.words(SPACE, wordQuery("clay kiln 陶器 glaze", { limit: 1_000 }));
  const query = { vector: vectorOf("clay kiln"), embedder: EMBEDDER, documentWeight: 0.3, limit: 1_000 };
  const vectors = await store.vectors(SPACE, query);
  return {
    documents,
    stats,
    words: await byId(store, words, ({ score, document, matches }) => [
      round(score),
      round(document),
      matches.length,
    ]),
    vectors: await byId(store, vectors, ({ score, cosine }) => [round(score), round(cosine)]),
  };
}

async function byId<T extends { number: number }>(
  store: Store,
  hits: readonly T[],
  show: (hit: T) => unknown,
): Promise<unknown[]> {
  const chunks = await store.chunks(
    SPACE,
    hits.map(({ number }) => number),
  );
  return hits
    .map((hit, i) => [chunks[i]?.id ?? "missing", show(hit)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

it("9 Atomic documents: what is stored and found depends on the last state alone, not on how it came about", {
  timeout: 120_000,
}, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const path = join(folder, `${run++}.db`);
      let store = await openSqliteStore(path);
      const model = new Map<string, Sample>();
      for (const step of steps) {
        if ("replace" in step) {
          const batch = step.replace.map(([id, text]) =>
            sample(id, text, { metadata: { length: text.length } }),
          );
          await store.replace(SPACE, batch, { embedder: EMBEDDER });
          for (const one of batch) model.set(one.document.id, one);
        } else if ("remove" in step) {
          const present = new Set(step.remove.filter((id) => model.delete(id)));
          expect(await store.remove(SPACE, step.remove)).toBe(present.size);
        } else if ("reopen" in step) {
          await store.close();
          store = await openSqliteStore(path);
        } else {
          await store.words(SPACE, wordQuery("clay"));
          await store.vectors(SPACE, {
            vector: vectorOf("x"),
            embedder: EMBEDDER,
            documentWeight: 0.3,
            limit: 5,
          });
        }
      }
      const fresh = await openSqliteStore(":memory:");
      if (model.size > 0) await fresh.replace(SPACE, [...model.values()], { embedder: EMBEDDER });
      expect(await visible(store)).toEqual(await visible(fresh));
      expect(await store.verify()).toEqual([]);
      await store.close();
      await fresh.close();
    }),
    { numRuns: 40 },
  );
});
