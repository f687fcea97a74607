import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compareRuns } from "./compare-runs.ts";
import { readRuns, type WrittenRun } from "./run-json.ts";

const run = (chunks: string, passes: readonly number[], tokens = 100): WrittenRun => ({
  set: "s",
  chunks,
  tokens_returned: tokens,
  perQuery: passes.map((pass, i) => ({ id: `q${i}`, tokens, figures: { "pass@5": pass } })),
});

it("pairs queries by id and gives the difference and the cut", () => {
  const a = run("given", [0, 0, 100, 0]);
  const b = {
    ...run("given", [100, 0, 100, 100]),
    perQuery: run("given", [100, 0, 100, 100]).perQuery.toReversed(),
  };
  const [comparison] = compareRuns([a], [b]);
  expect(comparison).toMatchObject({ set: "s", queries: 4, unpaired: 0, equal_tokens: true });
  expect(comparison.figures["pass@5"]).toMatchObject({ a: 25, b: 75, mean: 50 });
  expect(comparison.cut["fail@5"].mean).toBeCloseTo(66.67, 1);
});

it("leaves out queries that one side does not have, and says so", () => {
  const [comparison] = compareRuns([run("own", [0, 100])], [run("own", [100, 100, 100])]);
  expect(comparison).toMatchObject({ queries: 2, unpaired: 1 });
  expect(comparison.figures["pass@5"].mean).toBe(50);
});

it("says when two runs do not return equally many tokens", () => {
  const equal = (tokens: number) => compareRuns([run("own", [0])], [run("own", [0], tokens)])[0].equal_tokens;
  expect([equal(95), equal(105), equal(94), equal(106)]).toEqual([true, true, false, false]);
});

it("compares given with own chunks where each file has one run of the set", () => {
  expect(compareRuns([run("given", [0])], [run("own", [100])])[0].chunks).toEqual(["given", "own"]);
});

it("refuses files without a common set, and files with several runs of one", () => {
  const other = { ...run("own", [0]), set: "t" };
  expect(() => compareRuns([run("own", [0])], [other])).toThrow(
    /No set is in both files: s \(own\) and t \(own\)/,
  );
  const twice = [run("own", [0]), run("own", [100])];
  expect(() => compareRuns([run("own", [0])], twice)).toThrow(/holds 2 runs of s \(own\)/);
  expect(() => compareRuns(twice, [run("own", [0])])).toThrow(/holds 2 runs of s \(own\)/);
});

it("names the line that is no run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sherd-runs-"));
  try {
    const path = join(folder, "a.json");
    writeFileSync(path, '{"set":"s"}\n');
    await expect(readRuns(path)).rejects.toThrow(/a\.json, line 1: no run of `sherd eval SET --json`/);
    await expect(readRuns(join(folder, "b.json"))).rejects.toThrow(/b\.json cannot be read/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
