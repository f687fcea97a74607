import { describe, expect, it } from "vitest";
import type { Filter } from "../core/store.ts";
import { filterTest } from "./filter.ts";

const SUBJECT = {
  id: "a/b.md",
  title: undefined,
  path: "/files/a/b.md",
  metadata: { title: "From metadata", year: 2020, tags: ["x", 3], nested: { a: 1 }, none: null, flag: true },
};
const KEYS = [...Object.keys(SUBJECT.metadata), "__proto__", "constructor"];

function passes(filter: Filter): boolean {
  return filterTest(filter, KEYS)(SUBJECT);
}

describe("a filter", () => {
  it.each<[Filter, boolean]>([
    [{}, true],
    [{ title: "From metadata" }, true],
    [{ path: { startsWith: "/files/" } }, true],
    [{ tags: 3 }, true],
    [{ tags: { startsWith: "x" } }, true],
    [{ tags: { above: 2 } }, true],
    [{ tags: { not: ["y", 4] } }, true],
    [{ tags: { not: [3] } }, false],
    [{ year: { above: "2" } }, false],
    [{ year: { atLeast: 2020, atMost: 2020 } }, true],
    [{ year: { above: 2020 } }, false],
    [{ nested: "x" }, false],
    [{ none: null }, true],
    [{ none: { exists: false } }, true],
    [{ flag: { exists: true, not: false } }, true],
    [{ flag: 1 }, false],
    // Names that every object has are keys like others.
    [{ constructor: null }, true],
    [JSON.parse('{"__proto__": null}'), true],
  ])("%j: %s", (filter, expected) => {
    expect(passes(filter)).toBe(expected);
  });

  it.each([
    [{ unknown: 1 }],
    [{ toString: 1 }],
    [{ year: { near: 1 } }],
    [{ year: { startsWith: 1 } }],
    [{ year: { exists: "yes" } }],
    [{ year: { above: Number.NaN } }],
    [{ year: { not: {} } }],
    [{ year: undefined }],
    [{ year: {} }],
    [{ year: Object.create(null) }],
    [{ year: { above: undefined } }],
    [{ year: { above: 1, below: undefined } }],
    [{ year: { not: [] } }],
    [{ year: { not: undefined } }],
    [{ year: [] }],
    [{ year: new Array(1) }],
    [{ year: [{}] }],
    [{ year: new Date(0) }],
    [{ year: new Map([["above", 1]]) }],
    [{ year: /x/ }],
    [{ year: new (class Bounds {})() }],
    [{ year: Number.NaN }],
    [{ year: 5n }],
    [{ year: Symbol("x") }],
    [{ year: { above: Number.POSITIVE_INFINITY } }],
    [null],
    [undefined],
    [[]],
    ["year"],
    [new Map([["year", 2020]])],
  ])("%o is refused", (filter) => {
    expect(() => passes(filter as unknown as Filter)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});
