import { expect, it } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0);

it.each([
  ["120", NOW + 120_000],
  ["0", NOW],
  [" 1.5 ", NOW + 1_500],
  ["Mon, 05 Jan 2026 12:01:00 GMT", NOW + 60_000],
  ["Monday, 05-Jan-26 12:01:00 GMT", NOW + 60_000],
  ["Mon Jan  5 12:01:00 2026 GMT", NOW + 60_000],
])("reads %j", (value, time) => {
  expect(parseRetryAfter(value, NOW)).toBe(time);
});

it.each([undefined, null, "", "soon", "-5", "12/1", "NaN", "Mon, nonsense"])(
  "takes %j for nothing",
  (value) => {
    expect(parseRetryAfter(value, NOW)).toBeUndefined();
  },
);
