import { describe, expect, it } from "vitest";
import { formatNumber, readFormatCode } from "./cell-formats.ts";

describe("readFormatCode", () => {
  it.each([
    ["General", "number"],
    ["0.00", "number"],
    ["#,##0.00 [$€-407]", "number"],
    ['0 "days"', "number"],
    ["0.0%", "percent"],
    ["dd/mm/yyyy", "date"],
    ["[$-409]d-mmm-yy;@", "date"],
    ["mmm", "date"],
    ['yyyy"年"m"月"d"日"', "date"],
    ["yyyy-mm-dd hh:mm", "datetime"],
    ["m/d/yy h:mm AM/PM", "datetime"],
    ["hh:mm:ss", "time"],
    ["mm:ss.0", "time"],
    ["[h]:mm", "elapsed"],
    ["[Red]0;[Blue]-0", "number"],
  ])("%s is %s", (code, expected) => {
    expect(readFormatCode(code)).toBe(expected);
  });
});

describe("formatNumber", () => {
  it("counts days as Excel does, the one that never was included", () => {
    const day = (value: number): string => formatNumber(value, "date", false);
    expect([1, 59, 60, 61, 43_831, 2_958_465].map(day)).toEqual([
      "1900-01-01",
      "1900-02-28",
      "1900-02-29",
      "1900-03-01",
      "2020-01-01",
      "9999-12-31",
    ]);
    expect(day(-1)).toBe("-1");
    expect(day(3_000_000)).toBe("3000000");
    expect(day(1e300)).toBe("1e+300");
  });

  it("shows times to the second and carries over midnight", () => {
    expect(formatNumber(43_831.5, "datetime", false)).toBe("2020-01-01 12:00");
    expect(formatNumber(0.999999999, "time", false)).toBe("00:00");
    expect(formatNumber(43_830.999999999, "datetime", false)).toBe("2020-01-01 00:00");
    expect(formatNumber(0.25 + 1 / 86_400, "time", false)).toBe("06:00:01");
    expect(formatNumber(1.5, "elapsed", false)).toBe("36:00");
  });

  it("writes numbers and per cents without the noise of binary fractions", () => {
    expect(formatNumber(0.1 + 0.2, "percent", false)).toBe("30%");
    expect(formatNumber(0.07, "percent", false)).toBe("7%");
    expect(formatNumber(12345.678, "number", false)).toBe("12345.678");
  });
});
