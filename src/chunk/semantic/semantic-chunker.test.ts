import { describe, expect, it } from "vitest";
import type { Embedder } from "../../core/embedder.ts";
import { optimalCuts } from "./optimal-cuts.ts";
import { SemanticChunker } from "./semantic-chunker.ts";
import { thresholdCuts } from "./threshold-cuts.ts";

/** Texts about pots point one way, texts about tax another. */
const SUBJECTS = [/kiln|clay|pot|glaze/i, /tax|revenue|office/i];
const calls: number[] = [];
const embedder: Embedder = {
  id: "toy",
  dimensions: 3,
  embed: async (texts) => {
    calls.push(texts.length);
    return texts.map((text) => {
      const [pots, tax] = SUBJECTS.map((subject) => (subject.test(text) ? 1 : 0.05));
      const norm = Math.hypot(pots, tax, 0.3);
      return Float32Array.of(pots / norm, tax / norm, 0.3 / norm);
    });
  },
};

const pots = "The kiln was hot. The clay had dried. A pot broke in it. The glaze ran down.";
const tax = "The tax was high. Revenue fell again. The office closed early. Nobody paid the tax.";

describe.each(["optimal", "threshold"] as const)("%s", (method) => {
  it("cuts where the subject changes", async () => {
    const chunker = new SemanticChunker({ embedder, method, size: 200 });
    expect(await chunker.splitText(`${pots} ${tax}`)).toEqual([pots, tax]);
  });

  it("embeds a document in one batch and keeps the maximum hard", async () => {
    calls.length = 0;
    const chunks = await new SemanticChunker({ embedder, method, size: 50 }).split({
      text: `${pots} ${tax}`,
    });
    expect(calls).toEqual([8]);
    for (const chunk of chunks) expect(chunk.text.length).toBeLessThanOrEqual(50);
    expect(chunks.map((chunk) => chunk.text).join(" ")).toBe(`${pots} ${tax}`);
  });

  it("never joins across a heading nor cuts a fence", async () => {
    const text = `# Kilns\n\n${pots}\n\n## Clay\n\nClay is a pot. Clay is good.\n\n\`\`\`js\nclay();\n\ntax();\n\`\`\`\n`;
    const chunks = await new SemanticChunker({ embedder, method, size: 400 }).splitText(text);
    expect(chunks.filter((chunk) => chunk.includes("# Kilns") && chunk.includes("## Clay"))).toEqual([]);
    expect(chunks.some((chunk) => chunk.includes("clay();\n\ntax();\n```"))).toBe(true);
  });

  it("explains the curve and each cut", async () => {
    const { units, similarities, cuts } = await new SemanticChunker({ embedder, method, size: 200 }).explain({
      text: `${pots} ${tax}`,
    });
    expect(units.length).toBe(8);
    expect(similarities.length).toBe(7);
    expect(similarities.indexOf(Math.min(...similarities))).toBe(3);
    expect(cuts).toEqual([{ position: pots.length + 1, similarity: similarities[3], reason: "topic" }]);
  });

  it.each(["", " ", "One sentence.", "x".repeat(500)])("survives %j", async (text) => {
    const chunks = await new SemanticChunker({ embedder, method, size: 60 }).splitText(text);
    expect(chunks.join("")).toBe(text.trim());
  });
});

