import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sherd } from "../support/run-cli.ts";

const set = fileURLToPath(new URL("../fixtures/eval-set", import.meta.url));
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sherd-eval-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[]) => sherd(["eval", ...args], { cwd: folder });
const lines = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

it("writes one object with the figures that were asked for", async () => {
  const { code, stdout, stderr } = await run([set, "--chunks", "given", "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [report, ...more] = lines(stdout);
  expect(more).toEqual([]);
  expect(report).toMatchObject({ set: "eval-set", chunks: "given", queries: 5, "pass@5": 100, "fail@20": 0 });
  for (const name of [
    "pass@10",
    "pass@20",
    "recall@5",
    "precision@5",
    "iou@5",
    "mrr",
    "ndcg@10",
    "p50_ms",
    "p95_ms",
    "index_seconds",
    "tokens_returned",
  ])
    expect(report[name], name).toEqual(expect.any(Number));
  expect(report.perQuery).toHaveLength(5);
  expect(report.boundaries).toHaveLength(7);
});

it("shows given and own chunks, the baseline, and topics as tables", async () => {
  const { code, stdout } = await run([set, "--baseline"]);
  expect(code).toBe(0);
  expect(stdout).toContain("eval-set  2 documents, 11 given chunks, 5 queries");
  expect(stdout).toContain("own chunks (parent-child)");
  expect(stdout).toMatch(/^hybrid +100\.0/m);
  expect(stdout).toMatch(/^vectors alone +\d/m);
  expect(stdout).toMatch(/^over vectors alone: pass@5 \+\d+\.\d \[/m);
  expect(stdout).toMatch(/^no boundary +\d/m);
  expect(stdout).toMatch(/^semantic +\d/m);
});

it("measures once without each part over one index", async () => {
  const { stdout } = await run([set, "--chunks", "given", "--off", "each", "--json", "--no-boundaries"]);
  const runs = lines(stdout);
  expect(runs.map(({ off }) => off)).toEqual(
    expect.arrayContaining([
      [],
      ["words"],
      ["meaning"],
      ["document"],
      ["context"],
      ["rerank"],
      ["duplicates"],
    ]),
  );
  expect(new Set(runs.map(({ index_seconds }) => index_seconds)).size).toBe(1);
});

it("splits with any chunker, and compares what two runs wrote", async () => {
  for (const [file, ...args] of [
    ["a.json", "--by", "sentence", "--size", "30", "--embedder", "none"],
    ["b.json", "--chunks", "own", "--embedder", "none"],
  ])
    writeFileSync(join(folder, file), (await run([set, ...args, "--json", "--k", "3,1"])).stdout);
  const { code, stdout } = await run(["--compare", "a.json", "b.json"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^pass@1 +\d+\.\d +\d+\.\d +[+-]\d+\.\d +\[/m);
  expect(stdout).toMatch(/^recall@1000t /m);
  expect(stdout).toContain("Not at equal tokens");
  const [comparison] = lines((await run(["--compare", "a.json", "b.json", "--json"])).stdout);
  expect(comparison).toMatchObject({ set: "eval-set", queries: 5, equal_tokens: false });
});

it("names the line of a malformed set before it measures any", async () => {
  const broken = join(folder, "broken");
  cpSync(set, broken, { recursive: true });
  writeFileSync(join(broken, "queries.jsonl"), '{"id":"q"}\n');
  const { code, stdout, stderr } = await run([set, broken]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/queries\.jsonl, line 1: a query needs id and query/);
});

it.each([
  [["--chunks", "mine"], /--chunks must be given, own; got "mine"/],
  [["--off", "luck"], /--off must be each, or some of: words/],
  [["--k", "5,0"], /--k must be a whole number from 1/],
  [["--chunks", "given", "--by", "text"], /--by must be left out with --chunks given/],
  [["--embedder", "none", "--baseline"], /--baseline must be left out with --embedder none/],
])("says what is wrong with %j", async (args, message) => {
  const { code, stderr } = await run([set, ...args]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

it("says what to name when nothing is named", async () => {
  expect(await run([])).toMatchObject({ code: 2, stderr: expect.stringContaining("corpus.jsonl") });
  expect(await run(["--compare", "a.json"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("two files"),
  });
});
