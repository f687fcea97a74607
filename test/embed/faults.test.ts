import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cachedEmbedder, type Embedder, resolveEmbedder } from "../../src/embed/index.ts";
import { localServer, sendJson } from "./support/local-server.ts";
import { DIMENSIONS, FAULTS, faultyOpenAiServer, openAiReply } from "./support/openai-wire.ts";
import { scaledClock } from "./support/scaled-clock.ts";
import { unitVectorOf } from "./support/text-vectors.ts";

const SCALE = 20;
const BATCH = 50;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sherd-embed-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const unreachable = (id: string): Embedder => ({
  id,
  dimensions: DIMENSIONS,
  embed: () => Promise.reject(new Error("asked for a text that should be stored")),
});

async function embedThroughFaults(texts: readonly string[], seed: string, rate: number, path: string) {
  const clock = scaledClock(SCALE, seed);
  await using server = await faultyOpenAiServer(seed, rate, clock);
  const embedder = await resolveEmbedder("openai:fake", {
    apiKey: "sk-test-key-of-the-fault-server",
    baseURL: `${server.url}/v1`,
    dimensions: DIMENSIONS,
    maxBatchItems: BATCH,
    concurrency: 8,
    // Two real seconds for an answer, a minute for a batch: more than a busy machine needs.
    retry: { attemptTimeoutMs: 2_000 * SCALE, deadlineMs: 60_000 * SCALE },
    clock,
  });
  const cached = cachedEmbedder(embedder, { path });
  try {
    const vectors = await cached.embed(texts, "document");
    return { vectors, id: embedder.id, calls: server.requests.length, faults: server.faults };
  } finally {
    cached.close();
  }
}

describe("a provider that fails three times in ten, in every way", () => {
  const texts = Array.from({ length: 10_000 }, (_, i) => `Text ${i} of ten thousand.`);

  it("costs retries, but no text, no order and no wrong vector in the cache", async () => {
    const path = join(folder, "cache.db");
    const { vectors, id, calls, faults } = await embedThroughFaults(texts, "seed 1", 0.3, path);
    const failed = [...faults.values()].reduce((sum, times) => sum + times, 0);

    expect([...faults.keys()].sort()).toEqual(Object.keys(FAULTS).sort());
    expect(failed / calls).toBeGreaterThan(0.25);
    expect(calls).toBeLessThanOrEqual(1.6 * (texts.length / BATCH));

    expect(vectors).toHaveLength(texts.length);
    const wrong = texts.filter((text, i) => !sameVector(vectors[i], unitVectorOf(text, DIMENSIONS)));
    expect(wrong).toEqual([]);

    const again = cachedEmbedder(unreachable(id), { path });
    const stored = await again.embed(texts, "document");
    again.close();
    expect(again.counts).toEqual({ hits: texts.length, misses: 0 });
    expect(stored).toEqual(vectors);
    const database = new DatabaseSync(path, { readOnly: true });
    const { rows } = database.prepare("SELECT count(*) AS rows FROM vectors").get() as { rows: number };
    database.close();
    expect(rows).toBe(texts.length);
  });
});

describe.each(Object.keys(FAULTS))("a provider that answers once with: %s", (name) => {
  it("is asked again, or its answer put in order", async () => {
    const clock = scaledClock(200, name);
    const texts = ["one", "two", "three", "four"];
    await using server = await localServer(({ body }, response) => {
      if (server.requests.length === 1) FAULTS[name](body.input, response, clock);
      else sendJson(response, 200, openAiReply(body.input));
    });
    const embedder = await resolveEmbedder("openai:fake", {
      apiKey: "sk-test-key-of-the-fault-server",
      baseURL: `${server.url}/v1`,
      dimensions: DIMENSIONS,
      retry: { attemptTimeoutMs: 1_000 * 200, deadlineMs: 60_000 * 200 },
      clock,
    });
    const vectors = await embedder.embed(texts, "query");
    expect(vectors).toEqual(texts.map((text) => unitVectorOf(text, DIMENSIONS)));
    expect(server.requests).toHaveLength(name === "reordered" ? 1 : 2);
  });
});

/** Equal but for the rounding of a division. */
function sameVector(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((value, i) => Math.abs(value - b[i]) < 1e-6);
}

it("names a provider that never answers", async () => {
  const clock = scaledClock(200, "silence");
  await using server = await localServer(() => {});
  const embedder = await resolveEmbedder("openai:fake", {
    apiKey: "sk-test-key-of-the-fault-server",
    baseURL: `${server.url}/v1`,
    dimensions: DIMENSIONS,
    retry: { attemptTimeoutMs: 20_000, deadlineMs: 100_000 },
    clock,
  });
  await expect(embedder.embed(["one"], "document")).rejects.toMatchObject({
    name: "SherdError",
    code: "PROVIDER_FAILED",
    message: expect.stringContaining("no answer within 20000 ms"),
  });
});
