import { describe, expect, it } from "vitest";
import { ChunkDeduplicator } from "../../../src/conversation/deduplicate/chunk-deduplicator.ts";
import { trueAt, trueNow } from "../../../src/conversation/deduplicate/validity.ts";
import type { Embedder } from "../../../src/core/embedder.ts";
import { SherdError } from "../../../src/core/errors.ts";
import { chunkOf, chunksOf, memoryOf } from "./memories.ts";

const deduplicator = new ChunkDeduplicator();
const YEAR = 365 * 86_400_000;
const [Y2020, Y2021, Y2022, Y2023] = [50, 51, 52, 53].map((years) => years * YEAR);

function texts(memories: readonly { readonly text: string }[]): string[] {
  return memories.map(({ text }) => text).sort();
}

describe("merging", () => {
  it("keeps the most confident text, every chunk with its confidence, and all evidence in order", async () => {
    const early = memoryOf({ text: "Tom purchased a bike", confidence: 0.6, time: 1_000 });
    const late = memoryOf({ text: "Tom bought a bike", confidence: 0.9, time: 2_000 });
    const result = await deduplicator.deduplicateAcrossChunks([chunkOf(1, [early]), chunkOf(2, [late])]);
    expect(result.duplicatesFound).toBe(1);
    expect(result.uniqueMemories).toEqual([
      {
        ...late,
        evidence: [...early.evidence, ...late.evidence],
        source_chunks: ["chunk-1", "chunk-2"],
        chunk_confidence: [0.6, 0.9],
        merged_from: [late.id, early.id],
      },
    ]);
    expect(result.mergedMemories).toEqual([
      {
        finalMemory: result.uniqueMemories[0],
        sourceMemories: [late, early],
        sourceChunks: ["chunk-1", "chunk-2"],
      },
    ]);
    expect(result.decisions).toMatchObject([
      { outcome: "duplicate", memoryId: early.id, otherId: late.id },
      { outcome: "new", memoryId: late.id },
    ]);
  });

  it("makes one of a memory that the overlap of two chunks gave twice", async () => {
    const memory = memoryOf({ text: "Anna lives in Berlin", time: 5 });
    const result = await deduplicator.deduplicateAcrossChunks([chunkOf(1, [memory]), chunkOf(2, [memory])]);
    expect(result.uniqueMemories).toMatchObject([
      {
        id: memory.id,
        evidence: memory.evidence,
        merged_from: [memory.id],
        source_chunks: ["chunk-1", "chunk-2"],
      },
    ]);
  });

  it.each([
    ["Anna's blood type is O+", "Anna's blood type is O-"],
    ["Anna writes it in C", "Anna writes it in C++"],
    ["Anna writes it in C", "Anna writes it in C#"],
    ["Anna's grade is A", "Anna's grade is A-"],
    ["The team meets every Monday", "The team meets every other Monday"],
    ["The project uses Python 3.1", "The project uses Python 3.10"],
    ["The door's code is 0042", "The door's code is 42"],
  ])("keeps apart: %s, %s", async (a, b) => {
    const { uniqueMemories } = await deduplicator.deduplicateAcrossChunks(chunksOf({ text: a }, { text: b }));
    expect(uniqueMemories.length).toBe(2);
  });

  it("never merges across types", async () => {
    const result = await deduplicator.deduplicateAcrossChunks(
      chunksOf({ text: "Call the bank", type: "task" }, { text: "Call the bank", type: "event" }),
    );
    expect(result.duplicatesFound).toBe(0);
  });

  it("tells subjects apart that the texts do not name", async () => {
    const result = await deduplicator.deduplicateAcrossChunks(
      chunksOf(
        { text: "Likes green tea", subject: "Anna", message: "a" },
        { text: "Likes green tea", subject: "Tom", message: "b" },
      ),
    );
    expect(result.duplicatesFound).toBe(0);
  });

  it("tells tomorrow from tomorrow a day later", async () => {
    const said = (day: number) => ({ text: "The report is due tomorrow", time: day * 86_400_000 + 1 });
    const apart = await deduplicator.deduplicateAcrossChunks(chunksOf(said(100), said(101)));
    const same = await deduplicator.deduplicateAcrossChunks(
      chunksOf(said(100), { ...said(100), time: 100 * 86_400_000 + 2 }),
    );
    expect([apart.duplicatesFound, same.duplicatesFound]).toEqual([0, 1]);
  });

  it("asks for more likeness under a higher threshold, and refuses one that cannot work", async () => {
    const strict = new ChunkDeduplicator({ similarityThreshold: 1 });
    const chunks = chunksOf({ text: "Tom has a peanut allergy" }, { text: "Tom is allergic to peanuts" });
    expect((await strict.deduplicateAcrossChunks(chunks)).duplicatesFound).toBe(0);
    expect((await deduplicator.deduplicateAcrossChunks(chunks)).duplicatesFound).toBe(1);
    for (const similarityThreshold of [0, 1.1, Number.NaN])
      expect(() => new ChunkDeduplicator({ similarityThreshold })).toThrow(SherdError);
  });

  it("asks the given embedder, once a text", async () => {
    const asked: string[] = [];
    const embedder: Embedder = {
      id: "test",
      dimensions: 2,
      embed: async (batch) => {
        asked.push(...batch);
        return batch.map(() => Float32Array.of(1, 0));
      },
    };
    const chunks = chunksOf({ text: "Anna swims" }, { text: "Anna swims", time: 7 }, { text: "Tom sings" });
    await new ChunkDeduplicator({ embedder }).deduplicateAcrossChunks(chunks);
    expect(asked.sort()).toEqual(["Anna swims", "Tom sings"]);
  });

  it("stops when asked to", async () => {
    const call = { signal: AbortSignal.abort(new Error("enough")) };
    await expect(
      deduplicator.deduplicateAcrossChunks(chunksOf({ text: "Anna swims" }), call),
    ).rejects.toThrow("enough");
  });

  it("takes results as they come and starts anew after finish", async () => {
    const chunks = chunksOf(
      { text: "Tom bought a bike" },
      { text: "Tom purchased a bike" },
      { text: "Tom sings" },
    );
    const streaming = new ChunkDeduplicator();
    for (const chunk of chunks) streaming.add([chunk]);
    expect(await streaming.finish()).toEqual(await deduplicator.deduplicateAcrossChunks(chunks));
    expect((await streaming.finish()).uniqueMemories).toEqual([]);
  });
});

