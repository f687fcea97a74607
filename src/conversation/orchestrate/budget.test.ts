import { expect, it } from "vitest";
import type { ConversationChunk, ConversationExtractor } from "../../core/extraction.ts";
import { Budget } from "./budget.ts";

/** A dollar for each token of a reply; a chunk's id says how many its may have. */
const PRICES = { "test:model": { input: 0, output: 1_000_000 } };
const extractor = {
  id: "test:model",
  request: ({ id }: ConversationChunk) => ({ prompt: [], maxOutputTokens: Number(id) }),
} as unknown as ConversationExtractor;
const chunk = (tokens: number) => ({ id: String(tokens), sequence: tokens }) as unknown as ConversationChunk;
const statuses = (settled: readonly PromiseSettledResult<number>[]) => settled.map(({ status }) => status);

it("once a call was held back, a smaller one that is asked for at the same time is too", async () => {
  const budget = new Budget(extractor, 10, PRICES);
  const asked = [budget.reserve(chunk(11), undefined), budget.reserve(chunk(1), undefined)];
  expect(statuses(await Promise.allSettled(asked))).toEqual(["rejected", "rejected"]);
  expect(budget.isSpent).toBe(true);
});

it("and one that waited beside it", async () => {
  const budget = new Budget(extractor, 10, PRICES);
  const first = await budget.reserve(chunk(8), undefined);
  const waiting = [budget.reserve(chunk(5), undefined), budget.reserve(chunk(3), undefined)];
  budget.release(first, { input: 0, cachedInput: 0, output: 7 });
  expect(statuses(await Promise.allSettled(waiting))).toEqual(["rejected", "rejected"]);
});

it("a call that costs less than was set aside makes room for those that wait", async () => {
  const budget = new Budget(extractor, 10, PRICES);
  const first = await budget.reserve(chunk(8), undefined);
  const waiting = [budget.reserve(chunk(5), undefined), budget.reserve(chunk(3), undefined)];
  budget.release(first, { input: 0, cachedInput: 0, output: 2 });
  expect(statuses(await Promise.allSettled(waiting))).toEqual(["fulfilled", "fulfilled"]);
  await expect(budget.reserve(chunk(9), undefined)).rejects.toMatchObject({ code: "BUDGET_SPENT" });
});
