import { expect, it } from "vitest";
import type { Embedder } from "../../src/core/embedder.ts";

export interface ConformanceSubject {
  /** Made once for each test. */
  readonly make: () => Promise<Embedder>;
}

/** What the contract of `Embedder` asks of every implementation. */
export function itIsAnEmbedder({ make }: ConformanceSubject): void {
  const texts = [
    "A sherd is a piece of a broken pot.",
    "Ein Satz mit Umlauten: äöü.",
    "陶器の破片。",
    "👩‍👩‍👧 emoji and \u0000 control",
    "x".repeat(5_000),
    "let a = b => c;",
  ];

  it("has an id that names its dimensions and normalisation", async () => {
    const { id, dimensions } = await make();
    expect(Number.isSafeInteger(dimensions) && dimensions > 0).toBe(true);
    expect(id).toContain(`dimensions=${dimensions}`);
    expect(id).toMatch(/;version=/);
    expect(id).toMatch(/;norm=unit/);
  });

  it("gives the same id each time it is made", async () => {
    expect((await make()).id).toBe((await make()).id);
  });

  it.each(["query", "document"] as const)(
    "gives one finite vector of unit length a text, as a %s",
    async (role) => {
      const embedder = await make();
      const vectors = await embedder.embed(texts, role);
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(embedder.dimensions);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }
    },
  );

  it("gives a text the same vector alone, in company and in another place", async () => {
    const embedder = await make();
    const together = await embedder.embed(texts, "document");
    const backwards = (await embedder.embed(texts.toReversed(), "document")).toReversed();
    for (const [i, text] of texts.entries()) {
      const [alone] = await embedder.embed([text], "document");
      for (const other of [alone, backwards[i]]) {
        expect(similarity(together[i], other)).toBeGreaterThan(0.999);
      }
    }
  });

  it("tells texts apart", async () => {
    const [a, b] = await (await make()).embed(texts, "document");
    expect(similarity(a, b)).toBeLessThan(0.999);
  });

  it("gives nothing for nothing", async () => {
    expect(await (await make()).embed([], "query")).toEqual([]);
  });

  it("gives vectors that do not share memory, also for equal texts", async () => {
    const [first, second] = await (await make()).embed(["same", "same"], "document");
    const before = second[0];
    first.fill(0);
    expect(second[0]).toBe(before);
  });

  it("keeps order over many texts", async () => {
    const embedder = await make();
    const many = Array.from({ length: 300 }, (_, i) => `${texts[i % texts.length].slice(0, 40)} ${i}`);
    const vectors = await embedder.embed(many, "document");
    for (const i of [0, 1, 95, 96, 97, 150, 299]) {
      const [alone] = await embedder.embed([many[i]], "document");
      expect(similarity(vectors[i], alone)).toBeGreaterThan(0.999);
    }
  });

  it("does not begin for a caller that has aborted", async () => {
    const reason = new Error("enough");
    const call = { signal: AbortSignal.abort(reason) };
    await expect((await make()).embed(texts, "query", call)).rejects.toBe(reason);
  });
}

function similarity(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}