describe("what is not merged", () => {
  it("keeps an update and what it replaced, each with its time", async () => {
    const result = await deduplicator.deduplicateAcrossChunks(
      chunksOf({ text: "Anna lives in Munich", time: Y2022 }, { text: "Anna lives in Berlin", time: Y2020 }),
    );
    const [berlin, munich] = result.uniqueMemories;
    expect(berlin).toMatchObject({ text: "Anna lives in Berlin", validFrom: Y2020, validTo: Y2022 });
    expect(munich).toMatchObject({ text: "Anna lives in Munich", validFrom: Y2022 });
    expect(result.relationships).toEqual([
      { from: munich.id, to: berlin.id, type: "updates", confidence: 0.8 },
    ]);
    expect(texts(trueAt(result.uniqueMemories, Y2021))).toEqual(["Anna lives in Berlin"]);
    expect(texts(trueAt(result.uniqueMemories, Y2022))).toEqual(["Anna lives in Munich"]);
    expect(texts(trueNow(result.uniqueMemories, { now: () => Y2023 }))).toEqual(["Anna lives in Munich"]);
  });

  it("knows that who moves somewhere lives there from then on", async () => {
    const { relationships } = await deduplicator.deduplicateAcrossChunks(
      chunksOf({ text: "Anna lives in Berlin", time: Y2020 }, { text: "Anna moved to Munich", time: Y2021 }),
    );
    expect(relationships).toMatchObject([{ type: "updates" }]);
  });

  it("keeps apart two times at which the same was so", async () => {
    const { uniqueMemories } = await deduplicator.deduplicateAcrossChunks(
      chunksOf(
        { text: "Anna lives in Berlin", time: Y2020 },
        { text: "Anna lives in Munich", time: Y2021 },
        { text: "Anna lives in Berlin", time: Y2023 },
      ),
    );
    const at = (time: number) => texts(trueAt(uniqueMemories, time));
    expect([at(Y2020), at(Y2022), at(Y2023)]).toEqual([
      ["Anna lives in Berlin"],
      ["Anna lives in Munich"],
      ["Anna lives in Berlin"],
    ]);
  });

  it.each([
    [
      "update",
      { text: "The user works at Acme", time: Y2020 },
      { text: "The user no longer works at Acme", time: Y2021 },
    ],
    [
      "update",
      { text: "The meeting is on Monday", time: Y2020 },
      { text: "The meeting is on Tuesday", time: Y2020 + 60_000 },
    ],
    ["contradict", { text: "The budget is 500 euros" }, { text: "The budget is 700 euros" }],
    ["contradict", { text: "Anna eats meat", time: Y2020 }, { text: "Anna does not eat meat", time: Y2021 }],
    ["contradict", { text: "Logging is enabled" }, { text: "Logging is disabled" }],
    ["extend", { text: "Anna moved to Berlin" }, { text: "Anna moved to Berlin with Tom in 2020" }],
    ["new", { text: "Tom likes green tea", time: Y2020 }, { text: "Tom likes black coffee", time: Y2021 }],
    [
      "new",
      { text: "Tom visited Rome in 2019", time: Y2020 },
      { text: "Tom visited Rome in 2020", time: Y2021 },
    ],
  ] as const)("finds: %s (%o, %o)", async (outcome, first, second) => {
    const { decisions, duplicatesFound } = await deduplicator.deduplicateAcrossChunks(
      chunksOf(first, second),
    );
    expect(duplicatesFound).toBe(0);
    const found = decisions.map((decision) => decision.outcome).filter((each) => each !== "new");
    expect(found).toEqual(outcome === "new" ? [] : [outcome]);
  });

  it("says what keeps the nearest apart", async () => {
    const { decisions } = await deduplicator.deduplicateAcrossChunks(
      chunksOf({ text: "Anna takes 10 mg of it" }, { text: "Anna takes 10 g of it" }),
    );
    expect(decisions[0].differences).toEqual([expect.objectContaining({ guard: "unit" })]);
    expect(decisions[0].reason).toContain("unit (");
  });
});

