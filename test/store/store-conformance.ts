import { describe, expect, it } from "vitest";
import type { Chunk } from "../../src/core/chunk.ts";
import type { DocumentRecord, Space, Store } from "../../src/core/store.ts";
import { EMBEDDER, SPACE, sample, vectorOf, wordQuery } from "./sample-documents.ts";

export interface StoreSubject {
  /** An empty store, made anew for each test; the test closes it. */
  readonly open: () => Promise<Store>;
}

const OTHER: Space = { workspace: "other", collection: "documents" };
const TURNS: Space = { workspace: "default", collection: "turns" };

const KILN = sample(
  "kiln.md",
  "The kiln fires clay at high heat. Glaze melts and flows over the pot walls.",
  {
    title: "Kiln guide",
    metadata: { kind: "guide", year: 2019, tags: ["fire", "clay"], draft: false },
  },
);
const TAX = sample(
  "tax.md",
  "A tax office asks for forms. The forms ask for numbers, and numbers for patience.",
  {
    title: "Tax forms",
    metadata: { kind: "law", year: 2023, tags: ["money"], draft: true, author: null },
  },
);
const BOTH = [KILN, TAX];

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function entryFields({ chunk }: { chunk: unknown }): unknown {
  return JSON.parse(JSON.stringify(chunk));
}

