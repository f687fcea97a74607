import { expect, it } from "vitest";
import type { GenerateRequest } from "../../core/generator.ts";
import { Budget } from "./budget.ts";

const PRICE = { input: 1000, output: 1000 };
const request = (): GenerateRequest => ({ prompt: [{ text: "word ".repeat(600) }], maxOutputTokens: 100 });

it("sets aside what calls under way may cost, and gives back what they did not", () => {
  const budget = new Budget(PRICE, 2.5);
  const [first, second, third] = [request(), request(), request()];
  expect(budget.reserve(first)).toBeUndefined();
  expect(budget.reserve(second)).toBeUndefined();
  expect(budget.reserve(third)).toContain("$2.5");
  budget.settle(first, { input: 10, cachedInput: 0, output: 10 });
  expect(budget.reserve(third)).toBeUndefined();
});

it("expects replies as long as the longest so far", () => {
  const budget = new Budget(PRICE, 10);
  const first = request();
  expect(budget.reserve(first)).toBeUndefined();
  budget.settle(first, { input: 600, cachedInput: 0, output: 5000 });
  expect(budget.reserve(request())).toContain("5.6");
});
