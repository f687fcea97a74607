import fc from "fast-check";
import { expect, it } from "vitest";
import { parseTime } from "./times.ts";

const iso = (value: unknown) => {
  const read = parseTime(value);
  return read === undefined
    ? undefined
    : `${new Date(read.time).toISOString()}${read.isLocalTime ? " local" : ""}`;
};

it.each([
  [1717401610.25, "2024-06-03T08:00:10.250Z"],
  [1717401610250, "2024-06-03T08:00:10.250Z"],
  [1717401610250000, "2024-06-03T08:00:10.250Z"],
  ["1709280060.000200", "2024-03-01T08:01:00.000Z"],
  ["2024-06-03T10:00:10.25+02:00", "2024-06-03T08:00:10.250Z"],
  ["2024-06-03T08:00:10.250123Z", "2024-06-03T08:00:10.250Z"],
  ["2024-06-03 08:00", "2024-06-03T08:00:00.000Z local"],
  ["2024-06-03", "2024-06-03T00:00:00.000Z local"],
  ["Tue, 05 Mar 2024 10:00:00 +0100", "2024-03-05T09:00:00.000Z"],
  ["2024-02-30", undefined],
  ["03/04/2024", undefined],
  ["yesterday", undefined],
  [12.5, undefined],
  [0, undefined],
  [null, undefined],
  [Number.NaN, undefined],
])("reads %j as %s", (value, expected) => {
  expect(iso(value)).toBe(expected);
});

it("reads every moment back, in seconds, milliseconds and ISO", () => {
  fc.assert(
    fc.property(fc.integer({ min: 200_000_000_000, max: 4_000_000_000_000 }), (time) => {
      expect(parseTime(time)).toEqual({ time });
      expect(parseTime(time / 1_000)).toEqual({ time });
      expect(parseTime(new Date(time).toISOString())).toEqual({ time });
    }),
  );
});
