import { describe, expect, it } from "vitest";
import { chunkOf } from "../../test/support/chunks.ts";
import { memoryStore } from "../../test/support/memory-store.ts";
import { fieldTerms } from "../context/outline-fields.ts";
import type { Chunk } from "../core/chunk.ts";
import type { Embedder } from "../core/embedder.ts";
import type { Space } from "../core/store.ts";
import { search } from "./search.ts";
import type { SearchOptions } from "./types.ts";

const SPACE: Space = { workspace: "default", collection: "documents" };

/** Two directions: pottery and taxes, told by a word. */
const EMBEDDER: Embedder = {
  id: "test",
  dimensions: 2,
  async embed(texts) {
    return texts.map((text) => {
      if (/ceramic|kiln|clay|pot/i.test(text)) return Float32Array.of(1, 0);
      return /tax|revenue|office/i.test(text) ? Float32Array.of(0, 1) : Float32Array.of(0, 0);
    });
  },
};

/** A document of parents, each with its children, a line each. */
async function row(id: string, parents: readonly (readonly string[])[], metadata = {}) {
  const text = parents.map((children) => children.join("\n")).join("\n");
  const document = { id, text, metadata, hash: id, recipe: "test" };
  const chunks: Chunk[] = [];
  let start = 0;
  let index = 0;
  parents.forEach((children, p) => {
    const parentId = `${id} p${p}`;
    const whole = children.join("\n");
    chunks.push(
      chunkOf(whole, { id: parentId, documentId: id, kind: "parent", index: p, start, tokens: 100 }),
    );
    for (const child of children) {
      const place = {
        id: `${id} ${index}`,
        documentId: id,
        kind: "child" as const,
        parentId,
        index: index++,
      };
      chunks.push(chunkOf(child, { ...place, start, tokens: 30 }));
      start += child.length + 1;
    }
  });
  const terms = fieldTerms(document, chunks);
  const vectors = await EMBEDDER.embed(
    chunks.map((chunk) => chunk.text),
    "document",
  );
  const entries = chunks.map((chunk, i) => {
    const own = terms[i];
    return own === undefined ? { chunk } : { chunk, terms: own, vectors: [vectors[i]] };
  });
  return { document, entries };
}

async function base() {
  return memoryStore(SPACE, [
    await row(
      "pots.md",
      [
        ["Kilns fire clay at a thousand degrees.", "Glaze is put on the clay before firing."],
        ["Wheels are turned by foot.", "Potters sit beside them."],
      ],
      { lang: "en" },
    ),
    await row("tax.md", [["The office collects revenue.", "Clay is taxed by weight."]], { lang: "de" }),
  ]);
}

