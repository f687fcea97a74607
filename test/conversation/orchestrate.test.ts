import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import {
  type ChunkedExtractionResult,
  ChunkingOrchestrator,
  chunkingStrategies,
  isEvidenceOf,
  type NormalizedMessage,
  RuleExtractor,
} from "../../src/conversation/index.ts";
import { SherdError } from "../../src/core/errors.ts";
import type { ConversationExtractor } from "../../src/core/extraction.ts";
import { thrown } from "../embed/support/thrown.ts";
import { everyMessage, sayingOf, scripted, talk, talkMessage, truncated } from "./support/talk.ts";

const orchestrator = new ChunkingOrchestrator();
const SMALL = { maxTokensPerChunk: 400, overlapTokens: 60 } as const;

/** What a result says, without how long it took. */
function said({ processingTime: _time, chunking, chunks, ...rest }: ChunkedExtractionResult): unknown {
  const { processingTime: _times, ...metadata } = chunking;
  return { ...rest, metadata, chunks: chunks.map(({ processingTime: _taken, ...chunk }) => chunk) };
}

function expectProven(
  { memories }: Pick<ChunkedExtractionResult, "memories">,
  messages: readonly NormalizedMessage[],
): void {
  const byId = new Map(messages.map((message) => [message.id, message]));
  expect(memories.length).toBeGreaterThan(0);
  for (const { evidence, text } of memories) {
    expect(evidence.length, text).toBeGreaterThan(0);
    for (const one of evidence)
      expect(isEvidenceOf(one, byId.get(one.messageId) as NormalizedMessage), text).toBe(true);
  }
}

describe("order", () => {
  it.each(["sliding-window", "conversation-boundary", "semantic"] as const)(
    "parallel chunks give what sequential ones do: %s",
    async (strategy) => {
      const conversation = talk(200);
      const rules = new RuleExtractor();
      // Later chunks overtake earlier ones.
      const uneven: ConversationExtractor = {
        id: rules.id,
        async extract(chunk, call) {
          await delay((chunk.sequence * 7) % 11);
          return rules.extract(chunk, call);
        },
      };
      const run = (parallelChunks: number) =>
        orchestrator.extractWithChunking(conversation, "w", uneven, { ...SMALL, strategy, parallelChunks });
      const [one, four] = [await run(1), await run(4)];
      expect(one.chunks.length).toBeGreaterThan(5);
      expect(said(four)).toEqual({ ...(said(one) as object) });
      expect(one.chunks.map(({ sequence }) => sequence)).toEqual(one.chunks.map((_, i) => i + 1));
      expectProven(one, conversation.messages);
    },
  );

  it("streams each result when it is done, before later chunks are", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const extractor = scripted(async (chunk) => {
      if (chunk.sequence === 1) await held;
      return everyMessage(chunk);
    });
    const results = orchestrator.extractChunks(talk(60), extractor, { ...SMALL, parallelChunks: 2 });
    const first = await results.next();
    expect(first.value?.sequence).toBe(2);
    release();
    const rest = await Array.fromAsync(results, ({ sequence }) => sequence);
    expect([2, ...rest].sort((a, b) => a - b)).toEqual(
      Array.from({ length: rest.length + 1 }, (_, i) => i + 1),
    );
  });

  it("stops work under way when nobody reads on", async () => {
    const signals: AbortSignal[] = [];
    const extractor = scripted(async (chunk, _digest, signal) => {
      if (signal !== undefined) signals.push(signal);
      if (chunk.sequence > 1) await delay(60_000, undefined, { signal });
      return everyMessage(chunk);
    });
    for await (const _first of orchestrator.extractChunks(talk(60), extractor, {
      ...SMALL,
      parallelChunks: 3,
    }))
      break;
    expect(signals.length).toBeGreaterThan(1);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });
});

describe("memory", () => {
  it("a stream of 10 million tokens never holds more than a few chunks", async () => {
    const sentence = "The weather turned while the others talked about the harbour and the price of fish. ";
    const content = sentence.repeat(24);
    async function* messages() {
      for (let i = 0; i < 20_000; i++) yield talkMessage(i, content);
    }
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const chunks: WeakRef<object>[] = [];
    let [made, done, most, mostAlive] = [0, 0, 0, 0];
    const sliding = chunkingStrategies().get("sliding-window");
    if (sliding === undefined) throw new Error("no sliding window");
    const counting = {
      name: "sliding-window",
      chunk: sliding.chunk.bind(sliding),
      canHandle: sliding.canHandle.bind(sliding),
      async *stream(...args: Parameters<typeof sliding.stream>) {
        for await (const chunk of sliding.stream(...args)) {
          made++;
          chunks.push(new WeakRef(chunk));
          most = Math.max(most, made - done);
          yield chunk;
        }
      },
    };
    const streaming = new ChunkingOrchestrator({ strategies: new Map([[counting.name, counting]]) });
    const extractor = scripted(() => ({ memories: [], relationships: [], rejected: [] }));
    let tokens = 0;
    for await (const { tokenCount } of streaming.extractChunks(
      { id: "big", messages: messages() },
      extractor,
      {
        parallelChunks: 2,
      },
    )) {
      tokens += tokenCount;
      done++;
      if (done % 25 > 0) continue;
      await setImmediate();
      collectGarbage();
      mostAlive = Math.max(mostAlive, chunks.filter((chunk) => chunk.deref() !== undefined).length);
    }
    expect(tokens).toBeGreaterThan(10_000_000);
    expect(made).toBe(done);
    expect(made).toBeGreaterThan(90);
    expect(most).toBeLessThanOrEqual(3);
    // Those under way, one that was just given, and one that V8 may still have on its stack.
    expect(mostAlive).toBeLessThanOrEqual(5);
  });
});

