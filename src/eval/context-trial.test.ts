import { expect, it } from "vitest";
import { RecursiveTextSplitter } from "../chunk/index.ts";
import type { Embedder } from "../core/embedder.ts";
import { blend, TrialIndex } from "./context-trial.ts";
import { IndexedSet } from "./indexed-set.ts";
import type { MeasuringSet } from "./read-set.ts";

/** Each text's vector points along its own axis, so that a blend shows what it is made of. */
function axes(texts: readonly string[]): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    id: "test:axes",
    dimensions: texts.length,
    asked,
    embed: async (wanted) => {
      asked.push(...wanted);
      return wanted.map((text) => Float32Array.from(texts, (one) => (one === text ? 1 : 0)));
    },
  };
}

const document = { id: "d", text: "one two" };
const [chunk] = new RecursiveTextSplitter({ size: 100 }).split(document);

it("blends directions: the sum of both, of unit length", () => {
  const [x, y] = blend(Float32Array.of(1, 0), Float32Array.of(0, 1), 0.5);
  expect(y / x).toBeCloseTo(0.5);
  expect(Math.hypot(x, y)).toBeCloseTo(1);
  expect(blend(Float32Array.of(1, 0), Float32Array.of(-1, 0), 1)).toEqual(Float32Array.of(1, 0));
});

it("makes vectors of the parts that a trial names, and asks for each text once", async () => {
  const trial = new TrialIndex({
    share: 0.5,
    situate: (_document, chunks) =>
      chunks.map((one) => ({ chunk: one, vector: { text: one.text, around: "around" } })),
  });
  const model = axes(["one two", "around", "other"]);
  await trial.situated(document, [chunk, chunk]);
  const [own, again, unknown] = await trial
    .embedder(model)
    .embed(["one two", "one two", "other"], "document");
  expect(own[1] / own[0]).toBeCloseTo(0.5);
  expect(again).toEqual(own);
  expect(unknown).toEqual(Float32Array.of(0, 0, 1));
  expect(model.asked).toEqual(["one two", "around", "other"]);
  const [query] = await trial.embedder(model).embed(["one two"], "query");
  expect(query).toEqual(Float32Array.of(1, 0, 0));
});

it.each(["given", "own"] as const)("indexes %s chunks with what a trial writes to them", async (chunks) => {
  const set: MeasuringSet = {
    name: "tiny",
    documents: [{ id: "d", text: "plain words here", chunks: [{ start: 0, end: 16 }] }],
    queries: [{ id: "q", query: "lantern", relevant: [{ document: "d", start: 0, end: 16 }] }],
  };
  const lantern = { text: "about a lantern", by: "test", status: "ok" as const };
  const found = async (context: typeof lantern | undefined): Promise<number> => {
    const indexed = await IndexedSet.open(set, {
      chunks,
      embedder: "none",
      trial: {
        share: 0,
        situate: (_document, all) =>
          all.map((one) => ({
            chunk: context === undefined ? one : { ...one, context },
            vector: { text: one.text },
          })),
      },
    });
    try {
      const { hits } = await indexed.baseFor(set.queries[0]).search("lantern", { mode: "words" });
      return hits.length;
    } finally {
      await indexed.close();
    }
  };
  expect(await found(lantern)).toBe(1);
  expect(await found(undefined)).toBe(0);
});