describe("search", () => {
  it("gives back the parent of the best child, once", async () => {
    const hits = await search(await base(), EMBEDDER, SPACE, "firing clay in kilns");
    expect(hits[0].chunk.text).toBe("Kilns fire clay at a thousand degrees.");
    expect(hits[0].parent?.id).toBe("pots.md p0");
    expect(hits[0].text).toBe(hits[0].parent?.text);
    expect(hits[0].tokens).toBe(100);
    expect(new Set(hits.map(({ parent }) => parent?.id)).size).toBe(hits.length);
  });

  it("gives back the chunk alone when asked", async () => {
    const [first, second] = await search(await base(), EMBEDDER, SPACE, "firing clay", { expand: "none" });
    expect(first.parent).toBeUndefined();
    expect([first.text, first.tokens]).toEqual([first.chunk.text, 30]);
    expect(second.chunk.parentId).toBe(first.chunk.parentId);
  });

  it("gives back a run of neighbours that are worth it, as the document has it, once", async () => {
    const hits = await search(await base(), EMBEDDER, SPACE, "clay firing", {
      expand: "segment",
      segmentTokens: 90,
    });
    expect(hits[0].text).toBe(
      "Kilns fire clay at a thousand degrees.\nGlaze is put on the clay before firing.",
    );
    expect(hits[0].tokens).toBe(60);
    expect(hits.filter(({ chunk }) => chunk.parentId === "pots.md p0")).toHaveLength(1);
  });

  it("finds by meaning what shares no word, and says so", async () => {
    const store = await base();
    expect(await search(store, undefined, SPACE, "ceramic")).toEqual([]);
    const [first] = await search(store, EMBEDDER, SPACE, "ceramic", { explain: true });
    expect(first.chunk.documentId).toBe("pots.md");
    expect(first.explanation?.words).toBeUndefined();
    expect(first.explanation?.meaning?.cosine).toBeCloseTo(1, 2);
    expect(first.parts.words).toBe(0);
  });

  it("explains a score whose parts add up to it", async () => {
    const hits = await search(await base(), EMBEDDER, SPACE, "kilns fire clay", { explain: true });
    for (const { score, parts, explanation } of hits) {
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 10);
      const features = Object.values(explanation?.rerank ?? {});
      expect(features.reduce((sum, feature) => sum + feature.score, 0)).toBeCloseTo(parts.rerank, 10);
      expect(explanation?.parent?.added).toBe(parts.parent);
    }
    expect(hits[0].explanation?.words?.rank).toBe(1);
    expect(hits[0].explanation?.words?.matches.map(({ term }) => term)).toContain("clai");
    expect(hits[0].explanation?.parent?.children).toHaveLength(1);
    expect((await search(await base(), EMBEDDER, SPACE, "clay"))[0].explanation).toBeUndefined();
  });

  it("marks the words it found in the chunk", async () => {
    const [{ chunk, highlights }] = await search(await base(), undefined, SPACE, "kiln firing");
    expect(highlights.map(({ start, end }) => chunk.text.slice(start, end))).toEqual(["Kilns", "fire"]);
  });

  it("keeps to a budget: the parent where it fits, else the chunk", async () => {
    const hits = await search(await base(), EMBEDDER, SPACE, "clay", { budget: 140 });
    expect(hits.map(({ tokens }) => tokens)).toEqual([100, 30]);
    expect(await search(await base(), EMBEDDER, SPACE, "clay", { budget: 29 })).toEqual([]);
  });

  it("keeps to the limit, the filter and the space", async () => {
    const store = await base();
    expect(await search(store, EMBEDDER, SPACE, "clay", { limit: 1 })).toHaveLength(1);
    const german = await search(store, EMBEDDER, SPACE, "clay", { filter: { lang: "de" } });
    expect(german.map(({ chunk }) => chunk.documentId)).toEqual(["tax.md"]);
    expect(await search(store, EMBEDDER, { ...SPACE, workspace: "other" }, "clay")).toEqual([]);
  });

  it("asks deeper until as many parents are there as were asked for", async () => {
    const many = Array.from({ length: 190 }, (_, i) => `Clay and more clay, piece ${i}.`);
    const store = memoryStore(SPACE, [
      await row("many.md", [many]),
      await row("few.md", [["A little clay among many other things that are not of it."]]),
    ]);
    const depths: number[] = [];
    const watched = {
      ...store,
      words: (...call: Parameters<typeof store.words>) => {
        depths.push(call[1].limit);
        return store.words(...call);
      },
    };
    const hits = await search(watched, undefined, SPACE, "clay", { limit: 2 });
    expect(hits.map(({ parent }) => parent?.id)).toEqual(["many.md p0", "few.md p0"]);
    expect(depths).toEqual([200, 800]);
  });

  it.each(["", " ", '"', "\0", "🎉", "the of and", "(((", "%", "x".repeat(1_000_000)])(
    "takes any text",
    async (query) => {
      await expect(search(await base(), EMBEDDER, SPACE, query)).resolves.toBeInstanceOf(Array);
    },
  );

  it.each([
    [{ limit: 0 }, /limit must be a whole number from 1 to 1000; got 0/],
    [{ budget: -1 }, /budget must be a whole number of tokens/],
    [{ mode: "magic" as "words" }, /mode must be one of: hybrid, words, meaning; got "magic"/],
    [{ mode: "meaning" as const }, /mode must be "words" where there is no embedder/],
    [null, /options must be an object/],
    [{ filter: null }, /filter must be an object of conditions by key; got null/],
    [{ filter: { lang: {} } }, /filter\.lang must be .*; got \{\}/],
    [{ filter: { lang: 5n } }, /filter\.lang must be .*; got 5n/],
    [{ weights: null }, /weights must be an object of numbers/],
    [{ weights: { fields: null } }, /weights\.fields must be an object of numbers by name; got null/],
    [{ weights: { fields: { body: 1 } } }, /weights\.fields must be an object with some of: text, path/],
    [{ weights: { fields: { text: "1" } } }, /weights\.fields\.text must be a number/],
    [{ weights: { words: 1 } }, /weights must be an object with some of: fields, document/],
    [{ weights: { toString: 1 } }, /weights must be an object with some of/],
    [{ weights: { parent: Number.NaN } }, /weights\.parent must be a number, at least 0; got NaN/],
    [{ weights: { document: -1 } }, /weights\.document must be a number, at least 0; got -1/],
    [{ weights: { meaning: 1.5 } }, /weights\.meaning must be a share from 0 to 1/],
    [{ languages: "en" }, /languages must be a list of language codes; got "en"/],
    [{ languages: [5] }, /languages must be codes of languages, such as "en" or "de"; got 5/],
    [{ languages: ["xx"] }, /languages must be codes .*; got "xx"/],
    [{ languages: ["english"] }, /languages must be codes .*; got "english"/],
  ])("refuses %o", async (options, message) => {
    const found = search(await base(), undefined, SPACE, "clay", options as SearchOptions);
    await expect(found).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringMatching(message),
    });
  });

  it("takes languages without rules of their own, and some of the fields' weights", async () => {
    const options = { languages: ["und", "sw", "en-GB"], weights: { fields: { text: 2 } } };
    const [first] = await search(await base(), undefined, SPACE, "clay", options as unknown as SearchOptions);
    expect(first.score).toBeGreaterThan(0);
  });

  it("leaves out what has neither a word nor a meaning of the query", async () => {
    const pots = await row("pots.md", [["Kilns fire clay."]]);
    const taxes = await row("tax.md", [["The office collects revenue."]]);
    const found = async (query: string, mode: "hybrid" | "meaning") => {
      const hits = await search(memoryStore(SPACE, [pots, taxes]), EMBEDDER, SPACE, query, { mode });
      return hits.map(({ chunk }) => chunk.documentId);
    };
    expect(await found("kilns", "hybrid")).toEqual(["pots.md"]);
    expect(await found("kilns collects", "hybrid")).toEqual(["pots.md", "tax.md"]);
    // Who asks for the nearest gets them, however far they are.
    expect(await found("kilns", "meaning")).toEqual(["pots.md", "tax.md"]);
  });

  it("says how near a hit's vector is, where vectors were asked", async () => {
    const [near] = await search(await base(), EMBEDDER, SPACE, "ceramic", { mode: "meaning" });
    expect(near.similarity).toBeCloseTo(1, 2);
    const [word] = await search(await base(), EMBEDDER, SPACE, "clay", { mode: "words" });
    expect(word.similarity).toBeUndefined();
  });

  it("stops when told to", async () => {
    const signal = AbortSignal.abort();
    await expect(search(await base(), undefined, SPACE, "clay", { signal })).rejects.toThrow(/abort/i);
  });
});