describe("thresholds", () => {
  const similarities = [0.9, 0.2, 0.8, 0.7, 0.1, 0.95];
  const cuts = (options: Partial<Parameters<typeof thresholdCuts>[1]>) =>
    thresholdCuts(similarities, { threshold: 0.75, minSentences: 1, maxSentences: 50, walls: [], ...options })
      .cuts;

  it("a higher one gives more, smaller chunks", () => {
    expect(cuts({ threshold: 0.15 })).toEqual([5]);
    expect(cuts({ threshold: 0.75 })).toEqual([2, 4, 5]);
    expect(cuts({ threshold: 1 })).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("by percentile and by deviations", () => {
    expect(cuts({ threshold: { percentile: 34 } })).toEqual([2, 5]);
    expect(cuts({ threshold: { deviations: 1 } })).toEqual([2, 5]);
  });

  it("within the least and the most sentences, and at every wall", () => {
    expect(cuts({ minSentences: 3 })).toEqual([4]);
    expect(cuts({ threshold: 0, maxSentences: 2 })).toEqual([2, 4, 6]);
    expect(cuts({ threshold: 0, walls: [false, false, false, true] })).toEqual([3]);
  });
});

describe("the optimal cutting", () => {
  /** Every way to cut, for few units. */
  function brute(vectors: readonly Float32Array[], sizes: readonly number[], size: number): number {
    const dot = (a: number, b: number) => vectors[a].reduce((sum, x, i) => sum + x * vectors[b][i], 0);
    const pairs: number[] = [];
    for (let a = 0; a < vectors.length; a++) {
      for (let b = a + 1; b < vectors.length; b++) {
        if (sizes.slice(a, b + 1).reduce((x, y) => x + y) <= size) pairs.push(dot(a, b));
      }
    }
    const ordinary = pairs.length === 0 ? 0 : pairs.reduce((x, y) => x + y) / pairs.length;
    let best = Number.NEGATIVE_INFINITY;
    for (let mask = 0; mask < 1 << (vectors.length - 1); mask++) {
      let worth = 0;
      let start = 0;
      for (let end = 1; end <= vectors.length; end++) {
        if (end < vectors.length && !((mask >> (end - 1)) & 1)) continue;
        const total = sizes.slice(start, end).reduce((x, y) => x + y);
        if (total > size && end - start > 1) worth = Number.NEGATIVE_INFINITY;
        for (let a = start; a < end; a++) for (let b = a + 1; b < end; b++) worth += dot(a, b) - ordinary;
        start = end;
      }
      best = Math.max(best, worth);
    }
    return best;
  }

  it("is as good as the best of all ways to cut", () => {
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state / 2 ** 32;
    };
    for (let round = 0; round < 200; round++) {
      const count = 2 + Math.floor(random() * 8);
      const sizes = Array.from({ length: count }, () => 1 + Math.floor(random() * 5));
      const vectors = Array.from({ length: count }, () => {
        const [x, y] = [random(), random()];
        return Float32Array.of(x / Math.hypot(x, y), y / Math.hypot(x, y));
      });
      const cuts = optimalCuts(vectors, {
        sizes,
        walls: sizes.map(() => false),
        size: 10,
        aim: 5,
        lengthWeight: 0,
      });
      const groups = [0, ...cuts].map((start, i) => [start, cuts[i] ?? count] as const);
      const worthOf = (limit: number) => brute(vectors, sizes, limit);
      let worth = 0;
      const dot = (a: number, b: number) => vectors[a].reduce((sum, x, i) => sum + x * vectors[b][i], 0);
      let pairs = 0;
      let sum = 0;
      for (let a = 0; a < count; a++) {
        let total = sizes[a];
        for (let b = a + 1; b < count; b++) {
          total += sizes[b];
          if (total > 10) break;
          sum += dot(a, b);
          pairs++;
        }
      }
      const ordinary = pairs === 0 ? 0 : sum / pairs;
      for (const [start, end] of groups)
        for (let a = start; a < end; a++) for (let b = a + 1; b < end; b++) worth += dot(a, b) - ordinary;
      expect(worth).toBeCloseTo(worthOf(10), 5);
    }
  });
});

it("refuses options that cannot work", () => {
  expect(() => new SemanticChunker({} as never)).toThrow(/embedder must be an embedder/);
  expect(() => new SemanticChunker({ embedder, threshold: 3 })).toThrow(/threshold must be/);
  expect(() => new SemanticChunker({ embedder, minSentences: 0 })).toThrow(/minSentences must be/);
  expect(() => new SemanticChunker({ embedder, minSentences: 5, maxSentences: 2 })).toThrow(
    /maxSentences must be/,
  );
  expect(() => new SemanticChunker({ embedder, method: "magic" as never })).toThrow(/method must be/);
});
