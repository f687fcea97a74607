import { expect, it } from "vitest";
import { finishOf, refusalIn, usageOf } from "./read-reply.ts";

it.each([
  ["stop", "stop"],
  ["length", "length"],
  ["content-filter", "refusal"],
  ["error", "other"],
  ["unknown", "other"],
])("takes the end %s for %s", (reason, finish) => {
  expect(finishOf(reason)).toBe(finish);
});

it("counts what a provider leaves out, or cannot mean, as nothing", () => {
  expect(usageOf({})).toEqual({ input: 0, cachedInput: 0, output: 0 });
  expect(usageOf({ inputTokens: Number.NaN, outputTokens: -1 })).toEqual({
    input: 0,
    cachedInput: 0,
    output: 0,
  });
  expect(usageOf({ inputTokens: 5, inputTokenDetails: { cacheReadTokens: 9 } }).cachedInput).toBe(5);
});

it.each([
  { statusCode: 400, responseBody: '{"error":{"code":"content_filter"}}' },
  { statusCode: 400, message: "Output blocked by content filtering policy" },
  { statusCode: 400, responseBody: '{"error":{"code":"invalid_prompt"}}' },
])("takes %j for a refusal", (error) => {
  expect(refusalIn(error)).toMatchObject({ finish: "refusal", text: "" });
});

it.each([
  { statusCode: 400, message: "bad request" },
  { statusCode: 500, message: "content_filter" },
  null,
  "x",
])("does not take %j for one", (error) => {
  expect(refusalIn(error)).toBeUndefined();
});
