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
    thresholdCuts(similarities, {
      threshold: 0.75,
      minSentences: 1,
      maxSentences: 50,
      walls: [],
      ...options,
    }).cuts.map(({ at }) => at);

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
  type Case = { vectors: readonly Float32Array[]; options: Parameters<typeof optimalCuts>[1] };

  /** What a cutting is worth, added up anew. */
  function worthOf(cuts: readonly number[], { vectors, options }: Case): number {
    const { sizes, seams, size, aim, lengthWeight } = options;
    const bounds = [0, ...cuts, vectors.length];
    let worth = 0;
    for (let part = 1; part < bounds.length; part++) {
      const [start, end] = [bounds[part - 1], bounds[part]];
      const total = sizes.slice(start, end).reduce((x, y) => x + y, 0);
      if (total > size && end - start > 1) return Number.NEGATIVE_INFINITY;
      let alike = 0;
      for (let a = start; a < end; a++)
        for (let b = a + 1; b < end; b++)
          alike += sizes[a] * sizes[b] * vectors[a].reduce((sum, x, i) => sum + x * vectors[b][i], 0);
      worth += alike / aim / total + seams[start] - lengthWeight * (total / aim - 1) ** 2;
    }
    return worth;
  }

  it("is as good as the best of all ways to cut", () => {
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state / 2 ** 32;
    };
    for (let round = 0; round < 200; round++) {
      const count = 2 + Math.floor(random() * 8);
      const every = <T>(make: () => T): T[] => Array.from({ length: count }, make);
      const one: Case = {
        vectors: every(() => {
          const [x, y] = [random(), random()];
          return Float32Array.of(x / Math.hypot(x, y), y / Math.hypot(x, y));
        }),
        options: {
          sizes: every(() => 1 + Math.floor(random() * 5)),
          walls: every(() => false),
          seams: every(() => 0.1 * random()),
          size: 10,
          aim: 8,
          lengthWeight: round % 2 === 0 ? 0 : 0.1,
        },
      };
      let best = Number.NEGATIVE_INFINITY;
      for (let mask = 0; mask < 1 << (count - 1); mask++) {
        const cuts = Array.from({ length: count - 1 }, (_, i) => i + 1).filter(
          (at) => (mask >> (at - 1)) & 1,
        );
        best = Math.max(best, worthOf(cuts, one));
      }
      expect(worthOf(optimalCuts(one.vectors, one.options), one)).toBeCloseTo(best, 5);
    }
  });

  it("looks at no more pairs than chunks could hold", () => {
    let reads = 0;
    const vector = new Proxy(Float32Array.of(1), {
      get: (target, key) => {
        if (key === "0") reads++;
        return Reflect.get(target, key, target);
      },
    });
    const count = 1_000;
    const every = <T>(value: T): T[] => new Array<T>(count).fill(value);
    optimalCuts(every(vector), {
      sizes: every(1),
      walls: every(false),
      seams: every(0),
      size: 20,
      aim: 16,
      lengthWeight: 0.1,
    });
    expect(reads).toBeLessThanOrEqual(2 * 20 * count);
  });
});

describe("units", () => {
  const units = async (text: string, size: number) =>
    (await new SemanticChunker({ embedder, size }).explain({ text })).units.map(({ start, end }) =>
      text.slice(start, end),
    );

  it("are no larger than half the maximum, and together the whole text", async () => {
    const text = `${"word and ".repeat(40)}end. Short one here. ${"more, ".repeat(50)}`;
    const found = await units(text, 100);
    expect(found.join("")).toBe(text);
    for (const unit of found) expect(unit.length).toBeLessThanOrEqual(50);
  });

  it("join a neighbour when they are tiny, but not across a heading", async () => {
    expect(await units("Ah. Oh. No. A sentence of more than twenty characters.", 1_000)).toEqual([
      "Ah. Oh. No. A sentence of more than twenty characters.",
    ]);
    const found = await units("# A\n\nB.\n\n# C\n\nD.\n", 1_000);
    expect(found).toEqual(["# A\n\nB.\n\n", "# C\n\nD.\n"]);
  });
});

it("says which seam a chunk ends at and which headings it stands under", async () => {
  const text = `# Kilns\n\n${pots} ${tax}\n\n## Clay\n\nClay is a pot. Clay is good.\n`;
  const chunks = await new SemanticChunker({ embedder, size: 120 }).split({ id: "a.md", text });
  expect(chunks.map(({ boundary }) => boundary)).toEqual(["sentence", "section", "end"]);
  expect(chunks.map(({ path }) => path)).toEqual([["Kilns"], ["Kilns"], ["Kilns", "Clay"]]);
});

it("tells a cut that the maximum forced from one that the meaning asked for", async () => {
  const text = Array.from({ length: 12 }, () => "The kiln was hot and the clay dried.").join(" ");
  const { cuts } = await new SemanticChunker({ embedder, size: 80 }).explain({ text });
  expect(cuts.length).toBeGreaterThan(3);
  expect(new Set(cuts.map(({ reason }) => reason))).toEqual(new Set(["maximum"]));
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
