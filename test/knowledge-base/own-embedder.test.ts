import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Embedder } from "../../src/core/embedder.ts";
import { openBase, page, temporaryFolder, wordEmbedder } from "./support.ts";

const DOCUMENTS = Array.from({ length: 12 }, (_, i) => ({
  id: `d${i}`,
  text: page(`Page ${i}`, `subject${i}`, `matter${i % 3}`),
}));

/** The same directions, of other lengths: each text's own, as a model without normalisation gives. */
function unscaled(asked: { readonly list: boolean }): Embedder {
  const inner = wordEmbedder();
  return {
    ...inner,
    async embed(texts, role) {
      const vectors = await inner.embed(texts, role);
      return vectors.map((vector, i) => {
        const longer = vector.map((component) => component * (3 + texts[i].length));
        return (asked.list ? Array.from(longer) : longer) as Float32Array;
      });
    },
  };
}

describe("an embedder of the caller's own", () => {
  it.each([{ list: false }, { list: true }])("may give vectors of any length (%o)", async (asked) => {
    const location = join(temporaryFolder(), "kb.db");
    const base = await openBase({ embedder: unscaled(asked), vectors: "float32" }, location);
    await base.add(DOCUMENTS);
    const unit = await openBase({ vectors: "float32" }, join(temporaryFolder(), "kb.db"));
    await unit.add(DOCUMENTS);
    for (const mode of ["meaning", "hybrid"] as const) {
      const options = { mode, expand: "none", limit: 20 } as const;
      const [found, expected] = await Promise.all(
        [base, unit].map(async (one) => (await one.search("matter2 of subject5", options)).hits),
      );
      expect(found.map(({ chunk }) => chunk.id)).toEqual(expected.map(({ chunk }) => chunk.id));
      for (const [i, { similarity, score }] of found.entries()) {
        expect(similarity).toBeCloseTo(expected[i].similarity ?? Number.NaN, 5);
        expect(score).toBeCloseTo(expected[i].score, 5);
      }
    }
    expect(await base.verify()).toEqual([]);
  });

  const WRONG: readonly [string, readonly number[]][] = [
    ["zero", [0, 0]],
    ["infinite", [Number.POSITIVE_INFINITY, 1]],
    ["not a number", [Number.NaN, 1]],
    ["too short", [1]],
    ["too long", [1, 0, 0]],
  ];

  it.each(WRONG)("may not give a document a vector that is %s", async (_name, numbers) => {
    const location = join(temporaryFolder(), "kb.db");
    const embed = async (texts: readonly string[]) => texts.map(() => Float32Array.from(numbers));
    const base = await openBase({ embedder: { id: "test:wrong", dimensions: 2, embed } }, location);
    await expect(base.add(DOCUMENTS[0])).rejects.toMatchObject({
      code: "EMBEDDING_INVALID",
      message: expect.stringContaining("test:wrong"),
    });
    expect(await base.stats()).toMatchObject({ documents: 0, vectors: 0 });
  });

  it.each(WRONG)("may not give a query a vector that is %s", async (_name, numbers) => {
    const location = join(temporaryFolder(), "kb.db");
    const embed: Embedder["embed"] = async (texts, role) =>
      texts.map(() => Float32Array.from(role === "query" ? numbers : [0, 1]));
    const base = await openBase({ embedder: { id: "test:wrong", dimensions: 2, embed } }, location);
    await base.add(DOCUMENTS[0]);
    await expect(base.search("subject0", { mode: "meaning" })).rejects.toMatchObject({
      code: "EMBEDDING_INVALID",
    });
    const { hits, mode, warnings } = await base.search("subject0");
    expect(hits.length).toBeGreaterThan(0);
    expect(mode).toBe("words");
    expect(warnings.join()).toContain("test:wrong");
  });

  it.each([{ dimensions: 0 }, { dimensions: undefined }, { id: 7 }, { embed: "no" }])(
    "is refused with %o, also for a reembed",
    async (wrong) => {
      const embedder = { ...wordEmbedder(), ...wrong } as unknown as Embedder;
      const base = await openBase({ embedder });
      await expect(base.add(DOCUMENTS[0])).rejects.toMatchObject({ code: "INVALID_OPTION" });
      const good = await openBase();
      await good.add(DOCUMENTS[0]);
      await expect(good.reembed(embedder)).rejects.toMatchObject({ code: "INVALID_OPTION" });
      expect((await good.stats()).embedder).toBe(wordEmbedder().id);
    },
  );
});
