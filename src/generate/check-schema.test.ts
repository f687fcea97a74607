import { expect, it } from "vitest";
import { checkSchema } from "./check-schema.ts";

const SCHEMA = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, maxLength: 5 },
    kind: { enum: ["a", "b"] },
    share: { type: "number", minimum: 0, maximum: 1 },
    tags: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 2 },
    note: { type: ["string", "null"] },
    either: { anyOf: [{ type: "integer" }, { const: "none" }] },
  },
  required: ["name", "kind", "share", "tags", "note", "either"],
  additionalProperties: false,
};
const GOOD = { name: "x", kind: "a", share: 0.5, tags: ["t"], note: null, either: 3 };

it("has nothing to say against what fits", () => {
  expect(checkSchema(SCHEMA, GOOD)).toBeUndefined();
  expect(checkSchema(SCHEMA, { ...GOOD, note: "n", either: "none" })).toBeUndefined();
});

it.each([
  [[], "the object must be of type object"],
  [{ ...GOOD, name: 7 }, '"name" of the object must be of type string; it is 7'],
  [{ ...GOOD, name: "" }, '"name" of the object must have at least 1 characters; it is 0'],
  [{ ...GOOD, name: "longer" }, '"name" of the object must have at most 5 characters; it is 6'],
  [{ ...GOOD, kind: "c" }, '"kind" of the object must be one of ["a","b"]; it is "c"'],
  [{ ...GOOD, share: 1.5 }, '"share" of the object must be at most 1; it is 1.5'],
  [{ ...GOOD, tags: [] }, "at least 1 items"],
  [{ ...GOOD, tags: ["t", 1] }, 'item 2 of "tags" of the object must be of type string'],
  [{ ...GOOD, note: 1 }, "of type string or null"],
  [{ ...GOOD, either: 1.5 }, "none of the allowed kinds"],
  [{ ...GOOD, more: 1 }, 'the object must not have "more"'],
  [{ ...GOOD, ["__proto__"]: 1 }, "must not have"],
  [{ name: "x" }, 'the object lacks "kind"'],
])("names the place that is wrong in %j", (value, complaint) => {
  expect(checkSchema(SCHEMA, value)).toContain(complaint);
});

it("leaves alone what no keyword speaks of", () => {
  expect(checkSchema({ type: "object" }, { anything: [1, { x: 2 }] })).toBeUndefined();
});
