import { describe, expect, it } from "vitest";
import {
  ConversationBoundaryStrategy,
  CustomStrategy,
  checkConversationChunks,
  chunkingStrategies,
  findTopicBoundaries,
  SemanticStrategy,
  SlidingWindowStrategy,
  strategyNamed,
} from "../../../src/conversation/strategies/index.ts";
import type { NormalizedMessage } from "../../../src/core/conversation.ts";
import { conversationOf, messageOf } from "./messages.ts";

const COOKING = "bread flour dough oven yeast crust knead bake salt butter recipe kitchen".split(" ");
const SAILING = "harbour wind sail mast rudder anchor tide deck rope captain storm island".split(" ");

/** A sentence of words taken in turn: no two alike, all about one thing. */
function sentence(words: readonly string[], at: number): string {
  return Array.from({ length: 12 }, (_, i) => words[(at * 7 + i * (1 + (at % 5))) % words.length]).join(" ");
}

function talk(count: number, words: readonly string[]): NormalizedMessage[] {
  return Array.from({ length: count }, (_, i) =>
    messageOf(sentence(words, i), { role: i % 2 === 0 ? "user" : "assistant" }),
  );
}

const cookingThenSailing = conversationOf([...talk(60, COOKING), ...talk(50, SAILING)]);

describe("sliding-window", () => {
  const strategy = new SlidingWindowStrategy();

  it("moves on where the overlap is nearly the whole chunk", () => {
    const conversation = conversationOf(talk(30, COOKING));
    const config = { maxTokensPerChunk: 100, overlapTokens: 99, minChunkSize: 0 };
    const chunks = strategy.chunk(conversation, config);
    checkConversationChunks(conversation, chunks, config);
    const starts = chunks.map(({ metadata }) => metadata.startMessageIndex);
    expect(starts).toEqual([...new Set(starts)]);
  });

  it("leaves no runt at the end", () => {
    const conversation = conversationOf(talk(21, COOKING));
    const sizes = (minChunkSize: number) =>
      strategy
        .chunk(conversation, { maxTokensPerChunk: 220, overlapTokens: 0, minChunkSize })
        .map(({ tokenCount }) => tokenCount);
    expect(sizes(0).at(-1)).toBeLessThan(100);
    expect(Math.min(...sizes(100))).toBeGreaterThanOrEqual(100);
  });

  it("splits a message that is too large, and says which part is where", () => {
    const conversation = conversationOf([messageOf("A sentence of words. ".repeat(100))]);
    const chunks = strategy.chunk(conversation, { maxTokensPerChunk: 120, overlapTokens: 0 });
    const parts = chunks.flatMap(({ messages }) => messages.map(({ part }) => part));
    expect(parts.map((part) => part?.number)).toEqual(parts.map((_, i) => i + 1));
    expect(parts.every((part) => part?.total === parts.length)).toBe(true);
    expect(chunks.every(({ messages }) => messages[0].content.trimEnd().endsWith("."))).toBe(true);
  });

  it("raises an error instead where messages must stay whole", () => {
    const conversation = conversationOf([messageOf("short"), messageOf("long ".repeat(500))]);
    const config = { maxTokensPerChunk: 120, preserveMessageBoundaries: "strict" } as const;
    expect(strategy.canHandle(conversation, config)).toBe(false);
    expect(strategy.canHandle(conversation, { maxTokensPerChunk: 120 })).toBe(true);
    expect(() => strategy.chunk(conversation, config)).toThrow(
      expect.objectContaining({ code: "MESSAGE_TOO_LARGE", details: expect.objectContaining({ index: 1 }) }),
    );
  });

  it("fills chunks with parts of messages where that is allowed", () => {
    const conversation = conversationOf(talk(9, COOKING).map((m) => messageOf(`${m.content}. `.repeat(5))));
    const config = { maxTokensPerChunk: 150, overlapTokens: 0, minChunkSize: 0 };
    const whole = strategy.chunk(conversation, config);
    const filled = strategy.chunk(conversation, { ...config, preserveMessageBoundaries: false });
    expect(filled.length).toBeLessThan(whole.length);
  });

  it("holds two chunks of a stream in memory, not more", async () => {
    let taken = 0;
    async function* endless() {
      for (;;) yield messageOf(`${"word ".repeat(20)}${taken}`, { id: `m${taken++}` });
    }
    const chunks = strategy.stream({ id: "c", messages: endless() }, { maxTokensPerChunk: 200 });
    let last = 0;
    for await (const { sequence, metadata } of chunks) {
      last = metadata.endMessageIndex;
      if (sequence === 50) break;
    }
    expect(taken - last).toBeLessThan(20);
  });

  it("gives nothing for no messages", () => {
    expect(strategy.chunk(conversationOf([]))).toEqual([]);
  });
});

