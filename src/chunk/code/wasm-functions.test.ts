import { expect, test } from "vitest";
import { longestFunction } from "./wasm-functions.ts";

/** Sections of a module: an id and its content. */
const moduleOf = (...sections: readonly (readonly [number, readonly number[]])[]): Uint8Array =>
  Uint8Array.from([
    0,
    97,
    115,
    109,
    1,
    0,
    0,
    0,
    ...sections.flatMap(([id, content]) => [id, ...leb(content.length), ...content]),
  ]);

function leb(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...leb(Math.floor(value / 128))];
}

const body = (length: number): number[] => [...leb(length), ...Array<number>(length).fill(0)];

test("finds the longest function among the sections", () => {
  const code = [3, ...body(5), ...body(300), ...body(7)];
  expect(longestFunction(moduleOf([1, [9, 9]], [10, code], [11, [1, 2, 3]]))).toBe(300);
});

test("a module without code has none", () => {
  expect(longestFunction(moduleOf([1, [9]]))).toBe(0);
  expect(longestFunction(moduleOf())).toBe(0);
});

test("any bytes are read to their end", () => {
  const whole = moduleOf([10, [2, ...body(300), ...body(4)]]);
  for (let length = 0; length <= whole.length; length++) longestFunction(whole.subarray(0, length));
  expect(longestFunction(new Uint8Array(64).fill(0xff))).toBeGreaterThanOrEqual(0);
});
