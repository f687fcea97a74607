import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bundledEmbedder } from "./bundled-embedder.ts";
import { readModel } from "./model-file.ts";
import { WordPieces } from "./word-pieces.ts";

const folder = new URL("../../../model/embedding/", import.meta.url);
const bytes = new Uint8Array(readFileSync(new URL("sherd-static-en.bin", folder)));
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

describe("the tokenizer", async () => {
  const model = await readModel(bytes);
  const texts = JSON.parse(readFileSync(new URL("tokenizer-texts.json", folder), "utf8")) as [
    string,
    number[],
  ][];

  it("agrees with the reference on 2,000 texts", () => {
    const pieces = new WordPieces(model.pieces);
    expect(texts.length).toBe(2_000);
    expect(texts.filter(([text, ids]) => String(pieces.encode(text)) !== String(ids))).toEqual([]);
  });
});

describe("the model's file", () => {
  it("is refused when truncated or altered anywhere", async () => {
    await expect(readModel(bytes.subarray(0, bytes.length - 1))).rejects.toThrow(/bytes; \d+ were expected/);
    await expect(readModel(bytes.subarray(0, 100))).rejects.toThrow(/damaged/);
    for (const at of [0, 9, 20, 70, 200, 300_000, bytes.length - 1]) {
      const altered = bytes.slice();
      altered[at] ^= 1;
      await expect(readModel(altered), `byte ${at}`).rejects.toThrow(/The bundled model's file is damaged/);
    }
  });
});

describe("vectors", async () => {
  const embedder = await bundledEmbedder();

  it("of a text without words have unit length too, and are like no other", async () => {
    const [vector, blank, dropped] = await embedder.embed(
      ["How do I fire a clay pot?", " ", "\u0007"],
      "query",
    );
    expect(cosine(blank, blank)).toBeCloseTo(1, 5);
    expect(dropped).toEqual(blank);
    expect(Math.abs(cosine(vector, blank))).toBeLessThan(0.3);
  });

  it("come in order, and an abort is heard, where a call is long", async () => {
    const long = Array.from({ length: 400 }, (_, i) => `text ${i} ${"of pots and kilns ".repeat(60)}`);
    const vectors = await embedder.embed(long, "document");
    expect(vectors).toHaveLength(long.length);
    expect(vectors[399]).toEqual((await embedder.embed([long[399]], "document"))[0]);
    const controller = new AbortController();
    const call = embedder.embed(long, "document", { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  });

  it("are nearer for texts that mean the same in other words", async () => {
    const [question, answer, other] = await embedder.embed(
      [
        "How can I remove a file?",
        "Delete documents from the disk with rm.",
        "The parliament voted on the budget.",
      ],
      "document",
    );
    expect(cosine(question, answer)).toBeGreaterThan(cosine(question, other) + 0.1);
  });

  it("can be cut to their first dimensions", async () => {
    const [long] = await embedder.embed(["a kiln"], "document");
    const [short] = await (await bundledEmbedder({ dimensions: 64 })).embed(["a kiln"], "document");
    const norm = Math.sqrt(long.subarray(0, 64).reduce((sum, x) => sum + x * x, 0));
    short.forEach((x, i) => {
      expect(x).toBeCloseTo(long[i] / norm, 5);
    });
    await expect(bundledEmbedder({ dimensions: 100 })).rejects.toThrow(
      /dimensions must be one of: 256, 128, 64/,
    );
  });
});

describe("threads", () => {
  // More than half a million characters, below which none is started.
  const texts = Array.from({ length: 1_500 }, (_, i) => `${i}: ${"a jar, é, 陶, let x = 1; ".repeat(20)}`);

  it("give the same vectors, in order", async () => {
    const alone = await (await bundledEmbedder({ dimensions: 64 })).embed(texts, "document");
    const threaded = await bundledEmbedder({ dimensions: 64, threads: 2 });
    expect(await threaded.embed(texts, "document")).toEqual(alone);
    expect(threaded.id).toBe((await bundledEmbedder({ dimensions: 64 })).id);
  });

  it("hear an abort", async () => {
    const controller = new AbortController();
    const embedder = await bundledEmbedder({ threads: 2 });
    const call = embedder.embed(texts, "document", { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  });

  it.each([0, 1.5, -1, 1_000, Number.NaN])("cannot be %d", async (threads) => {
    await expect(bundledEmbedder({ threads })).rejects.toThrow(
      /threads must be a whole number from 1 to 256/,
    );
  });
});
