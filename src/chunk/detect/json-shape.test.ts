import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonShape } from "./json-shape.ts";

describe("jsonShape", () => {
  it.each([
    ["{}", "value"],
    [" [ ] \n", "value"],
    ['{"a": [1, -2.5e-3, true, null, "\\"]"]}', "value"],
    ['{"a": 1}\n[2]\n{}', "lines"],
    ["1", "none"],
    ['"text"', "none"],
    ["[a](b)", "none"],
    ["{a: 1}", "none"],
    ['{"a": 1,}', "none"],
    ["[1 2]", "none"],
    ["[1]]", "none"],
    ["[1}", "none"],
    ['{"a" 1}', "none"],
    ['{"a": "\n"}', "none"],
    ["{} {}", "none"],
    ["{} x", "none"],
    ["[01x]", "none"],
    ["", "none"],
  ])("%j is %s", (text, shape) => {
    expect(jsonShape(text, true)).toBe(shape);
  });

  it("a value that goes on past a window is a start, but a text that ends so is none", () => {
    for (const text of ['{"a": [1, 2', '{"a', '{"a": tru', "[[[["]) {
      expect(jsonShape(text, false)).toBe("start");
      expect(jsonShape(text, true)).toBe("none");
    }
  });

  it("every object and list that JSON.stringify writes is a value, in every layout", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
        fc.nat(3),
        (value, indent) => {
          expect(jsonShape(JSON.stringify(value, undefined, indent), true)).toBe("value");
        },
      ),
    );
  });

  it("what JSON.parse refuses is no value", () => {
    const piece = fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', "1", "true", " ", "\n");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        if (jsonShape(text, true) === "value") expect(() => JSON.parse(text)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });
});
