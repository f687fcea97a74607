import { expect, it } from "vitest";
import { isNestedTooDeep } from "./html-nesting.ts";

it("finds elements nested without end", () => {
  expect(isNestedTooDeep("<div>".repeat(2_000))).toBe(true);
  expect(isNestedTooDeep("<div>".repeat(500) + "</div>".repeat(500))).toBe(false);
});

it("does not count what is closed, or needs no end", () => {
  expect(isNestedTooDeep("<a>x</a>".repeat(5_000))).toBe(false);
  expect(isNestedTooDeep("<br><img src='a'><li>x<p>y".repeat(5_000))).toBe(false);
  expect(isNestedTooDeep("a < b and b <= c ".repeat(5_000))).toBe(false);
});
