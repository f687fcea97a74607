import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { SherdError } from "../../core/errors.ts";
import { encodingForModel } from "./models.ts";
import type { EncodingName } from "./pretokens.ts";
import { TokenCounter } from "./token-counter.ts";

interface KnownCount {
  readonly name: string;
  readonly text?: string;
  readonly repeat?: readonly [string, number];
  readonly o200k_base: number;
  readonly cl100k_base: number;
}

const known = JSON.parse(
  readFileSync(new URL("../../../test/fixtures/tokens/known-counts.json", import.meta.url), "utf8"),
) as KnownCount[];

describe.each(["o200k_base", "cl100k_base"] satisfies EncodingName[])("%s is exact", async (encoding) => {
  const counter = await TokenCounter.create({ encoding });

  it.each(known.map((one) => [one.name, one] as const))("on %s", (_name, one) => {
    const text = one.text ?? (one.repeat as [string, number])[0].repeat((one.repeat as [string, number])[1]);
    expect(counter.count(text)).toBe(one[encoding]);
    expect(counter.countDetailed(text)).toEqual({
      tokens: one[encoding],
      method: "openai-tiktoken",
      accuracy: "exact",
      error: 0,
    });
  });
});

describe("estimates", () => {
  const counter = new TokenCounter();

  it.each(["anthropic-estimate", "gemini-estimate", "approximate"] as const)(
    "%s never claims to be exact",
    (method) => {
      const result = counter.countDetailed("The quick brown fox. ".repeat(20), method);
      expect(result.method).toBe(method);
      expect(result.accuracy).not.toBe("exact");
      expect(result.error).toBeGreaterThan(0);
    },
  );

  it.each(["anthropic-estimate", "gemini-estimate", "approximate"] as const)(
    "%s counts nothing in nothing",
    (method) => {
      expect(counter.count("", method)).toBe(0);
    },
  );
});

describe("without a table", () => {
  it("falls back to approximate, and says so once", () => {
    const onWarning = vi.fn();
    const counter = new TokenCounter({ onWarning });
    expect(counter.countDetailed("some text").method).toBe("approximate");
    counter.count("some more text");
    expect(onWarning).toHaveBeenCalledTimes(1);
    expect(onWarning.mock.calls[0]?.[0]).toContain("TokenCounter.create()");
  });

  it("does the same when a table cannot be loaded, and names it", async () => {
    vi.resetModules();
    vi.doMock(import("./rank-tables.ts"), async (original) => ({
      ...(await original()),
      loadTokens: () => Promise.reject(new Error("no such table")),
    }));
    const { TokenCounter: Fresh } = await import("./token-counter.ts");
    const onWarning = vi.fn();
    const counter = await Fresh.create({ encoding: "cl100k_base", onWarning });
    expect(counter.encoding).toBeUndefined();
    expect(counter.countDetailed("some text")).toMatchObject({
      method: "approximate",
      accuracy: "approximate",
    });
    expect(onWarning).toHaveBeenCalledTimes(1);
    expect(onWarning.mock.calls[0]?.[0]).toContain("cl100k_base");
    vi.doUnmock("./rank-tables.ts");
    vi.resetModules();
  });

  it("refuses to measure slices, with the way out", () => {
    expect(() => new TokenCounter().ruler("text")).toThrow(/TokenCounter\.create/);
  });
});

describe("conversations", () => {
  it("counts contents, roles, names and what frames them", async () => {
    const counter = await TokenCounter.create({ encoding: "cl100k_base" });
    const messages = [
      { role: "system", content: "You are a helpful assistant." },
      { role: "user", content: "Hello!", name: "Ann" },
    ];
    // 3 to prime the reply; 3 + 1 + 6 for the first; 3 + 1 + 2 and 1 + 1 for the named second.
    expect(counter.countConversation({ messages })).toBe(3 + 10 + 8);
    expect(counter.countConversation({ messages: [] })).toBe(3);
  });
});

describe("caching", () => {
  it("counts the same with a small cache, a full one and none", async () => {
    const texts = Array.from({ length: 50 }, (_, i) => `Text number ${i} `.repeat(20));
    const counters = await Promise.all([0, 3, 1000].map((cacheSize) => TokenCounter.create({ cacheSize })));
    const counts = counters.map((counter) => [...texts, ...texts].map((text) => counter.count(text)));
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[2]).toEqual(counts[0]);
  });
});

it.each([
  ["openai", "openai-tiktoken"],
  ["gpt-4o-mini", "openai-tiktoken"],
  ["openai:gpt-5", "openai-tiktoken"],
  ["o3", "openai-tiktoken"],
  ["openrouter/gpt-4o", "openai-tiktoken"],
  ["anthropic", "anthropic-estimate"],
  ["claude-sonnet-4-5", "anthropic-estimate"],
  ["google:gemini-2.5-pro", "gemini-estimate"],
  ["mistral-large", "approximate"],
  ["", "approximate"],
] as const)("recommends for %j %s", (name, method) => {
  expect(new TokenCounter().getRecommendedMethod(name)).toBe(method);
});

it.each([
  ["gpt-4", "cl100k_base"],
  ["gpt-4-turbo", "cl100k_base"],
  ["gpt-3.5-turbo", "cl100k_base"],
  ["text-embedding-3-small", "cl100k_base"],
  ["openai:text-embedding-3-large", "cl100k_base"],
  ["gpt-4o", "o200k_base"],
  ["gpt-4.1-mini", "o200k_base"],
  ["gpt-5", "o200k_base"],
  ["o1", "o200k_base"],
] as const)("knows that %s uses %s", (model, encoding) => {
  expect(encodingForModel(model)).toBe(encoding);
});

it("refuses unknown encodings, methods and cache sizes, naming the value", async () => {
  await expect(TokenCounter.create({ encoding: "p50k" as EncodingName })).rejects.toThrow(/"p50k"/);
  expect(() => new TokenCounter().count("x", "guess" as "approximate")).toThrow(SherdError);
  expect(() => new TokenCounter({ cacheSize: -1 })).toThrow(/-1/);
});
