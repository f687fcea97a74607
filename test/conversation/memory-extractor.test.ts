import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isEvidenceOf } from "../../src/conversation/extract/evidence.ts";
import { MemoryExtractor, normalizeConversation, trueAt, trueNow } from "../../src/conversation/index.ts";
import type { NormalizedMessage } from "../../src/core/conversation.ts";
import type { ChunkExtraction, ExtractedMemory } from "../../src/core/extraction.ts";
import { renderRecalled } from "../../src/memory/render-recalled.ts";
import { temporaryFolder } from "../knowledge-base/support.ts";
import { honestModel } from "./support/model.ts";
import { everyMessage, scripted, talk, talkMessage } from "./support/talk.ts";

const SMALL = { maxTokensPerChunk: 400, overlapTokens: 0 } as const;
const PRICES = { "test:honest": { input: 1, output: 10 } };

function quotedMessages(memories: readonly ExtractedMemory[]): Set<string> {
  return new Set(memories.flatMap(({ evidence }) => evidence.map(({ messageId }) => messageId)));
}

describe("extract", () => {
  it("finds memories without a model, in one piece where the conversation is small", async () => {
    const conversation = talk(100);
    const { ok, value } = await new MemoryExtractor().extract(conversation, "w");
    expect(ok).toBe(true);
    expect(value?.workspaceId).toBe("w");
    expect(value?.chunking).toMatchObject({ enabled: false, totalChunks: 1, overlapTokens: 0 });
    expect(quotedMessages(value?.memories ?? []).size).toBeGreaterThan(50);
    const byId = new Map(conversation.messages.map((message) => [message.id, message]));
    for (const { evidence, by } of value?.memories ?? []) {
      expect(by).toMatch(/^rules@/);
      for (const one of evidence)
        expect(isEvidenceOf(one, byId.get(one.messageId) as NormalizedMessage)).toBe(true);
    }
  });

  it("names the message that is not normalised, in a list and in a stream", async () => {
    const raw = { role: "user", content: "I live in Oslo." } as NormalizedMessage;
    async function* later() {
      yield talkMessage(0);
      yield raw;
    }
    for (const messages of [[talkMessage(0), raw], later()]) {
      const { ok, error } = await new MemoryExtractor().extract({ id: "raw", messages }, "w");
      expect(ok).toBe(false);
      expect(error).toMatchObject({ code: "INVALID_OPTION" });
      expect(error?.message).toMatch(/^messages\[1\] must be .* normalizeConversation/);
    }
  });

  it("says what is wrong with what an extractor of one's own gives", async () => {
    for (const [given, wrong] of [
      [null, /no list of memories/],
      [{ memories: [] }, /no list of relationships/],
      [{ memories: [{ type: "idea" }], relationships: [], rejected: [] }, /type is none of: fact/],
    ] as const) {
      const extractor = { id: "own", extract: async () => given as unknown as ChunkExtraction };
      const { error } = await new MemoryExtractor({ extractor }).extract(talk(2), "w");
      expect(error?.message).toMatch(wrong);
    }
  });

  it("answers what is true now and what was true then", async () => {
    const day = (number: number) => Date.UTC(2026, 0, number);
    const conversation = normalizeConversation([
      { role: "user", content: "My rent is 1,200 euros.", timestamp: new Date(day(1)).toISOString() },
      { role: "user", content: "My rent is 1,300 euros.", timestamp: new Date(day(20)).toISOString() },
    ]);
    const { value } = await new MemoryExtractor().extract(conversation, "w");
    const texts = (memories: readonly ExtractedMemory[]) => memories.map(({ text }) => text);
    const all = value?.memories ?? [];
    expect(all.length).toBe(2);
    expect(texts(trueAt(all, day(10)))).toEqual(["The user's rent is 1,200 euros."]);
    expect(texts(trueNow(all, { now: () => day(30) }))).toEqual(["The user's rent is 1,300 euros."]);
  });

  it.each(["I no longer live in Oslo.", "I don't live in Oslo anymore."])(
    "takes back: %s",
    async (denial) => {
      const { value } = await new MemoryExtractor().extract(
        normalizeConversation([
          { role: "user", content: "I live in Oslo.", timestamp: "2026-01-01T00:00:00Z" },
          { role: "user", content: denial, timestamp: "2026-01-20T00:00:00Z" },
        ]),
        "w",
      );
      const now = trueNow(value?.memories ?? [], { now: () => Date.UTC(2026, 0, 30) });
      expect(now.flatMap(({ evidence }) => evidence.map(({ quote }) => quote))).toEqual([denial]);
    },
  );

  it("cuts what is larger than asked, and says how", async () => {
    const { value } = await new MemoryExtractor({ chunking: SMALL }).extract(talk(100), "w");
    const { chunking, chunks = [], totalTokens = 0 } = value ?? {};
    expect(chunking).toMatchObject({
      enabled: true,
      strategy: "sliding-window",
      totalChunks: chunks.length,
      totalTokens,
    });
    expect(chunks.length).toBeGreaterThan(3);
    const times = chunking?.processingTime;
    expect(times?.total).toBeGreaterThanOrEqual((times?.extraction ?? 0) + (times?.deduplication ?? 0));
  });

  it("asks a model through windows, and each memory is proven", async () => {
    const model = honestModel();
    const conversation = talk(100);
    const { value } = await new MemoryExtractor({ model }).extract(conversation, "w", SMALL);
    expect(model.requests.length).toBe(value?.chunks.length);
    expect(value?.spending.calls).toBe(model.requests.length);
    expect(quotedMessages(value?.memories ?? []).size).toBe(100);
  });

  it("assumes a window for models that name none, and cuts for it", async () => {
    const long = {
      id: "long",
      messages: Array.from({ length: 60 }, (_, i) => talkMessage(i, "many words ".repeat(1_000))),
    };
    const model = honestModel();
    const { value } = await new MemoryExtractor({ model }).extract(long, "w");
    expect(value?.chunking.enabled).toBe(true);
    expect(Math.max(...(value?.chunks ?? []).map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(
      100_000,
    );
    const wide = { ...honestModel(), contextTokens: 1_000_000 };
    const whole = await new MemoryExtractor({ model: wide }).extract(long, "w");
    expect(whole.value?.chunking.enabled).toBe(false);
  });

  it("takes messages as they come", async () => {
    async function* messages() {
      yield* talk(100).messages;
    }
    const { value } = await new MemoryExtractor({ chunking: SMALL }).extract(
      { id: "talk", messages: messages() },
      "w",
    );
    const whole = await new MemoryExtractor({ chunking: SMALL }).extract(talk(100), "w");
    expect(value?.memories).toEqual(whole.value?.memories);
  });

  it("does not extract again what a program recalled, also when it is split over chunks", async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `I live at number ${i} of the old road.`).join("\n");
    const content = `${renderRecalled([{ id: "t1", text: lines, at: 0, origin: "session a" }])}\nI live in Bergen with Ada.`;
    const extractor = scripted(everyMessage);
    const { value } = await new MemoryExtractor({ chunking: { ...SMALL, maxTokensPerChunk: 200 } }).extract(
      { id: "c", messages: [talkMessage(0, content)] },
      "w",
    );
    await new MemoryExtractor({ extractor }).extract({ id: "c", messages: [talkMessage(0, content)] }, "w");
    expect(value?.chunks.length).toBeGreaterThan(2);
    expect(value?.memories.map(({ text }) => text)).toEqual(["The user lives in Bergen with Ada."]);
  });
});