describe("a reply that does not fit", () => {
  it("cuts the chunk in two until it does, and loses nothing", async () => {
    const conversation = talk(100);
    const extractor = scripted((chunk) => {
      if (chunk.messages.length > 3) throw truncated();
      return everyMessage(chunk);
    });
    const result = await orchestrator.extractWithChunking(conversation, "w", extractor, {
      maxTokensPerChunk: 600,
      overlapTokens: 0,
    });
    expect(result.errors).toEqual([]);
    expect(result.spending.splits).toBeGreaterThan(10);
    // What replies that were cut off cost is counted.
    expect(result.spending.usage.output).toBe(5 * result.spending.splits);
    const quoted = new Set(
      result.memories.flatMap(({ evidence }) => evidence.map(({ messageId }) => messageId)),
    );
    expect(quoted.size).toBe(100);
    expectProven(result, conversation.messages);
  });

  it("cuts a single message into parts whose evidence stands in the whole message", async () => {
    const content = Array.from({ length: 120 }, (_, i) => sayingOf(i)).join("\n\n");
    const message = talkMessage(0, content);
    const extractor = scripted((chunk) => {
      if (chunk.tokenCount > 300) throw truncated();
      return everyMessage(chunk);
    });
    const result = await orchestrator.extractWithChunking({ id: "c", messages: [message] }, "w", extractor, {
      // The message is split by the strategy first, and its parts again after it.
      maxTokensPerChunk: 1_000,
      overlapTokens: 0,
    });
    expect(result.errors).toEqual([]);
    expect(result.chunks.length).toBeGreaterThan(1);
    expectProven(result, [message]);
    const spans = result.memories.flatMap(({ evidence }) => evidence.map(({ span }) => span));
    spans.sort((a, b) => a.start - b.start);
    expect(spans[0].start).toBe(0);
    expect(spans.at(-1)?.end).toBe(content.length);
    for (const [i, span] of spans.slice(1).entries()) expect(span.start).toBe(spans[i].end);
  });

  it("gives up soon on a model that never answers in full", async () => {
    const extractor = scripted(() => {
      throw truncated();
    });
    const result = await orchestrator.extractWithChunking(talk(500), "w", extractor, {
      maxTokensPerChunk: 100_000,
    });
    expect(result.chunks.map(({ status }) => status)).toEqual(["failed"]);
    expect(extractor.seen.length).toBeLessThan(20);
  });
});