describe("conversation-boundary", () => {
  const strategy = new ConversationBoundaryStrategy();

  it("begins chunks at long pauses, and not between a question and its answer", () => {
    let time = 0;
    const messages = talk(60, COOKING).map((message, i) => {
      time += i % 20 === 0 ? 7_200_000 : 20_000;
      return { ...message, time };
    });
    const chunks = strategy.chunk(conversationOf(messages), { maxTokensPerChunk: 700, overlapTokens: 0 });
    const starts = chunks.map(({ metadata }) => metadata.startMessageIndex);
    expect(starts).toEqual(expect.arrayContaining([0, 20, 40]));
    expect(starts.every((start) => start % 2 === 0)).toBe(true);
  });

  it("keeps a tool's call with its result", () => {
    const messages = talk(40, COOKING).map((message, i) => {
      const callId = `call-${Math.floor((i + 1) / 3)}`;
      return (i + 1) % 3 === 2
        ? message
        : { ...message, parts: [{ kind: "tool-call" as const, text: "", callId }] };
    });
    const chunks = strategy.chunk(conversationOf(messages), { maxTokensPerChunk: 150, overlapTokens: 0 });
    const calls = chunks.map(
      ({ messages }) => new Set(messages.flatMap(({ parts }) => parts.map((p) => p.callId))),
    );
    for (const callId of new Set(calls.flatMap((ids) => [...ids]))) {
      if (callId !== undefined) expect(calls.filter((ids) => ids.has(callId))).toHaveLength(1);
    }
  });
});

describe("semantic", () => {
  it("begins a chunk where the topic changes", async () => {
    const strategy = new SemanticStrategy();
    const chunks = await strategy.chunk(cookingThenSailing, { maxTokensPerChunk: 2_000, overlapTokens: 0 });
    expect(chunks.map(({ metadata }) => metadata.startMessageIndex)).toContain(60);
    expect(chunks[0].metadata).toMatchObject({ chunkingStrategy: "semantic" });
    expect(chunks[0].metadata.fallback).toBeUndefined();
  });

  it("says when no boundary was clear and what it did then", async () => {
    const strategy = new SemanticStrategy({ embedder: false, minimumDepth: 1_000 });
    const config = { maxTokensPerChunk: 1_000 };
    const chunks = await strategy.chunk(cookingThenSailing, config);
    expect(chunks[0].metadata.fallback).toContain("no clear topic boundary");
    expect(chunks[0].metadata.chunkingStrategy).toBe("sliding-window");
    const slid = new SlidingWindowStrategy().chunk(cookingThenSailing, config);
    expect(chunks.map(({ messages }) => messages)).toEqual(slid.map(({ messages }) => messages));
  });

  it("finds topics by words alone", async () => {
    const found = await findTopicBoundaries(cookingThenSailing.messages);
    const [deepest] = found.toSorted((a, b) => b.depth - a.depth);
    expect(Math.abs(deepest.index - 60)).toBeLessThan(4);
    expect(await findTopicBoundaries([])).toEqual([]);
    expect(await findTopicBoundaries([messageOf("hello")])).toEqual([]);
  });
});

