import { expect, it } from "vitest";
import { RecursiveTextSplitter } from "../chunk/recursive-text-splitter.ts";
import { ContextPrompt } from "./context-prompt.ts";
import { addCost, documentCost, NO_COST, priceOfUsage, secondsFor } from "./estimate-cost.ts";

const text = Array.from({ length: 400 }, (_, i) => `This is sentence ${i}. `).join("");
const chunks = new RecursiveTextSplitter({ size: 1_000, overlap: 0 }).split({ text });
const prompt = new ContextPrompt();
const settings = {
  prompt,
  model: "test:m",
  scope: "section" as const,
  countTokens: (one: string) => one.length,
};

it("counts what will be sent, and what of it a cache may hold, exactly", () => {
  const cost = documentCost({ text }, chunks, settings);
  const prompts = prompt.forDocument({ text }, chunks);
  const sent = chunks.map((_, i) =>
    prompts.request(i).prompt.reduce((sum, part) => sum + part.text.length, prompt.system.length),
  );
  const shared = prompts.prefix.text.length + prompt.system.length;
  expect(cost).toEqual({
    documents: 1,
    chunks: chunks.length,
    known: 0,
    calls: chunks.length,
    usage: {
      input: sent.reduce((sum, one) => sum + one, 0),
      cachedInput: shared * (chunks.length - 1),
      output: 80 * chunks.length,
    },
  });
});

it("counts nothing as cached below the provider's minimum, or without a cache", () => {
  const short = documentCost({ text }, chunks, { ...settings, countTokens: (one) => one.length / 100 });
  expect(short.usage.cachedInput).toBe(0);
  const none = documentCost({ text }, chunks, { ...settings, cachedFromTokens: Number.POSITIVE_INFINITY });
  expect(none.usage.cachedInput).toBe(0);
});

it("leaves out what is known, not chosen, or a parent", () => {
  const keys = chunks.map((_, i) => prompt.forDocument({ text }, chunks).key(i, "test:m", "section"));
  const isKnown = (key: string) => keys.indexOf(key) > 0;
  expect(documentCost({ text }, chunks, { ...settings, isKnown })).toMatchObject({
    calls: 1,
    chunks: chunks.length,
    known: chunks.length - 1,
    usage: { cachedInput: 0 },
  });
  const only = ({ index }: { index: number }) => index < 2;
  expect(documentCost({ text }, chunks, { ...settings, only })).toMatchObject({ calls: 2, chunks: 2 });
  const parents = chunks.map((chunk) => ({ ...chunk, kind: "parent" as const }));
  expect(documentCost({ text }, parents, settings)).toEqual({ ...NO_COST, documents: 1 });
});

it("adds up, and comes to dollars and seconds", () => {
  const one = {
    documents: 1,
    chunks: 2,
    known: 0,
    calls: 2,
    usage: { input: 1e6, cachedInput: 4e5, output: 1e5 },
  };
  const two = addCost(one, one);
  expect(two).toMatchObject({ documents: 2, calls: 4, usage: { input: 2e6, cachedInput: 8e5, output: 2e5 } });
  expect(priceOfUsage(one.usage, { input: 1, cachedInput: 0.1, output: 10 })).toBeCloseTo(0.6 + 0.04 + 1);
  expect(priceOfUsage(one.usage, { input: 1, output: 10 })).toBeCloseTo(2);
  expect(secondsFor(two, { concurrency: 2, secondsPerCall: 5 })).toBe(10);
  expect(secondsFor(two, { concurrency: 2, requestsPerMinute: 4 })).toBe(60);
  expect(secondsFor(two, { concurrency: 2, requestsPerMinute: 4, tokensPerMinute: 1e6 })).toBeCloseTo(132);
  expect(() => secondsFor(two, { concurrency: 2, tokensPerMinute: 0 })).toThrow(/tokensPerMinute/);
});
