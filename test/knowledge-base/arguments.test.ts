import { join } from "node:path";
import { expect, it } from "vitest";
import { KnowledgeBase } from "../../src/knowledge-base.ts";
import { openBase, temporaryFolder } from "./support.ts";

/** As a program without types may call it. */
type Untyped = Record<string, (...values: unknown[]) => PromiseLike<unknown>>;

it.each([
  ["get", [undefined]],
  ["get", [5]],
  ["chunk", [undefined]],
  ["chunks", [null]],
  ["remove", [undefined]],
  ["remove", [null]],
  ["remove", [5]],
  ["remove", [["a", 5]]],
  ["search", ["apples", null]],
  ["search", [undefined]],
  ["compare", ["apples", null]],
  ["sync", [undefined]],
  ["sync", ["a\0b"]],
  ["restore", [null]],
  ["restore", [5]],
  ["restore", ["a\0b"]],
  ["export", [undefined]],
  ["export", [{}]],
  ["export", ["a\0b"]],
  ["verify", [null]],
  ["rebuild", [null]],
])("%s(%j) is refused by name", async (method, values) => {
  const base = await openBase();
  const call = (base as unknown as Untyped)[method].bind(base);
  await expect(call(...values)).rejects.toMatchObject({ code: "INVALID_OPTION" });
});

it.each(["file://host/x", "file:///tmp/a%00b", "a\0b", "sqlite:", "sqlite:a\0b"])(
  "%j is no location",
  async (location) => {
    await expect(KnowledgeBase.open(location)).rejects.toMatchObject({ code: "INVALID_OPTION" });
  },
);

it("options of null are refused when a base is opened", async () => {
  await expect(KnowledgeBase.open(":memory:", null as never)).rejects.toMatchObject({
    code: "INVALID_OPTION",
  });
});

it("workspaces whose names would become one are refused", async () => {
  const base = await openBase();
  const refused = expect.objectContaining({ code: "INVALID_OPTION" });
  expect(() => base.workspace("a\ud800")).toThrow(refused);
  await expect(openBase({ workspace: "a\ud800" })).rejects.toThrow(refused);
});

it("what is opened with readOnly says what to do without naming readOnly as the way out", async () => {
  const location = join(temporaryFolder(), "kb.db");
  await expect(openBase({ readOnly: true }, location)).rejects.toMatchObject({
    code: "STORE_FAILED",
    message: expect.stringMatching(/must be there/),
  });
  await (await openBase({}, location)).close();
  const base = await openBase({ readOnly: true }, location);
  await expect(base.add({ id: "a", text: "Apples." })).rejects.toMatchObject({
    code: "STORE_READ_ONLY",
    message: expect.stringMatching(/Open it without/),
  });
});
