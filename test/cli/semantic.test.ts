import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chunk, SemanticExplanation } from "../../src/chunk/index.ts";
import { renderPlot } from "../../src/cli/similarity-plot.ts";
import { sherd } from "../support/run-cli.ts";

const POTS =
  "The kiln was fired for two days. Its clay walls held the heat. The pots inside were glazed in blue. A pot that cracks in the kiln is thrown away.";
const TAX =
  "The tax office opened in March. Every merchant pays a tenth of his revenue. Late payment of tax costs a fine. The revenue went to the king.";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sherd-semantic-"));
  writeFileSync(join(folder, "two.md"), `# Two\n\n${POTS}\n\n${TAX}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: string[], input?: string) =>
  sherd(["chunk", ...args], { cwd: folder, ...(input === undefined ? {} : { input }) });

describe("sherd chunk --by semantic", () => {
  it("parts two subjects with the bundled model", async () => {
    const { code, stdout } = await run(["-", "--by", "semantic", "--json", "--size", "50"], `${POTS} ${TAX}`);
    expect(code).toBe(0);
    const chunks = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Chunk);
    expect(chunks.map(({ text }) => text)).toEqual([POTS, TAX]);
  });

  it("obeys a threshold of each kind, and refuses what is none", async () => {
    const count = async (threshold: string) =>
      (await run(["two.md", "--by", "semantic", "--json", "--threshold", threshold])).stdout
        .trim()
        .split("\n").length;
    expect(await count("1")).toBeGreaterThan(await count("p20"));
    expect(await count("-1")).toBe(1);
    expect(await count("9sd")).toBe(1);
    for (const wrong of ["7", "p101", "p1sd", "high", "1e9", ""]) {
      const { code, stderr } = await run(["two.md", "--by", "semantic", "--threshold", wrong]);
      expect([wrong, code]).toEqual([wrong, 2]);
      expect(stderr).toContain("--threshold must be a cosine such as 0.75");
    }
  });

  it.each(["--plot", "--threshold=0.5", "--embedder=bundled"])(
    "refuses %s by other chunkers",
    async (flag) => {
      const { code, stderr } = await run(["two.md", flag]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/must be left out with --by auto/);
    },
  );

  it("names the embedders there are", async () => {
    const { code, stderr } = await run(["two.md", "--by", "semantic", "--embedder", "magic"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/one of: bundled, /);
  });
});

describe("--plot", () => {
  it("draws the curve, marks the cuts and lists where chunks begin and why", async () => {
    const { stdout } = await run(["two.md", "--by", "semantic", "--plot", "--size", "50"]);
    expect(stdout).toMatch(/^two\.md {2}8 units, 2 chunks\n/);
    expect(stdout).toMatch(/ 0\.\d┤/);
    expect(stdout).toContain("cut at: ◆ topic 1");
    expect(stdout).toMatch(/#2 {2}line 5 +-?\d\.\d\d {2}topic +The tax office opened/);
    expect(stdout).not.toContain("\x1b");
  });

  it("gives the figures as one JSON object a document", async () => {
    const { stdout } = await run(["two.md", "--by", "semantic", "--plot", "--json", "--threshold", "p10"]);
    const { path, units, similarities, cuts, level } = JSON.parse(stdout) as SemanticExplanation & {
      path: string;
    };
    expect(path).toBe("two.md");
    expect(similarities.length).toBe(units.length - 1);
    expect(cuts.every(({ reason }) => ["wall", "topic", "maximum"].includes(reason))).toBe(true);
    expect(level).toBeGreaterThan(-1);
  });

  it("has nothing to draw for nothing", async () => {
    expect((await run(["-", "--by", "semantic", "--plot"], " ")).stdout.trim()).toBe(
      "standard input  0 units, 0 chunks",
    );
  });

  const explained = (count: number): SemanticExplanation => ({
    units: Array.from({ length: count }, (_, i) => ({ start: 4 * i, end: 4 * i + 4 })),
    similarities: Array.from({ length: count - 1 }, (_, i) => Math.sin(i)),
    cuts: [{ position: 40, similarity: -0.001, reason: "maximum" }],
  });

  it.each([30, 80, 200])("is never wider than a terminal of %i columns", (columns) => {
    const lines = renderPlot("a\u001b[31m.txt", "One ".repeat(400), explained(400), columns).split("\n");
    expect(Math.max(...lines.slice(1).map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines[0]).toContain("a␛[31m.txt");
  });

  it("shows similarities below zero as empty columns, and no minus before a zero", () => {
    const plot = renderPlot("a.txt", "One ".repeat(12), explained(12), 80);
    expect(plot).toMatch(/ 0\.00 {2}full/);
  });
});