describe("never throws", () => {
  const failing = scripted(() => {
    throw new Error("no line");
  });

  it.each([
    ["no conversation", undefined, {}],
    ["no messages", { id: "c" }, {}],
    ["a bad option", talk(2), { parallelChunks: -1 }],
    ["an unknown option", talk(2), { nonsense: 1 }],
  ])("%s", async (_name, conversation, options) => {
    const result = await new MemoryExtractor().extract(conversation as never, "w", options as never);
    expect(result).toMatchObject({ ok: false, error: { code: "INVALID_OPTION" } });
  });

  it("a model that is not there, a workspace without a name, a journal that cannot be", async () => {
    const unknown = await new MemoryExtractor({ model: "nobody:knows" }).extract(talk(2), "w");
    expect(unknown.error?.code).toBe("INVALID_OPTION");
    const keyless = new MemoryExtractor({ model: "openai:gpt-5-mini", modelOptions: { env: {} } });
    expect((await keyless.extract(talk(2), "w")).error?.code).toBe("KEY_MISSING");
    expect((await new MemoryExtractor().extract(talk(2), "")).error?.code).toBe("INVALID_OPTION");
    const folder = temporaryFolder();
    expect((await new MemoryExtractor().extract(talk(2), "w", { journal: folder })).error?.code).toMatch(
      /^STORE_/,
    );
  });

  it("is an error only where nothing was extracted", async () => {
    const all = await new MemoryExtractor({ extractor: failing }).extract(talk(100), "w", SMALL);
    expect(all).toMatchObject({ ok: false, error: { code: "EXTRACTION_FAILED" } });
    expect(all.error?.details.errors).toHaveLength(4);
    const some = scripted((chunk) => {
      if (chunk.sequence === 1) throw new Error("no line");
      return everyMessage(chunk);
    });
    const part = await new MemoryExtractor({ extractor: some }).extract(talk(100), "w", SMALL);
    expect(part.ok).toBe(true);
    expect(part.value?.errors.map(({ sequence }) => sequence)).toEqual([1]);
  });

  it("an abort ends it, and is told as one", async () => {
    const stop = new AbortController();
    const extractor = scripted(async (chunk, _digest, signal) => {
      if (chunk.sequence === 2) stop.abort();
      signal?.throwIfAborted();
      return everyMessage(chunk);
    });
    const result = await new MemoryExtractor({ extractor }).extract(talk(100), "w", {
      ...SMALL,
      signal: stop.signal,
    });
    expect(result).toMatchObject({
      ok: false,
      error: { code: "EXTRACTION_FAILED", details: { isAborted: true } },
    });
    expect(extractor.seen.length).toBe(2);
  });
});

