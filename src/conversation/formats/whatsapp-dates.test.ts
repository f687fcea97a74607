import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseOrder, readHeader, stampTime } from "./whatsapp-dates.ts";

/** How phones of several languages begin a message written on 5 March 2024 at 21:07. */
const HEADERS: readonly [string, "dmy" | "mdy" | "ymd"][] = [
  ["3/5/24, 9:07 PM - ", "mdy"],
  ["[3/5/24, 9:07:00\u202fPM] ", "mdy"],
  ["\u200e[05/03/2024, 21:07:00] ", "dmy"],
  ["05/03/2024, 21:07 - ", "dmy"],
  ["05/03/2024 21:07 - ", "dmy"],
  ["05/03/2024, 9:07 pm - ", "dmy"],
  ["5/3/24, 9:07 p. m. - ", "dmy"],
  ["5/3/24, 9:07\u00a0p.\u00a0m. - ", "dmy"],
  ["05.03.24, 21:07 - ", "dmy"],
  ["[05.03.24, 21:07:00] ", "dmy"],
  ["5.3.2024 21.07 - ", "dmy"],
  ["05-03-2024 21:07 - ", "dmy"],
  ["2024-03-05, 21:07 - ", "ymd"],
  ["2024/03/05 21:07 - ", "ymd"],
  ["2024/3/5 下午9:07 - ", "ymd"],
  ["2024. 3. 5. 오후 9:07 - ", "ymd"],
  ["[2024/3/5 午後9:07:00] ", "ymd"],
  ["٥/٣/٢٠٢٤، ٩:٠٧ م - ", "dmy"],
  ["\u200f5\u200f/3\u200f/2024, 21:07 - ", "dmy"],
];

describe("readHeader", () => {
  it.each(HEADERS)("reads %j", (header, order) => {
    const read = readHeader(`${header}Anna: Hi`);
    expect(read?.rest).toBe("Anna: Hi");
    expect(new Date(read === undefined ? 0 : (stampTime(read.stamp, order) ?? 0)).toISOString()).toBe(
      "2024-03-05T21:07:00.000Z",
    );
  });

  it.each(["Anna: Hi", "12:30 - lunch", "3/5 is a share", "10.000, 20 - 30", "", "[x] done", "1/2/3"])(
    "takes %j for the rest of a message",
    (line) => {
      expect(readHeader(line)).toBeUndefined();
    },
  );

  it("ends on any line", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."[]0123456789/.-,: apmPM\u200e"), maxLength: 200 }),
        (line) => void readHeader(line),
      ),
    );
  });
});

it("finds the order of any chat long enough to show it", () => {
  const days = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 60, maxLength: 80 });
  fc.assert(
    fc.property(days, fc.constantFrom("dmy" as const, "mdy" as const), (offsets, order) => {
      const stamps = offsets
        .toSorted((a, b) => a - b)
        .map((offset) => {
          const date = new Date(Date.UTC(2016, 0, 1) + offset * 86_400_000);
          const [day, month, year] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()];
          const numbers: [number, number, number] = order === "dmy" ? [day, month, year] : [month, day, year];
          return {
            date: numbers,
            isYearFirst: false,
            clock: [10, 0, 0] as const,
            separator: "/",
            hasDayHalf: false,
          };
        });
      expect(chooseOrder(stamps).order).toBe(order);
    }),
  );
});
