import { describe, expect, it } from "vitest";
import { invalidOption, SherdError } from "./errors.ts";

function messageFor(value: unknown): string {
  try {
    invalidOption("size", value, "a number");
  } catch (error) {
    if (
      error instanceof SherdError &&
      error.code === "INVALID_OPTION" &&
      Object.is(error.details.value, value)
    )
      return error.message;
    throw error;
  }
}

const hostile = new Proxy(
  {},
  {
    ownKeys() {
      throw new Error("no keys");
    },
  },
);

describe("invalidOption", () => {
  it.each([
    ["a word", "word", '"word"'],
    ["a number", Number.NaN, "NaN"],
    ["nothing", undefined, "undefined"],
    ["null", null, "null"],
    ["a bigint", 7n, "7n"],
    ["a large bigint", 1n << 70n, "a bigint of more than 64 bits"],
    ["a symbol", Symbol("s"), 'a symbol "s"'],
    ["a function", function named() {}, 'a function "named"'],
    ["a list", [1, "b", { c: 1 }, null], '[1, "b", {…}, null]'],
    [
      "an object",
      {
        key: "secret",
        get other() {
          throw new Error("read");
        },
      },
      "an object { key, other }",
    ],
    ["an object without a prototype", Object.create(null), "{}"],
    [
      "an object that cannot be a string",
      {
        toString: () => {
          throw new Error("toString");
        },
      },
      "an object { toString }",
    ],
    ["a map", new Map([[1, 2]]), 'an object of type "Map"'],
    ["a proxy that refuses", hostile, "a value that cannot be shown"],
  ])("names %s", (_what, value, shown) => {
    expect(messageFor(value)).toBe(`size must be a number; got ${shown}.`);
  });

  it.each([
    ["a text", "x".repeat(10_000_000)],
    ["a list", Array.from({ length: 1_000_000 }, () => "y".repeat(500))],
    ["keys", Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`${i}${"z".repeat(300)}`, i]))],
    ["a function's source", new Function(`return "${"w".repeat(100_000)}"`)],
  ])("stays short for %s of any length", (_what, value) => {
    expect(messageFor(value).length).toBeLessThan(1_000);
  });
});