describe("scale and hostile texts", () => {
  it("compares far fewer pairs than there are", async () => {
    const verbs = ["bought", "sold", "painted", "cleaned", "found", "lost", "built", "drew"];
    const things = ["lamp", "desk", "wheel", "drum", "tent", "scarf", "knife", "globe", "kite", "vase"];
    const said = Array.from({ length: 10_000 }, (_, i) => ({
      text: `Person${i % 997} ${verbs[i % 8]} a ${things[i % 10]} in the ${things[(i * 7 + 3) % 10]} shop of town ${i % 89}`,
      message: `m${i}`,
    }));
    const { counts, uniqueMemories } = await deduplicator.deduplicateAcrossChunks(chunksOf(...said));
    expect(counts.memories).toBe(10_000);
    expect(counts.pairsCompared).toBeLessThan(10_000 * 400);
    expect(uniqueMemories.length).toBe(new Set(said.map(({ text }) => text)).size);
  });

  it("stays linear when all say nearly the same", async () => {
    const said = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        text: `Anna takes ${i % 1_500} mg of it`,
        message: `m${i}`,
      }));
    const { counts, uniqueMemories } = await deduplicator.deduplicateAcrossChunks(chunksOf(...said(3_000)));
    expect(uniqueMemories.length).toBe(1_500);
    expect(counts.largeBlocks).toBeGreaterThan(0);
    expect(counts.pairsCompared).toBeLessThan(3_000 * 100);
  });

  it.each([
    ["empty", ""],
    ["signs", "!?…—()"],
    ["underscores", "_".repeat(1_900)],
    ["figures", "1,".repeat(900)],
    ["apostrophes", "a'".repeat(900)],
    ["a megabyte", "word ".repeat(200_000)],
    ["unspaced", "東京に住んでいます"],
    ["lone surrogates", "\ud800 \udfff"],
    ["names of objects' own", "constructor toString __proto__ hasOwnProperty"],
  ])("takes any text: %s", async (_, text) => {
    const { duplicatesFound } = await deduplicator.deduplicateAcrossChunks(
      chunksOf({ text, message: "a" }, { text, message: "b" }, { text: `${text} x`, message: "c" }),
    );
    expect(duplicatesFound).toBe(1);
  });
});
