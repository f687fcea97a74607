import { expect, it } from "vitest";
import { Pace, renderProgress } from "./progress-bar.ts";

it("shows share, count, rate, time left and what was just done", () => {
  const progress = { phase: "store", done: 250, total: 1000, unit: "documents", item: "a\nb.md" };
  expect(renderProgress("indexing", progress, 50)).toBe(
    "indexing ██████░░░░░░░░░░░░░░░░░░ 25 % 250 of 1,000 documents · 50/s · 15 s left · a b.md",
  );
});

it("counts while the total is not known", () => {
  const progress = { phase: "read", done: 3_000_000, unit: "bytes" };
  expect(renderProgress("restoring", progress, 1_500_000)).toBe("restoring 3.0 MB · 1.5 MB/s");
});

it("gives the rate of the last seconds, not of all", () => {
  const pace = new Pace();
  const at = (done: number, milliseconds: number) =>
    pace.add({ phase: "store", done, unit: "documents" }, milliseconds);
  at(0, 0);
  expect(pace.rate()).toBe(0);
  for (let second = 1; second <= 5; second++) at(1000 * second, 1000 * second);
  expect(pace.rate()).toBe(1000);
  for (let second = 6; second <= 30; second++) at(5000 + 10 * (second - 5), 1000 * second);
  expect(pace.rate()).toBeCloseTo(10);
});

it("begins anew when the count does", () => {
  const pace = new Pace();
  pace.add({ phase: "store", done: 500, unit: "documents" }, 0);
  pace.add({ phase: "remove", done: 1, unit: "documents" }, 1000);
  pace.add({ phase: "remove", done: 21, unit: "documents" }, 2000);
  expect(pace.rate()).toBe(20);
});