/** What the contract of `Store` asks of every implementation. */
export function itIsAStore({ open }: StoreSubject): void {
  async function using(work: (store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    try {
      await work(store);
    } finally {
      await store.close();
    }
  }

  const found = async (store: Store, words: string, space = SPACE, options = {}) => {
    const hits = await store.words(space, wordQuery(words, options));
    const chunks = await store.chunks(
      space,
      hits.map(({ number }) => number),
    );
    return [...new Set(chunks.map((chunk) => chunk?.documentId))];
  };

  describe("documents", () => {
    it("come back as they were given", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        for (const { document } of BOTH) {
          expect(await store.document(SPACE, document.id)).toEqual(document);
        }
        expect(await store.document(SPACE, "none.md")).toBeUndefined();
      }));

    it("are listed by id, all or some, without text", () =>
      using(async (store) => {
        await store.replace(SPACE, [TAX, KILN], { embedder: EMBEDDER });
        const records = await collect(store.documents(SPACE));
        expect(records.map(({ id }) => id)).toEqual(["kiln.md", "tax.md"]);
        const { text, outline: _outline, ...rest } = KILN.document;
        expect(records[0]).toMatchObject({ ...rest, length: text.length, chunks: KILN.entries.length });
        expect(records[0]).not.toHaveProperty("text");
        expect(records[0].stored).toBeGreaterThan(0);
        const some = await collect(store.documents(SPACE, ["tax.md", "none.md", "kiln.md"]));
        expect(some.map(({ id }) => id)).toEqual(["tax.md", "kiln.md"]);
      }));

    it("are listed in any number, while others are written", () =>
      using(async (store) => {
        const many = Array.from({ length: 700 }, (_, i) =>
          sample(`d${String(i).padStart(4, "0")}`, `text ${i}`),
        );
        await store.replace(SPACE, many, { embedder: EMBEDDER });
        const seen: DocumentRecord[] = [];
        for await (const record of store.documents(SPACE)) {
          seen.push(record);
          if (seen.length === 300) await store.remove(SPACE, ["d0000", "d0001"]);
        }
        expect(seen.map(({ id }) => id)).toEqual(many.map(({ document }) => document.id));
      }));

    it("keep any text: long, lone surrogates, NULs, pairs at every place", () =>
      using(async (store) => {
        const texts = [
          "",
          "\0",
          "\ud800 lone \udc00\udc00",
          `${"x".repeat(16_383)}😀${"y".repeat(16_384)}😀`,
          "😀".repeat(40_000),
          `x${"😀".repeat(40_000)}`,
          `\ud83d${"😀".repeat(20_000)}`,
        ];
        await store.replace(
          SPACE,
          texts.map((text, i) => sample(`t${i}`, text, { size: 9_999 })),
          { embedder: EMBEDDER },
        );
        for (const [i, text] of texts.entries()) {
          expect((await store.document(SPACE, `t${i}`))?.text === text).toBe(true);
          for (const { span, text: own } of await store.chunksOf(SPACE, `t${i}`)) {
            expect(own === text.slice(span.start, span.end)).toBe(true);
          }
        }
      }));

    it("give what stands around a chunk: its neighbours without parents, and the very text they stand in", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const document = await store.document(SPACE, "kiln.md");
        const all = (await store.chunksOf(SPACE, "kiln.md")).filter(({ kind }) => kind !== "parent");
        expect(all.length).toBeGreaterThan(2);
        for (const { number } of await store.words(SPACE, wordQuery("glaze"))) {
          const [chunk] = await store.chunks(SPACE, [number]);
          if (chunk?.documentId !== "kiln.md") continue;
          const at = all.findIndex(({ id }) => id === chunk.id);
          for (const reach of [0, 1, 1_000]) {
            const around = await store.around(SPACE, number, reach);
            expect(around?.chunks).toEqual(all.slice(Math.max(0, at - reach), at + reach + 1));
            const { start = 0, text = "" } = around ?? {};
            expect(text).toBe(document?.text.slice(start, start + text.length));
            for (const { span, text: own } of around?.chunks ?? [])
              expect(text.slice(span.start - start, span.end - start)).toBe(own);
          }
          expect(await store.around({ ...SPACE, workspace: "other" }, number, 1)).toBeUndefined();
        }
        expect(await store.around(SPACE, 99_999, 1)).toBeUndefined();
      }));

    it("are replaced whole: chunks, words and vectors of the old version are gone", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const [old] = await store.words(SPACE, wordQuery("glaze"));
        const next = sample("kiln.md", "Nothing about pots any more, only submarines.");
        await store.replace(SPACE, [next], { embedder: EMBEDDER });
        expect(await found(store, "glaze")).toEqual([]);
        expect(await found(store, "submarines")).toEqual(["kiln.md"]);
        expect(await store.chunks(SPACE, [old.number])).toEqual([undefined]);
        expect((await store.chunksOf(SPACE, "kiln.md")).map(({ id }) => id)).toEqual(
          next.entries.map(({ chunk }) => chunk.id),
        );
        const hits = await store.vectors(SPACE, vectorQuery("pot walls"));
        const chunks = await store.chunks(
          SPACE,
          hits.map(({ number }) => number),
        );
        expect(chunks.every((chunk) => chunk !== undefined)).toBe(true);
        expect(await store.stats(SPACE)).toMatchObject({ documents: 2 });
      }));

    it("tell their chunks' places without texts, and those of other spaces and of what is gone not at all", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const numbers = (await store.words(SPACE, wordQuery("glaze clay walls"))).map(({ number }) => number);
        const chunks = await store.chunks(SPACE, numbers);
        expect(chunks.some((chunk) => chunk?.parentId !== undefined)).toBe(true);
        const places = chunks.map((chunk) => {
          const { id, documentId, index, parentId } = chunk as Chunk;
          return { id, documentId, index, ...(parentId === undefined ? {} : { parentId }) };
        });
        expect(await store.places(SPACE, numbers)).toEqual(places);
        expect(await store.places(SPACE, numbers.toReversed())).toEqual(places.toReversed());
        const nothing = numbers.map(() => undefined);
        expect(await store.places({ ...SPACE, workspace: "other" }, numbers)).toEqual(nothing);
        await store.remove(SPACE, [...new Set(places.map(({ documentId }) => documentId))]);
        expect(await store.places(SPACE, numbers)).toEqual(nothing);
      }));

    it("stored twice are stored once", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const before = await store.words(SPACE, wordQuery("forms clay"));
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        await store.replace(SPACE, [KILN, KILN], { embedder: EMBEDDER });
        const after = await store.words(SPACE, wordQuery("forms clay"));
        expect(after.map(({ score }) => score).sort()).toEqual(before.map(({ score }) => score).sort());
        expect(await store.stats(SPACE)).toMatchObject({
          documents: 2,
          chunks: KILN.entries.length + TAX.entries.length,
        });
      }));

    it("are told where their files are now, and stay as they are", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const { revision } = await store.stats(SPACE);
        const [before] = await collect(store.documents(SPACE, ["kiln.md"]));
        const file = { path: "/moved/kiln.md", bytes: 75, modified: 1_600_000_000_000 };
        await store.touch(SPACE, [
          { id: "kiln.md", file },
          { id: "none.md", file },
        ]);
        await store.touch(OTHER, [{ id: "tax.md", file }]);
        const [after, tax] = await collect(store.documents(SPACE));
        expect(after).toEqual({ ...before, file, stored: after.stored });
        expect(after.stored).toBeGreaterThanOrEqual(before.stored);
        expect(tax.file).toEqual(TAX.document.file);
        expect(await found(store, "clay")).toEqual(["kiln.md"]);
        expect((await store.stats(SPACE)).revision).not.toBe(revision);
        expect(await store.verify()).toEqual([]);
      }));

    it("go when they are removed, and only they", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        expect(await store.remove(SPACE, ["kiln.md", "kiln.md", "none.md"])).toBe(1);
        expect(await store.document(SPACE, "kiln.md")).toBeUndefined();
        expect(await store.chunksOf(SPACE, "kiln.md")).toEqual([]);
        expect(await found(store, "clay forms")).toEqual(["tax.md"]);
        expect(await store.remove(SPACE, ["kiln.md"])).toBe(0);
        expect(await store.remove(SPACE, ["tax.md"])).toBe(1);
        expect(await store.vectors(SPACE, vectorQuery("forms"))).toEqual([]);
        expect(await store.stats(SPACE)).toMatchObject({ documents: 0, chunks: 0, vectors: 0 });
      }));

    it("of a batch are all stored or none", () =>
      using(async (store) => {
        const broken = sample("broken.md", "Some text here.");
        const entries = broken.entries.map((entry) => ({
          ...entry,
          chunk: { ...entry.chunk, text: "other" },
        }));
        const batch = [KILN, { document: broken.document, entries }];
        await expect(store.replace(SPACE, batch, { embedder: EMBEDDER })).rejects.toMatchObject({
          code: "CHUNK_MISMATCH",
        });
        expect(await collect(store.documents(SPACE))).toEqual([]);
        expect(await found(store, "clay")).toEqual([]);
      }));

    it("are not stored when the call was stopped", () =>
      using(async (store) => {
        const reason = new Error("stop");
        const signal = AbortSignal.abort(reason);
        await expect(store.replace(SPACE, BOTH, { embedder: EMBEDDER, signal })).rejects.toBe(reason);
        expect(await collect(store.documents(SPACE))).toEqual([]);
      }));
  });

  describe("chunks", () => {
    it("come back as they were given, by id, by number and by document", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const expected = KILN.entries.map(entryFields);
        expect(await store.chunksOf(SPACE, "kiln.md")).toEqual(expected);
        const ids = KILN.entries.map(({ chunk }) => chunk.id);
        expect(await store.chunksById(SPACE, [...ids, "none"])).toEqual([...expected, undefined]);
        const [hit] = await store.words(SPACE, wordQuery("glaze"));
        const [chunk] = await store.chunks(SPACE, [hit.number]);
        expect(expected).toContainEqual(chunk);
        expect(chunk?.text.toLowerCase()).toContain("glaze");
      }));

    it("stand parents before their children, whatever the order they came in", () =>
      using(async (store) => {
        const entries = KILN.entries.toReversed();
        await store.replace(SPACE, [{ ...KILN, entries }], { embedder: EMBEDDER });
        const ids = (await store.chunksOf(SPACE, "kiln.md")).map(({ id }) => id);
        expect(ids).toEqual(KILN.entries.map(({ chunk }) => chunk.id));
      }));

    it("keep what is their own: context, code, metadata, parents elsewhere", () =>
      using(async (store) => {
        const { document } = KILN;
        const [, first, second] = KILN.entries;
        const entries = [
          {
            ...first,
            chunk: {
              ...first.chunk,
              parentId: "elsewhere",
              context: { text: "About kilns.", by: "test", status: "ok" as const, questions: ["How hot?"] },
              code: {
                language: "c",
                imports: [],
                globalDeps: ["x"],
                defines: ["y"],
                startLine: 1,
                endLine: 2,
              },
              oversize: true as const,
              boundary: "section" as const,
              hash: "not hexadecimal",
              metadata: { "__proto__ ": 1, nested: { a: [1, null, "\ud800"] } },
            },
          },
          second,
        ];
        await store.replace(SPACE, [{ document, entries }], { embedder: EMBEDDER });
        expect(await store.chunksOf(SPACE, "kiln.md")).toEqual([
          entries[0].chunk,
          entryFields({ chunk: { ...second.chunk } }),
        ]);
      }));
  });

  describe("words", () => {
    it("rank the chunks that have them, and say why", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        expect(await found(store, "clay kiln")).toEqual(["kiln.md"]);
        const [best] = await store.words(SPACE, wordQuery("clay"));
        expect(best.score).toBeCloseTo(best.chunk + 0.3 * best.document, 6);
        expect(best.matches).toEqual([{ term: "clay", field: "text", score: expect.any(Number) }]);
        expect(await found(store, "absent")).toEqual([]);
        expect(await found(store, "clay forms", SPACE, { limit: 1 })).toHaveLength(1);
        expect(await found(store, "clay", SPACE, { limit: 0 })).toEqual([]);
      }));

    it("may be any text", () =>
      using(async (store) => {
        const odd = ["'; DROP TABLE chunks; --", "\0", "\ud800", "😀", "NEAR(", '"', "x".repeat(100_000)];
        const { document, entries } = sample("odd", odd.join(" "), { size: 1_000_000 });
        const terms = { text: odd };
        const own = entries.map((entry) => (entry.terms === undefined ? entry : { ...entry, terms }));
        await store.replace(SPACE, [{ document, entries: own }], { embedder: EMBEDDER });
        for (const term of odd) {
          const query = { ...wordQuery(""), terms: [{ term, weight: 1 }] };
          expect(await store.words(SPACE, query)).toHaveLength(2);
        }
        const other = { ...wordQuery(""), terms: [{ term: "\udbff", weight: 1 }] };
        expect(await store.words(SPACE, other)).toEqual([]);
      }));
  });

  const vectorQuery = (text: string, options = {}) => ({
    vector: vectorOf(text),
    embedder: EMBEDDER,
    documentWeight: 0,
    limit: 10,
    ...options,
  });

  describe("vectors", () => {
    it("rank the nearest first", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        for (const { chunk } of KILN.entries.filter(({ vectors }) => vectors !== undefined)) {
          const [best] = await store.vectors(SPACE, vectorQuery(chunk.text));
          expect(best.cosine).toBeGreaterThan(0.995);
          expect(best.score).toBeCloseTo(best.cosine, 6);
          const [nearest] = await store.chunks(SPACE, [best.number]);
          expect(nearest?.id).toBe(chunk.id);
        }
      }));

    it("10 One space: of other models or dimensions are refused with both names, and nothing is stored", () =>
      using(async (store) => {
        await store.replace(SPACE, [KILN], { embedder: EMBEDDER });
        const error = await store.replace(SPACE, [TAX], { embedder: "other:model" }).catch((seen) => seen);
        expect(error).toMatchObject({ code: "SPACE_MISMATCH" });
        for (const part of [EMBEDDER, "other:model", "sherd reembed"]) expect(error.message).toContain(part);
        const longer = sample("tax.md", "A tax", { embed: (text) => vectorOf(text, 9) });
        await expect(store.replace(SPACE, [longer], { embedder: EMBEDDER })).rejects.toMatchObject({
          code: "SPACE_MISMATCH",
        });
        await expect(store.replace(SPACE, [TAX])).rejects.toMatchObject({ code: "INVALID_OPTION" });
        await expect(
          store.vectors(SPACE, vectorQuery("x", { embedder: "other:model" })),
        ).rejects.toMatchObject({
          code: "SPACE_MISMATCH",
        });
        expect(await store.document(SPACE, "tax.md")).toBeUndefined();
        await store.replace(OTHER, [TAX], { embedder: "other:model" });
      }));

    it("of another model are taken once none of the old are left", () =>
      using(async (store) => {
        await store.replace(SPACE, [KILN], { embedder: EMBEDDER });
        await store.replace(SPACE, [sample("plain.md", "words alone", { vectors: false })]);
        const embed = (text: string) => vectorOf(text, 12);
        const again = sample("kiln.md", KILN.document.text, { embed });
        await store.replace(SPACE, [again], { embedder: "new:model" });
        const query = { ...vectorQuery("clay", { embedder: "new:model" }), vector: embed("clay") };
        expect(await store.vectors(SPACE, query)).toHaveLength(4);
        expect((await store.stats(SPACE)).embedder).toBe("new:model");
        expect(await found(store, "alone")).toEqual(["plain.md"]);
      }));

    it("may be several to a chunk: the best speaks for it", () =>
      using(async (store) => {
        const { document, entries } = sample("q.md", "alpha beta gamma", { size: 100 });
        const own = entries.map((entry) =>
          entry.vectors === undefined
            ? entry
            : { ...entry, vectors: [...entry.vectors, vectorOf("how many pots are there?")] },
        );
        await store.replace(SPACE, [{ document, entries: own }], { embedder: EMBEDDER });
        const hits = await store.vectors(SPACE, vectorQuery("how many pots are there?"));
        expect(hits).toHaveLength(2);
        for (const { cosine } of hits) expect(cosine).toBeGreaterThan(0.995);
        const kept = await store.vectorsByHash(SPACE, "q.md");
        for (const { chunk, vectors } of entries) {
          if (vectors !== undefined) expect(kept.get(chunk.hash)?.[1]).toBeCloseTo(vectors[0][1], 2);
        }
      }));

    it("that were read back and stored again are the same", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const before = await store.vectors(SPACE, vectorQuery("clay"));
        const kept = await store.vectorsByHash(SPACE, "kiln.md");
        expect(kept.size).toBe(4);
        const entries = KILN.entries.map((entry) => {
          const vector = kept.get(entry.chunk.hash);
          return entry.vectors === undefined || vector === undefined
            ? entry
            : { ...entry, vectors: [vector] };
        });
        await store.replace(SPACE, [{ ...KILN, entries }], { embedder: EMBEDDER });
        const after = await store.vectors(SPACE, vectorQuery("clay"));
        expect(after.map(({ cosine }) => cosine).sort()).toEqual(before.map(({ cosine }) => cosine).sort());
        expect(await store.vectorsByHash(SPACE, "kiln.md")).toEqual(kept);
        expect((await store.vectorsByHash(SPACE, "none.md")).size).toBe(0);
      }));
  });

  describe("filters", () => {
    it.each([
      [{ kind: "guide" }, ["kiln.md"]],
      [{ id: "tax.md" }, ["tax.md"]],
      [{ title: { startsWith: "Tax" } }, ["tax.md"]],
      [{ year: { atLeast: 2019, below: 2023 } }, ["kiln.md"]],
      [{ year: { above: 2019 } }, ["tax.md"]],
      [{ year: { atMost: 2000 } }, []],
      [{ year: "2019" }, []],
      [{ tags: "clay" }, ["kiln.md"]],
      [{ tags: ["money", "clay"] }, ["kiln.md", "tax.md"]],
      [{ tags: { not: "clay" } }, ["tax.md"]],
      [{ draft: false }, ["kiln.md"]],
      [{ author: { exists: true } }, []],
      [{ author: null }, ["kiln.md", "tax.md"]],
      [{ kind: "guide", year: 2023 }, []],
      [{ kind: "x' OR 1=1 --" }, []],
    ])("%j", (filter, expected) =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const byWords = await found(store, "clay forms glaze numbers", SPACE, { filter });
        expect([...new Set(byWords)].sort()).toEqual(expected);
        const hits = await store.vectors(SPACE, vectorQuery("clay", { filter }));
        const chunks = await store.chunks(
          SPACE,
          hits.map(({ number }) => number),
        );
        expect([...new Set(chunks.map((chunk) => chunk?.documentId))].sort()).toEqual(expected);
      }),
    );

    it("with an unknown key name the known ones; values are typed", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const error = await found(store, "clay", SPACE, { filter: { yaer: 2019 } }).catch((seen) => seen);
        expect(error).toMatchObject({ code: "INVALID_OPTION" });
        expect(error.message).toContain("year");
        for (const filter of [
          { year: { above: {} } },
          { year: { $gt: 1 } },
          { year: [{}] },
          { id: undefined },
        ]) {
          await expect(found(store, "clay", SPACE, { filter })).rejects.toMatchObject({
            code: "INVALID_OPTION",
          });
        }
      }));

    it("see what changed since", () =>
      using(async (store) => {
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const filter = { kind: "law" };
        expect(await found(store, "clay", SPACE, { filter })).toEqual([]);
        await store.replace(SPACE, [sample("new.md", "clay and law", { metadata: { kind: "law" } })], {
          embedder: EMBEDDER,
        });
        expect(await found(store, "clay", SPACE, { filter })).toEqual(["new.md"]);
      }));
  });

  describe("spaces", () => {
    it("never see each other", () =>
      using(async (store) => {
        await store.replace(SPACE, [KILN], { embedder: EMBEDDER });
        await store.replace(OTHER, [TAX], { embedder: EMBEDDER });
        await store.replace(TURNS, [sample("kiln.md", "clay talk")], { embedder: EMBEDDER });
        expect(await found(store, "forms")).toEqual([]);
        expect(await found(store, "forms", OTHER)).toEqual(["tax.md"]);
        expect(await found(store, "clay", TURNS)).toEqual(["kiln.md"]);
        const [hit] = await store.words(OTHER, wordQuery("forms"));
        expect(await store.chunks(SPACE, [hit.number])).toEqual([undefined]);
        expect(await store.chunksById(SPACE, [TAX.entries[0].chunk.id])).toEqual([undefined]);
        expect((await store.chunksById(TURNS, ["kiln.md/p0"]))[0]?.text).toBe("clay talk");
        expect(await store.document(SPACE, "tax.md")).toBeUndefined();
        expect(await store.remove(SPACE, ["tax.md"])).toBe(0);
        expect(await store.spaces()).toEqual([SPACE, TURNS, OTHER]);
        expect(await found(store, "clay", { workspace: "none", collection: "documents" })).toEqual([]);
      }));

    it("are moved whole in the place of others", () =>
      using(async (store) => {
        const temporary: Space = { workspace: "temporary", collection: "documents" };
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        const { revision } = await store.stats(SPACE);
        const embed = (text: string) => vectorOf(text, 5);
        const next = sample("next.md", "porcelain", { embed });
        await store.replace(temporary, [next], { embedder: "new:model" });
        expect(await store.move(temporary, SPACE, { revision: revision + 1 })).toBe(false);
        expect(await store.move(temporary, SPACE, { documents: 2 })).toBe(false);
        expect(await found(store, "porcelain")).toEqual([]);
        expect(await store.move(temporary, SPACE, { revision, documents: 1 })).toBe(true);
        expect(await found(store, "porcelain clay")).toEqual(["next.md"]);
        expect(await store.stats(SPACE)).toMatchObject({ documents: 1, embedder: "new:model" });
        expect((await store.stats(SPACE)).revision).not.toBe(revision);
        expect(await store.stats(temporary)).toMatchObject({ documents: 0 });
        expect(await store.verify()).toEqual([]);
        expect(await store.move(temporary, SPACE)).toBe(true);
        expect(await store.stats(SPACE)).toMatchObject({ documents: 0 });
        await store.replace(SPACE, BOTH, { embedder: EMBEDDER });
        expect(await store.spaces()).toEqual([SPACE]);
      }));
  });

  it("counts what it holds", () =>
    using(async (store) => {
      expect(await store.stats(SPACE)).toMatchObject({ documents: 0, chunks: 0, revision: 0, recipes: {} });
      await store.replace(SPACE, [KILN, sample("old", "words", { recipe: "old" })], { embedder: EMBEDDER });
      const stats = await store.stats(SPACE);
      expect(stats).toMatchObject({
        documents: 2,
        chunks: KILN.entries.length + 2,
        parents: 3,
        vectors: 5,
        characters: KILN.document.text.length + 5,
        tokens: KILN.document.text.length + 5,
        embedder: EMBEDDER,
        recipes: { "sample@1": 1, old: 1 },
      });
      expect(stats.bytes).toBeGreaterThan(0);
      await store.remove(SPACE, ["old"]);
      expect((await store.stats(SPACE)).revision).not.toBe(stats.revision);
    }));

  it("is whole after many small writes and removals", () =>
    using(async (store) => {
      for (let i = 0; i < 60; i++) {
        await store.replace(SPACE, [sample(`d${i % 25}`, `number ${i} of sixty, shared words`)], {
          embedder: EMBEDDER,
        });
        if (i % 7 === 0) await store.remove(SPACE, [`d${(i * 3) % 25}`]);
      }
      expect(await store.verify()).toEqual([]);
      const hits = await store.words(SPACE, wordQuery("shared", { limit: 1_000 }));
      expect(new Set(hits.map(({ number }) => number)).size).toBe(hits.length);
      const { documents } = await store.stats(SPACE);
      expect(new Set(await found(store, "number", SPACE, { limit: 1_000 })).size).toBe(documents);
    }));

  it("finds the same after it settled, with the same scores", () =>
    using(async (store) => {
      const vectors = { vector: vectorOf("glaze"), embedder: EMBEDDER, documentWeight: 0.5, limit: 20 };
      const search = async () => ({
        words: (await store.words(SPACE, wordQuery("clay glaze forms"))).map(
          ({ number, score, matches }) => ({
            number,
            score,
            matches,
          }),
        ),
        vectors: await store.vectors(SPACE, vectors),
      });
      await store.settle(SPACE, 1_000);
      for (let i = 0; i < 6; i++)
        await store.replace(SPACE, [sample(`d${i}`, `clay ${i}, glaze and forms`), KILN], {
          embedder: EMBEDDER,
        });
      await store.remove(SPACE, ["d3"]);
      const before = await search();
      expect(before.words).not.toHaveLength(0);
      await store.settle(SPACE, 1_000);
      expect(await search()).toEqual(before);
      await store.settle(SPACE, 1_000);
      expect(await store.verify()).toEqual([]);
      await store.settle(OTHER, 1_000);
    }));

  it("refuses calls once it is closed", async () => {
    const store = await open();
    await store.close();
    await store.close();
    await expect(store.stats(SPACE)).rejects.toMatchObject({ code: "STORE_CLOSED" });
    await expect(store.replace(SPACE, BOTH, { embedder: EMBEDDER })).rejects.toMatchObject({
      code: "STORE_CLOSED",
    });
  });
}