describe("findTopicBoundaries in a long conversation", () => {
  const CHAPTER = 400;
  const chapters = [COOKING, SAILING, COOKING, SAILING, COOKING, SAILING];
  const messages = chapters.flatMap((words) => talk(CHAPTER, words));

  it("finds every change, though it looks at a part at a time", async () => {
    const found = await findTopicBoundaries(messages);
    for (let chapter = 1; chapter < chapters.length; chapter++) {
      const nearest = Math.min(...found.map(({ index }) => Math.abs(index - chapter * CHAPTER)));
      expect(nearest).toBeLessThan(4);
    }
  });

  it("embeds nothing twice", async () => {
    const embedded: string[] = [];
    const embedder = {
      id: "e",
      dimensions: 2,
      async embed(texts: readonly string[]) {
        embedded.push(...texts);
        return texts.map((text) => Float32Array.of(...(text.includes("bread") ? [1, 0] : [0, 1])));
      },
    };
    await findTopicBoundaries(
      messages.map((message, i) => ({ ...message, content: `${message.content} ${i}` })),
      { embedder },
    );
    expect(embedded.length).toBeGreaterThan(400);
    expect(new Set(embedded).size).toBe(embedded.length);
  });
});

describe("custom", () => {
  const conversation = conversationOf(talk(10, COOKING));

  it("makes chunks of ranges, with the overlap they have", async () => {
    const strategy = new CustomStrategy(() => [
      { start: 0, end: 6 },
      { start: 4, end: 10 },
    ]);
    const chunks = await strategy.chunk(conversation);
    checkConversationChunks(conversation, chunks);
    expect(chunks.map(({ overlapWithPrevious }) => overlapWithPrevious)).toEqual([0, 2]);
  });

  it.each([
    ["leaves messages out at the end", [{ start: 0, end: 9 }]],
    [
      "leaves messages out between",
      [
        { start: 0, end: 4 },
        { start: 5, end: 10 },
      ],
    ],
    [
      "goes back",
      [
        { start: 0, end: 6 },
        { start: 0, end: 10 },
      ],
    ],
    ["names messages that are not there", [{ start: 0, end: 11 }]],
    ["is empty", []],
    ["is no list", 7],
  ])("refuses a function that %s", async (_, ranges) => {
    const strategy = new CustomStrategy(() => ranges as never);
    await expect(strategy.chunk(conversation)).rejects.toMatchObject({ code: "CHUNKING_INVALID" });
  });

  it("refuses a chunk over the maximum", async () => {
    const strategy = new CustomStrategy(() => [{ start: 0, end: 10 }]);
    await expect(strategy.chunk(conversation, { maxTokensPerChunk: 100 })).rejects.toThrow("at most");
  });
});

describe("registry", () => {
  it("holds the strategies by name", () => {
    expect([...chunkingStrategies().keys()]).toEqual(["sliding-window", "conversation-boundary", "semantic"]);
    expect(strategyNamed("custom", chunkingStrategies({ custom: () => [] })).name).toBe("custom");
  });

  it("says which names there are, and how custom comes to be one", () => {
    expect(() => strategyNamed("magic")).toThrow("sliding-window, conversation-boundary, semantic");
    expect(() => strategyNamed("custom")).toThrow("chunkingStrategies({ custom })");
  });
});

describe("checkConversationChunks", () => {
  const conversation = conversationOf(talk(12, COOKING));
  const config = { maxTokensPerChunk: 150, overlapTokens: 40 };
  const chunks = new SlidingWindowStrategy().chunk(conversation, config);

  it.each([
    ["a chunk left out", chunks.toSpliced(1, 1)],
    ["order", chunks.toReversed()],
    ["an overlap that is none", chunks.with(1, { ...chunks[1], overlapWithPrevious: 0 })],
    ["a count", chunks.with(0, { ...chunks[0], tokenCount: 1 })],
    ["other words", chunks.with(0, { ...chunks[0], messages: [messageOf("x", { id: "m0" })] })],
  ])("sees %s", (_, broken) => {
    expect(() => checkConversationChunks(conversation, broken, config)).toThrow(
      expect.objectContaining({ code: "CHUNKING_INVALID" }),
    );
    expect(() => checkConversationChunks(conversation, chunks, config)).not.toThrow();
  });
});