describe("cost", () => {
  it("a dry run counts what will be sent and sends nothing", async () => {
    const model = honestModel();
    const extractor = new MemoryExtractor({ model });
    const folder = temporaryFolder();
    const options = { ...SMALL, prices: PRICES, journal: join(folder, "journal.db") };
    const { value: before } = await extractor.estimate(talk(100), options);
    expect(model.requests.length).toBe(0);
    expect(existsSync(options.journal)).toBe(false);
    const { value } = await extractor.extract(talk(100), "w", options);
    expect(before).toMatchObject({ chunks: value?.chunks.length, calls: model.requests.length, stored: 0 });
    const seen = value?.spending.usage.input ?? 0;
    expect(before?.usage.input).toBeGreaterThan(seen * 0.9);
    // The estimate counts the system prompt and the schema too, which this model does not.
    expect(before?.usage.input).toBeLessThan(seen * 2);
    expect(before?.mostCost).toBeGreaterThan(value?.spending.cost ?? Number.NaN);
    const { value: after } = await extractor.estimate(talk(100), options);
    expect(after).toMatchObject({ calls: 0, stored: value?.chunks.length, cost: 0 });
  });

  it("no model, no cost; no price, none named", async () => {
    expect((await new MemoryExtractor().estimate(talk(100), SMALL)).value).toMatchObject({
      calls: 0,
      cost: 0,
    });
    const keyless = new MemoryExtractor({ model: "openai:gpt-5-mini", modelOptions: { env: {} } });
    expect((await keyless.estimate(talk(100), SMALL)).value?.cost).toBeGreaterThan(0);
    const unpriced = await new MemoryExtractor({ model: honestModel() }).estimate(talk(100), SMALL);
    expect(unpriced.value).not.toHaveProperty("cost");
    const capped = await new MemoryExtractor({ model: honestModel() }).extract(talk(9), "w", { maxCost: 1 });
    expect(capped.error).toMatchObject({ code: "INVALID_OPTION", details: { option: "maxCost" } });
  });

  it("a budget is never passed; what was done stays and the rest is done later", async () => {
    const model = honestModel();
    const extractor = new MemoryExtractor({ model, maxOutputTokens: 2_000 });
    const options = { ...SMALL, prices: PRICES, journal: join(temporaryFolder(), "journal.db") };
    const maxCost = 0.06;
    const { value: part } = await extractor.extract(talk(200), "w", {
      ...options,
      maxCost,
      parallelChunks: 3,
    });
    expect(part?.isBudgetSpent).toBe(true);
    expect(part?.spending.cost).toBeLessThanOrEqual(maxCost);
    expect(part?.memories.length).toBeGreaterThan(0);
    expect(part?.errors.length).toBeGreaterThan(0);
    expect(part?.errors.every(({ error }) => (error as { code?: string }).code === "BUDGET_SPENT")).toBe(
      true,
    );
    const asked = model.requests.length;
    expect(asked + (part?.errors.length ?? 0)).toBe(part?.chunks.length);

    const { value: whole } = await extractor.extract(talk(200), "w", options);
    expect(whole?.errors).toEqual([]);
    expect(whole?.spending.reused).toBe(asked);
    expect(model.requests.length).toBe(whole?.chunks.length);
    expect(quotedMessages(whole?.memories ?? []).size).toBe(200);
  });
});

