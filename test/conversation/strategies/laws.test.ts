import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChunkingConfig,
  type ChunkingStrategy,
  ConversationBoundaryStrategy,
  CustomStrategy,
  checkConversationChunks,
  SemanticStrategy,
  SlidingWindowStrategy,
} from "../../../src/conversation/strategies/index.ts";
import type { NormalizedConversation } from "../../../src/core/conversation.ts";
import type { ConversationChunk } from "../../../src/core/extraction.ts";
import { TokenCounter } from "../../../src/text/tokens/token-counter.ts";
import { arbitraryConversation } from "./messages.ts";

const counter = await TokenCounter.create();

const arbitraryConfig: fc.Arbitrary<ChunkingConfig> = fc
  .record({
    maxTokensPerChunk: fc.integer({ min: 40, max: 400 }),
    overlap: fc.double({ min: 0, max: 0.99, noNaN: true }),
    inTokens: fc.boolean(),
    minimum: fc.double({ min: 0, max: 0.5, noNaN: true }),
    preserveMessageBoundaries: fc.boolean(),
    tokenCountMethod: fc.constantFrom(
      "approximate" as const,
      "openai-tiktoken" as const,
      "anthropic-estimate" as const,
      "gemini-estimate" as const,
    ),
  })
  .map(({ overlap, inTokens, minimum, ...config }) => ({
    ...config,
    counter,
    clock: { now: () => 0 },
    minChunkSize: Math.floor(minimum * config.maxTokensPerChunk),
    ...(inTokens
      ? { overlapTokens: Math.floor(overlap * config.maxTokensPerChunk) }
      : { overlapPercentage: overlap }),
  }));

/** One message a chunk, each repeated in none: the plainest function there is. */
const oneByOne = new CustomStrategy(({ messages }) => messages.map((_, i) => ({ start: i, end: i + 1 })));

const STRATEGIES: readonly ChunkingStrategy[] = [
  new SlidingWindowStrategy(),
  new ConversationBoundaryStrategy(),
  new SemanticStrategy({ embedder: false, minimumDepth: 0 }),
  oneByOne,
];

async function collect(chunks: AsyncIterable<ConversationChunk>): Promise<ConversationChunk[]> {
  const all: ConversationChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

describe.each(STRATEGIES.map((strategy) => [strategy.name, strategy] as const))("%s", (_, strategy) => {
  const holds = (law: (conversation: NormalizedConversation, config: ChunkingConfig) => Promise<void>) =>
    fc.assert(fc.asyncProperty(arbitraryConversation, arbitraryConfig, law), { numRuns: 60 });

  it("keeps order, every message, exact overlaps and the maximum", () =>
    holds(async (conversation, config) => {
      checkConversationChunks(conversation, await strategy.chunk(conversation, config), config);
    }));

  it("counts as the counter does, and repeats no more than was asked for", () =>
    holds(async (conversation, config) => {
      const most = config.overlapTokens ?? (config.overlapPercentage ?? 0) * (config.maxTokensPerChunk ?? 0);
      for (const chunk of await strategy.chunk(conversation, config)) {
        const count = (messages: ConversationChunk["messages"]) =>
          counter.countConversation({ messages }, config.tokenCountMethod);
        expect(chunk.tokenCount).toBe(count(chunk.messages));
        expect(chunk.tokenCount).toBeLessThanOrEqual(config.maxTokensPerChunk as number);
        expect(count(chunk.messages.slice(0, chunk.overlapWithPrevious)) - count([])).toBeLessThanOrEqual(
          most,
        );
      }
    }));

  it("puts every message together again from its parts", () =>
    holds(async (conversation, config) => {
      const contents = new Map<string, string>();
      for (const { messages, overlapWithPrevious } of await strategy.chunk(conversation, config)) {
        for (const { id, content, parts } of messages.slice(overlapWithPrevious)) {
          contents.set(id, (contents.get(id) ?? "") + content);
          for (const { text, span } of parts)
            if (span) expect(content.slice(span.start, span.end)).toBe(text);
        }
      }
      expect([...contents.values()]).toEqual(conversation.messages.map(({ content }) => content));
    }));

  it("gives the same chunks and ids again, and the same one by one", () =>
    holds(async (conversation, config) => {
      const chunks = await strategy.chunk(conversation, config);
      expect(await strategy.chunk(conversation, config)).toEqual(chunks);
      const source = { id: conversation.id, messages: inTurns(conversation.messages) };
      const streamed = await collect(strategy.stream(source, config));
      expect(streamed.map((chunk) => ({ ...chunk, totalChunks: streamed.length }))).toEqual(chunks);
    }));
});

async function* inTurns<T>(values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) {
    await Promise.resolve();
    yield value;
  }
}
