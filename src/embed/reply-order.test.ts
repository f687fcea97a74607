import { describe, expect, it } from "vitest";
import { inRequestOrder } from "./reply-order.ts";

const body = (...indices: unknown[]) => ({ data: indices.map((index) => ({ index })) });

describe("inRequestOrder", () => {
  it("puts a reply in order by its numbers", () => {
    expect(inRequestOrder(["c", "a", "b"], [body(2, 0, 1)])).toEqual(["a", "b", "c"]);
  });

  it("does so for each of several requests", () => {
    expect(inRequestOrder(["b", "a", "d", "c"], [body(1, 0), body(1, 0)])).toEqual(["a", "b", "c", "d"]);
  });

  it.each([
    ["twice", body(0, 0, 1)],
    ["beyond the end", body(0, 1, 3)],
    ["below nothing", body(-1, 0, 1)],
    ["in between", body(0, 1, 1.5)],
  ])("refuses a number that is there %s", (_name, reply) => {
    expect(() => inRequestOrder(["a", "b", "c"], [reply])).toThrow("numbers its 3 vectors wrongly");
  });

  it.each([
    ["no body", undefined],
    ["another format", { embeddings: [] }],
    ["no numbers", body(undefined, undefined)],
    ["one number for all", body(0, 0)],
  ])("leaves the order as it is with %s", (_name, reply) => {
    expect(inRequestOrder(["a", "b"], [reply])).toEqual(["a", "b"]);
  });
});
