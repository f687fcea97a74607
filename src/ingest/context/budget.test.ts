import { expect, it } from "vitest";
import type { GenerateRequest } from "../../core/generator.ts";
import { Budget } from "./budget.ts";

const PRICE = { input: 1000, output: 1000 };
const request = (): GenerateRequest => ({ prompt: [{ text: "word ".repeat(600) }], maxOutputTokens: 100 });
const usage = (output: number) => ({ input: 10, cachedInput: 0, output });

it("sets aside what calls under way may cost, and waits for what they did not before it declines", async () => {
  const budget = new Budget(PRICE, 2.5);
  const [first, second, third, fourth] = [request(), request(), request(), request()];
  expect(await budget.reserve(first)).toBeUndefined();
  expect(await budget.reserve(second)).toBeUndefined();
  let isDecided = false;
  const waiting = budget.reserve(third).finally(() => {
    isDecided = true;
  });
  await new Promise(setImmediate);
  expect(isDecided).toBe(false);
  budget.settle(first, usage(10));
  expect(await waiting).toBeUndefined();
  budget.settle(second, usage(10));
  budget.settle(third, usage(2000));
  expect(await budget.reserve(fourth)).toContain("$2.5");
});

it("takes back what was set aside for a call that is not made", async () => {
  const budget = new Budget(PRICE, 1.5);
  const [first, second] = [request(), request()];
  expect(await budget.reserve(first)).toBeUndefined();
  const waiting = budget.reserve(second);
  budget.release(first);
  expect(await waiting).toBeUndefined();
});

it("does not wait any longer when the run is stopped", async () => {
  const budget = new Budget(PRICE, 1.5);
  expect(await budget.reserve(request())).toBeUndefined();
  const stop = new AbortController();
  const waiting = budget.reserve(request(), { signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});

it("expects replies as long as the longest so far", async () => {
  const budget = new Budget(PRICE, 10);
  const first = request();
  expect(await budget.reserve(first)).toBeUndefined();
  budget.settle(first, { input: 600, cachedInput: 0, output: 5000 });
  expect(await budget.reserve(request())).toContain("5.6");
});