describe("failures", () => {
  const failing = () =>
    scripted((chunk) => {
      if (chunk.sequence % 2 === 0) throw new SherdError("REPLY_REFUSED", `refused ${chunk.sequence}`);
      return everyMessage(chunk);
    });

  it("continue-on-error gives every error and what the others found", async () => {
    const result = await orchestrator.extractWithChunking(talk(100), "w", failing(), SMALL);
    const even = result.chunks.filter(({ sequence }) => sequence % 2 === 0);
    expect(result.errors.map(({ sequence }) => sequence)).toEqual(even.map(({ sequence }) => sequence));
    expect(result.errors.every(({ error, sequence }) => error.message === `refused ${sequence}`)).toBe(true);
    expect(result.chunks.filter(({ status }) => status === "success").length).toBe(
      result.chunks.length - even.length,
    );
    expect(result.memories.length).toBeGreaterThan(0);
  });

  it("fail-fast stops at the first and names it", async () => {
    const extractor = failing();
    const error = await thrown(
      orchestrator.extractWithChunking(talk(100), "w", extractor, { ...SMALL, failureMode: "fail-fast" }),
    );
    expect(error).toMatchObject({
      code: "EXTRACTION_FAILED",
      details: { sequence: 2, code: "REPLY_REFUSED" },
    });
    expect(extractor.seen.length).toBe(2);
  });

  it("asks no more once a key is refused or a quota used up", async () => {
    const extractor = scripted((chunk) => {
      if (chunk.sequence === 2) throw new SherdError("PROVIDER_QUOTA", "used up", { kind: "quota" });
      return everyMessage(chunk);
    });
    const result = await orchestrator.extractWithChunking(talk(100), "w", extractor, SMALL);
    expect(extractor.seen.length).toBe(2);
    expect(result.errors.length).toBe(result.chunks.length - 1);
    expect(result.memories.length).toBeGreaterThan(0);
  });

  it("a prompt too long for the model's window is cut too", async () => {
    const extractor = scripted((chunk) => {
      if (chunk.messages.length > 10)
        throw new SherdError("PROMPT_REJECTED", "too long", { kind: "too-large" });
      return everyMessage(chunk);
    });
    const result = await orchestrator.extractWithChunking(talk(100), "w", extractor, {
      maxTokensPerChunk: 10_000,
    });
    expect(result.errors).toEqual([]);
    expect(result.spending.splits).toBeGreaterThan(5);
  });

  it("drops memories whose evidence is not there, whoever says so", async () => {
    const lying = scripted((chunk) => {
      const honest = everyMessage(chunk);
      const [first, ...others] = honest.memories;
      const lie = { ...first, id: "lie", evidence: [{ ...first.evidence[0], quote: "never said" }] };
      const nothing = { ...first, id: "nothing", evidence: [] };
      return {
        ...honest,
        memories: [lie, nothing, ...others],
        relationships: [{ from: "lie", to: others[0].id, type: "related", confidence: 1 }],
      };
    });
    const conversation = talk(60);
    const result = await orchestrator.extractWithChunking(conversation, "w", lying, SMALL);
    expectProven(result, conversation.messages);
    expect(result.memories.some(({ id }) => id === "lie" || id === "nothing")).toBe(false);
    expect(result.relationships.filter(({ type }) => type === "related")).toEqual([]);
    for (const { rejected } of result.chunks) expect(rejected.length).toBe(2);
  });

  it.each([
    [{ digest: true, parallelChunks: 2 }, "digest"],
    [{ parallelChunks: 0 }, "parallelChunks"],
    [{ failureMode: "never" as never }, "failureMode"],
    [{ maxCost: -1 }, "maxCost"],
    [{ journal: "" }, "journal"],
    [{ contextTokens: 20_000, maxTokensPerChunk: 19_000 }, "maxTokensPerChunk"],
    [{ strategy: "none" as never }, "strategy"],
    [{ maxToken: 5 } as never, "option"],
  ])("%j is refused", async (config, option) => {
    const error = await thrown(orchestrator.extractWithChunking(talk(2), "w", new RuleExtractor(), config));
    expect(error).toMatchObject({ code: "INVALID_OPTION", details: { option } });
  });
});

describe("digest", () => {
  it("tells each chunk what the ones before gave, and nothing without it", async () => {
    const extractor = scripted(everyMessage);
    await orchestrator.extractWithChunking(talk(60), "w", extractor, { ...SMALL, digest: true });
    expect(extractor.digests[0]).toBeUndefined();
    expect(extractor.digests[1]).toContain(sayingOf(0));
    expect(extractor.digests.every((digest) => (digest?.length ?? 0) <= 6_000)).toBe(true);
    const without = scripted(everyMessage);
    await orchestrator.extractWithChunking(talk(60), "w", without, SMALL);
    expect(without.digests.every((digest) => digest === undefined)).toBe(true);
  });
});

describe("needsChunking", () => {
  const counted = (limit: number) => ({ chunkAbove: limit });

  it("is told by lengths far from the limit, and by counting near it", () => {
    const conversation = talk(1_000);
    let total = 3;
    for (const { content, role } of conversation.messages)
      total += Math.ceil(content.length / 4) + Math.ceil(role.length / 4) + 3;
    expect(orchestrator.needsChunking(conversation, counted(total * 30))).toBe(false);
    expect(orchestrator.needsChunking(conversation, counted(Math.floor(total / 30)))).toBe(true);
    const exact = orchestrator.needsChunking.bind(orchestrator, conversation);
    // The limit itself: the smallest number of tokens that is enough.
    let [low, high] = [0, total * 30];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (exact(counted(middle))) low = middle;
      else high = middle;
    }
    return expect(
      orchestrator
        .extractWithChunking(
          conversation,
          "w",
          scripted(() => ({ memories: [], relationships: [], rejected: [] })),
        )
        .then(({ totalTokens }) => totalTokens),
    ).resolves.toBe(high);
  });

  it("follows the window and an explicit maximum", () => {
    const conversation = talk(3_000);
    expect(orchestrator.needsChunking(conversation)).toBe(false);
    expect(orchestrator.needsChunking(conversation, { contextTokens: 32_000 })).toBe(true);
    expect(orchestrator.needsChunking(conversation, { maxTokensPerChunk: 1_000 })).toBe(true);
    expect(orchestrator.needsChunking(conversation, { maxTokensPerChunk: 1_000, chunkAbove: 400_000 })).toBe(
      false,
    );
  });
});
