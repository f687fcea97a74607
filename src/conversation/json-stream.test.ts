import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonLineScanner } from "./json-lines.ts";
import { parsePrefix } from "./json-prefix.ts";
import { type JsonRecord, JsonRecordScanner } from "./json-stream.ts";

const scope = { name: "test.json", maxConversationLength: 1_000_000 };

function scan(scanner: JsonRecordScanner | JsonLineScanner, pieces: readonly string[]): JsonRecord[] {
  const found: JsonRecord[] = [];
  for (const piece of pieces) found.push(...scanner.push(piece));
  found.push(...scanner.finish());
  return found;
}

function valuesOf(records: readonly JsonRecord[]): unknown[] {
  return records.map((record) => ("value" in record ? record.value : record.error.code));
}

/** The text cut at any places, in code units. */
const pieces = (text: string) =>
  fc.array(fc.nat(text.length), { maxLength: 12 }).map((cuts) => {
    const places = [0, ...cuts.sort((a, b) => a - b), text.length];
    return places.slice(1).map((end, index) => text.slice(places[index], end));
  });

const space = fc.constantFrom(undefined, 1, "\t");

describe("JsonRecordScanner", () => {
  it("gives an array's elements, whatever they are and however the text is cut", () => {
    const cases = fc
      .tuple(fc.array(fc.jsonValue(), { maxLength: 8 }), space)
      .chain(([values, indent]) =>
        fc.tuple(fc.constant(values), pieces(JSON.stringify(values, null, indent))),
      );
    fc.assert(
      fc.property(cases, ([values, cut]) => {
        expect(valuesOf(scan(new JsonRecordScanner(scope, true), cut))).toEqual(
          JSON.parse(JSON.stringify(values)),
        );
      }),
    );
  });

  it("gives values that stand one after another", () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });
    const cases = fc
      .tuple(objects, space, fc.constantFrom("", "\n", " \r\n "))
      .chain(([values, indent, between]) =>
        fc.tuple(
          fc.constant(values),
          pieces(values.map((value) => JSON.stringify(value, null, indent)).join(between)),
        ),
      );
    fc.assert(
      fc.property(cases, ([values, cut]) => {
        expect(valuesOf(scan(new JsonRecordScanner(scope, false), cut))).toEqual(
          JSON.parse(JSON.stringify(values)),
        );
      }),
    );
  });

  it("ends and throws nothing on any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'[]{},:"\\ \na1') }),
        fc.boolean(),
        (text, isArray) => {
          for (const record of scan(new JsonRecordScanner(scope, isArray), [text]))
            expect(record.place).toMatch(/^\$/);
        },
      ),
    );
  });

  it("holds no more of a record than it may", () => {
    const scanner = new JsonRecordScanner({ name: "t", maxConversationLength: 10 }, true);
    const records = scan(scanner, ['["', ..."x".repeat(50), '", 1, "', "0123456", '"]']);
    expect(valuesOf(records)).toEqual(["LIMIT_EXCEEDED", 1, "0123456"]);
  });
});

describe("JsonLineScanner", () => {
  it("gives every line its number and goes on behind a bad one", () => {
    const records = scan(new JsonLineScanner(scope), ['{"a":1}\r\n\n{"b"', ':2}\n{"c":\n\0\0\n7']);
    expect(records.map(({ place }) => place)).toEqual(["line 1", "line 3", "line 4", "line 5", "line 6"]);
    expect(valuesOf(records)).toEqual([{ a: 1 }, { b: 2 }, "INPUT_MALFORMED", "INPUT_MALFORMED", 7]);
  });
});

describe("parsePrefix", () => {
  it("reads the beginning of any JSON that is cut", () => {
    const cases = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }).chain((value) => {
      const text = JSON.stringify(value);
      return fc.tuple(
        fc.constant(value),
        fc.integer({ min: 1, max: text.length }).map((end) => text.slice(0, end)),
      );
    });
    fc.assert(
      fc.property(cases, ([value, cut]) => {
        const found = parsePrefix(cut) as Record<string, unknown>;
        expect(typeof found).toBe("object");
        expect(Object.keys(value)).toEqual(expect.arrayContaining(Object.keys(found)));
      }),
    );
    expect(parsePrefix('{"mapping":{"a":{"message":{"role":"us')).toEqual({
      mapping: { a: { message: {} } },
    });
    expect(parsePrefix(`[{"role":"user","content":"Hi \\u00e4${"x".repeat(200)}`)).toEqual([
      { role: "user", content: "Hi " },
    ]);
    expect(parsePrefix(`[{"role":"user","${"x".repeat(200)}`)).toEqual([{ role: "user" }]);
  });
});
