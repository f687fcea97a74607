import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { contextFrom } from "./context-flags.ts";

const NOWHERE = { context: undefined, project: "." };
const LLM = { context: "llm", model: "openai:gpt-5-mini" };

it.each([
  [{ model: "openai:gpt-5-mini" }, "--model needs a model that writes contexts"],
  [{ retryFailed: true }, "--retry-failed needs a model that writes contexts"],
  [{ context: "llm" }, "--model must be a model's name"],
  [{ context: "gpt" }, "--context must be outline or llm"],
  [{ ...LLM, price: "cheap" }, "--price must be US dollars"],
  [{ ...LLM, price: "1" }, "--price must be US dollars"],
  [{ ...LLM, price: "{oops" }, "--price must be US dollars"],
  [{ ...LLM, maxCost: "lots" }, "--max-cost must be US dollars"],
  [{ ...LLM, contextScope: "page" }, "--context-scope must be section or document"],
  [{ ...LLM, concurrency: "0" }, "--concurrency must be a whole number"],
  [{ ...LLM, model: "nobody:x", price: "1,2" }, "model must be one of"],
])("%j is refused", async (flags, message) => {
  await expect(contextFrom(flags, NOWHERE)).rejects.toMatchObject({
    code: "INVALID_OPTION",
    message: expect.stringContaining(message),
  });
});

it("--retry-failed means a model that is named, by flag or in sherd.json", async () => {
  const config = { context: { model: "openai:gpt-5-mini" }, project: "." };
  expect(await contextFrom({ retryFailed: true }, config)).toMatchObject({ by: "llm", ...config.context });
  expect(await contextFrom({ retryFailed: true, model: "openai:gpt-5" }, NOWHERE)).toMatchObject({
    by: "llm",
  });
  await expect(contextFrom({ retryFailed: true, context: "outline" }, config)).rejects.toMatchObject({
    code: "INVALID_OPTION",
  });
});

it("without flags and settings nothing is said of contexts", async () => {
  expect(await contextFrom({}, NOWHERE)).toBeUndefined();
  expect(await contextFrom({}, { ...NOWHERE, context: { model: "openai:gpt-5-mini" } })).toBeUndefined();
  expect(await contextFrom({ context: "outline" }, NOWHERE)).toBe("outline");
});

it.each([
  ["1,2", { input: 1, output: 2 }],
  ["1,0.1,2", { input: 1, cachedInput: 0.1, output: 2 }],
  ['{"input":1,"output":2}', { input: 1, output: 2 }],
])("the price %s", async (price, expected) => {
  expect(await contextFrom({ ...LLM, price }, NOWHERE)).toMatchObject({
    prices: { "openai:gpt-5-mini": expected },
  });
});

it("flags go before settings, and a prompt's path is from the folder of the settings", async () => {
  const project = mkdtempSync(join(tmpdir(), "sherd-context-"));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  writeFileSync(join(project, "prompt.txt"), "{document} {chunk}");
  const context = {
    by: "llm",
    model: "openai:gpt-5",
    prompt: "prompt.txt",
    maxCost: 5,
    requestsPerMinute: 10,
    enrich: true,
  };
  expect(
    await contextFrom({ maxCost: "$0.5", model: "openai:gpt-5-nano" }, { context, project }),
  ).toMatchObject({
    by: "llm",
    model: "openai:gpt-5-nano",
    prompt: "{document} {chunk}",
    maxCost: 0.5,
    enrich: true,
    rateLimit: { requestsPerMinute: 10 },
  });
  expect(await contextFrom({ context: "outline" }, { context, project })).toBe("outline");
});
