import { describe, expect, it } from "vitest";
import { jsonRecords, MOST_RECORDS } from "./json-records.ts";

const parts = (text: string) =>
  jsonRecords(text, "a.json", 100).sections.map(({ title, locator, span }) => [
    title || locator,
    text.slice(span.start, span.end),
  ]);

describe("parts of JSON", () => {
  it("are an object's members, with their names", () => {
    expect(parts('{ "a": 1,\n "b c" : {"x": [1, "}"]} , "d\\u0065": "q\\"," }')).toEqual([
      ["a", '"a": 1'],
      ["b c", '"b c" : {"x": [1, "}"]}'],
      ["de", '"d\\u0065": "q\\","'],
    ]);
  });

  it("are an array's objects and arrays; plain values stay together", () => {
    expect(parts('[1, {"a": 2}, "x", [3]]')).toEqual([
      ["item 2", '{"a": 2}'],
      ["item 4", "[3]"],
    ]);
    expect(parts("[1, 2, 3]")).toEqual([]);
    expect(parts("42")).toEqual([]);
  });

  it("may have comments between them", () => {
    expect(parts('{ // one: {\n "a": 1, /* " */ "b": 2 }').map(([title]) => title)).toEqual(["a", "b"]);
  });

  it("of values one after the other are those of each", () => {
    expect(parts('{"a":1}\n{"b":2}').map(([title]) => title)).toEqual(["a", "b"]);
  });

  it.each([
    ['{"a": 1', /1 bracket is not closed/],
    ['{"a": "x}', /the string at 6 is not closed/],
    ['{"a": 1]', /"\]" at 7 closes nothing/],
    ["]", /closes nothing/],
  ])("say what is wrong with %j", (text, problem) => {
    expect(jsonRecords(text, "a", 100).problem).toMatch(problem);
  });

  it("are bounded in number", () => {
    const { sections, truncated } = jsonRecords(`[${"{},".repeat(MOST_RECORDS + 1)}{}]`, "a", 100);
    expect(sections).toHaveLength(MOST_RECORDS);
    expect(truncated).toBe(true);
  });

  it("may nest only so deep", () => {
    const error = expect.objectContaining({
      code: "LIMIT_EXCEEDED",
      details: expect.objectContaining({ limit: "nesting" }),
    });
    expect(() => jsonRecords("[".repeat(101), "a", 100)).toThrowError(error);
    expect(() => jsonRecords("[".repeat(100), "a", 100)).not.toThrow();
  });
});
