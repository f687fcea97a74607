import { describe, expect, it } from "vitest";
import { type ChunkingConfig, resolveChunking } from "./config.ts";

it("has the defaults that are documented", () => {
  const { maximum, overlap, minimum, preserve, strategy } = resolveChunking();
  expect({ maximum, overlap, minimum, preserve, strategy }).toEqual({
    maximum: 100_000,
    overlap: 1_000,
    minimum: 10_000,
    preserve: true,
    strategy: "sliding-window",
  });
});

it("takes an overlap in tokens or as a share", () => {
  expect(resolveChunking({ maxTokensPerChunk: 500, overlapTokens: 50 }).overlap).toBe(50);
  expect(resolveChunking({ maxTokensPerChunk: 500, overlapPercentage: 0.1 }).overlap).toBe(50);
});

describe("refuses what cannot work", () => {
  it.each<[string, unknown]>([
    ["maxTokensPerChunk", 15],
    ["maxTokensPerChunk", 1.5],
    ["maxTokensPerChunk", Number.NaN],
    ["overlapTokens", -1],
    ["overlapTokens", 100_000],
    ["overlapPercentage", 1],
    ["overlapPercentage", 10],
    ["minChunkSize", 50_001],
    ["strategy", "magic"],
    ["preserveMessageBoundaries", "no"],
    ["tokenCountMethod", "words"],
    ["counter", {}],
  ])("%s: %s", (option, value) => {
    expect(() => resolveChunking({ [option]: value } as ChunkingConfig)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining(option) }),
    );
  });

  it("two overlaps, or an option that is none", () => {
    const both = { overlapTokens: 1, overlapPercentage: 0.1 };
    expect(() => resolveChunking(both)).toThrow("left out when overlapTokens is given");
    expect(() => resolveChunking({ overlap: 1 } as ChunkingConfig)).toThrow("overlapTokens");
  });

  it("exact counts without a table", () => {
    expect(() => resolveChunking({ tokenCountMethod: "openai-tiktoken" })).toThrow(
      expect.objectContaining({ code: "TOKENIZER_UNAVAILABLE" }),
    );
  });
});
