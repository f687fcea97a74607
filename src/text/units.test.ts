import fc from "fast-check";
import { expect, it } from "vitest";
import { withUnits } from "./units.ts";

const unitsOf = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
const zeros = [0, 0, 0, 0];

it("are those of any text, and zeros after them", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 50 }),
      fc.constantFrom("", "plain", "\ud800"),
      (a, b) => {
        const text = a + b;
        const got = withUnits(text, (units) => [...units.subarray(0, text.length + 4)]);
        expect(got).toEqual([...unitsOf(text), ...zeros]);
      },
    ),
  );
});

it("of a long text, and of one that is read while another is", () => {
  const long = "Ton und Glut, é. ".repeat(10_000);
  withUnits("outer", (outer) => {
    withUnits(long, (units) => expect([...units]).toEqual([...unitsOf(long), ...zeros]));
    withUnits("inner", (inner) => expect(inner).not.toBe(outer));
    expect([...outer.subarray(0, 9)]).toEqual([...unitsOf("outer"), ...zeros]);
  });
});

it("are lent again after a visitor threw", () => {
  expect(() =>
    withUnits("a", () => {
      throw new Error("stop");
    }),
  ).toThrow("stop");
  const [first, second] = [withUnits("a", (units) => units), withUnits("b", (units) => units)];
  expect(first).toBe(second);
});
