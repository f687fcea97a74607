import { expect, it } from "vitest";
import { SherdError } from "../core/errors.ts";
import { readFilter } from "./filter-flag.ts";

it.each([
  ["type=markdown", { type: "markdown" }],
  ["year=2020", { year: 2020 }],
  ['year="2020"', { year: "2020" }],
  ["draft=false", { draft: false }],
  ["owner=null", { owner: null }],
  ["kind=a,b,3", { kind: ["a", "b", 3] }],
  ['kind="a,b"', { kind: "a,b" }],
  ["kind!=a", { kind: { not: "a" } }],
  ["kind!=a,b", { kind: { not: ["a", "b"] } }],
  ["year>=2020", { year: { atLeast: 2020 } }],
  ["year<=2020.5", { year: { atMost: 2020.5 } }],
  ["year>2020", { year: { above: 2020 } }],
  ["modified<2024-01-01", { modified: { below: "2024-01-01" } }],
  ["id^=docs/", { id: { startsWith: "docs/" } }],
  ["author", { author: { exists: true } }],
  ["!author", { author: { exists: false } }],
  ["q=a=b", { q: "a=b" }],
  ["empty=", { empty: "" }],
])("%s", (written, filter) => {
  expect(readFilter([written])).toEqual(filter);
});

it("joins bounds on one key", () => {
  expect(readFilter(["year>=2020", "year<2024", "type=text"])).toEqual({
    year: { atLeast: 2020, below: 2024 },
    type: "text",
  });
  expect(readFilter([])).toBeUndefined();
});

it.each([[["=x"]], [["a b=c"]], [[""]], [["year=1", "year=2"]], [["year>1", "year>2"]]])(
  "refuses %j and says how conditions are written",
  (written) => {
    expect(() => readFilter(written)).toThrow(SherdError);
    expect(() => readFilter(written)).toThrow(/--filter must be/);
  },
);

it("takes a key that objects have by birth as any other", () => {
  expect(Object.entries(readFilter(["constructor=a"]) ?? {})).toEqual([["constructor", "a"]]);
});