describe("journal", () => {
  it("asks nothing again, and gives the same", async () => {
    const model = honestModel();
    const journal = join(temporaryFolder(), "journal.db");
    const extractor = new MemoryExtractor({ model });
    const first = await extractor.extract(talk(100), "w", { ...SMALL, journal });
    const asked = model.requests.length;
    const second = await extractor.extract(talk(100), "w", { ...SMALL, journal });
    expect(model.requests.length).toBe(asked);
    expect(second.value?.memories).toEqual(first.value?.memories);
    expect(second.value?.spending).toMatchObject({ calls: 0, reused: asked, usage: { input: 0 } });
  });

  it("asks nothing again with digests either: the same replies give the same digests", async () => {
    const model = honestModel();
    const options = { ...SMALL, digest: true, journal: join(temporaryFolder(), "journal.db") };
    const extractor = new MemoryExtractor({ model });
    await extractor.extract(talk(100), "w", options);
    const asked = model.requests.length;
    await extractor.extract(talk(100), "w", options);
    expect(model.requests.length).toBe(asked);
  });

  it("counts calls that a stopped run had begun", async () => {
    const journal = join(temporaryFolder(), "journal.db");
    const stop = new AbortController();
    const extractor = scripted(async (chunk, _digest, signal) => {
      if (chunk.sequence === 2) stop.abort();
      signal?.throwIfAborted();
      return everyMessage(chunk);
    });
    const memory = new MemoryExtractor({ extractor });
    await memory.extract(talk(100), "w", { ...SMALL, journal, signal: stop.signal });
    const { value } = await memory.extract(talk(100), "w", { ...SMALL, journal });
    expect(value?.spending).toMatchObject({ reused: 1, repeated: 1 });
  });

  it("remembers replies that were cut off, so that halves are not found out again", async () => {
    const model = honestModel();
    const journal = join(temporaryFolder(), "journal.db");
    const extractor = new MemoryExtractor({ model, maxOutputTokens: 150 });
    const first = await extractor.extract(talk(100), "w", { ...SMALL, journal });
    expect(first.value?.spending.splits).toBeGreaterThan(2);
    expect(first.value?.errors).toEqual([]);
    const asked = model.requests.length;
    await extractor.extract(talk(100), "w", { ...SMALL, journal });
    expect(model.requests.length).toBe(asked);
  });

  it("asks again about a message that changed, and about what failed", async () => {
    const journal = join(temporaryFolder(), "journal.db");
    let isDown = true;
    const extractor = scripted((chunk) => {
      if (isDown && chunk.sequence === 3) throw new Error("no line");
      return everyMessage(chunk);
    });
    const memory = new MemoryExtractor({ extractor });
    const { value } = await memory.extract(talk(100), "w", { ...SMALL, journal });
    expect(value?.errors.length).toBe(1);
    isDown = false;
    extractor.seen.length = 0;
    await memory.extract(talk(100), "w", { ...SMALL, journal });
    expect(extractor.seen).toEqual([value?.chunks[2].chunkId]);
    extractor.seen.length = 0;
    const changed = talk(100).messages.with(
      0,
      talkMessage(0, "I live at number 9 of the harbour road with Ada."),
    );
    await memory.extract({ id: "talk", messages: changed }, "w", { ...SMALL, journal });
    expect(extractor.seen.length).toBe(1);
  });
});
