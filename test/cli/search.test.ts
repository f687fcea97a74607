import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TokenCounter } from "../../src/text/index.ts";
import { Corpus, POTTERY } from "./support/corpus.ts";

interface HitJson {
  readonly rank: number;
  readonly score: number;
  readonly documentId: string;
  readonly title?: string;
  readonly text: string;
  readonly tokens: number;
  readonly highlights: readonly { start: number; end: number }[];
  readonly chunk: { readonly id: string; readonly text: string };
  readonly parts: Readonly<Record<string, number>>;
  readonly explanation?: { readonly words?: { readonly rank: number } };
}
interface ResultJson {
  readonly query: string;
  readonly mode: string;
  readonly tokens: number;
  readonly hits: readonly HitJson[];
  readonly children?: { readonly tokens: number; readonly hits: readonly HitJson[] };
}

let corpus: Corpus;
beforeAll(async () => {
  corpus = new Corpus({
    ...POTTERY,
    "docs/evil.md": "# Evil \x1b[2J\n\nThe \x1b]0;owned\x07 beetle sings.\n",
  });
  expect(await corpus.run(["index", "."])).toMatchObject({ code: 0, stderr: "" });
});
afterAll(() => corpus.dispose());

const search = (...args: string[]) => corpus.run(["search", ...args]);

describe("results for a person", () => {
  it("name title and path, place, snippet and score, without marks when piped", async () => {
    const { code, stdout, stderr } = await search("when", "is", "the", "door", "opened", "--limit", "1");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^ 1 {2}Firing › (?:Kilns|Cooling) +████████ \d\.\d\d$/);
    expect(lines[0]).toHaveLength(80);
    expect(lines[1]).toMatch(/^ {4}docs\/kiln\.md:\d+-\d+ · /);
    expect(lines.slice(2).join(" ")).toContain("the door is opened");
    expect(lines.at(-2)).toMatch(/^1 hit by words and meaning, [\d,]+ tokens, /);
    expect(stdout).not.toContain("\x1b");
  });

  it("mark matched words where colours are wanted", async () => {
    const env = { NO_COLOR: undefined, FORCE_COLOR: "1" };
    const { stdout } = await corpus.run(["search", "temperature"], { env });
    expect(stdout).toMatch(/The \x1b\[1m\x1b\[33mtemperature\x1b\[39m\x1b\[22m of/);
  });

  it("use the front matter's title and keep code in lines", async () => {
    expect((await search("ash green")).stdout).toMatch(/^ 1 {2}On glazes(?: › Glazes)? /);
    expect((await search("turnWheel speed", "--limit", "1")).stdout).toContain(
      "    export function turnWheel(speed: number): number {\n      return speed * 2;\n    }\n",
    );
  });

  it("let no document steer the terminal", async () => {
    const { stdout } = await search("beetle", "--explain");
    expect(stdout).toContain("beetle sings");
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
  });

  it("--explain adds up", async () => {
    const { stdout } = await search("temperature kiln", "--limit", "1", "--explain");
    const [, total, sum] = /^ +score +([\d.]+) = (.*)$/m.exec(stdout) ?? [];
    const parts = Array.from(sum.matchAll(/[\d.]+/g), Number);
    expect(parts.reduce((a, b) => a + b)).toBeCloseTo(Number(total), 2);
    expect(stdout).toMatch(/^ +words +rank 1, score /m);
    expect(stdout).toMatch(/^ +kiln: text [\d.]+/m);
    expect(stdout).toMatch(/^ +meaning +rank \d+, cosine /m);
    expect(stdout).toMatch(/^ +rerank +coverage /m);
    expect(stdout).toMatch(/^ +chunk +[0-9a-f]{32}$/m);
  });

  it("say on standard error that there are none, and why", async () => {
    const { code, stdout, stderr } = await search("xylophone", "--mode", "words");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    const { chunks, parents } = await corpus.json<{ chunks: number; parents: number }>("status");
    expect(parents).toBeGreaterThan(0);
    expect(stderr).toBe(
      `sherd: nothing found in ${chunks - parents} chunks. Try other words, or --mode hybrid.\n`,
    );
  });
});

describe("--json", () => {
  it("has the documented shape", async () => {
    const result = await corpus.json<ResultJson>("search", "door opened", "--limit", "2", "--explain");
    expect(Object.keys(result)).toEqual([
      "query",
      "workspace",
      "milliseconds",
      "mode",
      "tokens",
      "warnings",
      "hits",
    ]);
    expect(result).toMatchObject({ query: "door opened", mode: "hybrid" });
    const [hit] = result.hits;
    expect(hit).toMatchObject({
      rank: 1,
      documentId: "docs/kiln.md",
      title: "Firing",
      path: ["Firing", expect.any(String)],
    });
    expect(hit.text).toContain(hit.chunk.text);
    expect(hit.highlights.map(({ start, end }) => hit.chunk.text.slice(start, end))).toContain("opened");
    expect(Object.values(hit.parts).reduce((a, b) => a + b)).toBeCloseTo(hit.score);
    expect(hit.explanation?.words?.rank).toBe(1);
    expect(hit).toMatchObject({
      span: { start: expect.any(Number) },
      metadata: { type: "markdown" },
      duplicates: [],
    });
  });

  it("gives only the options that were asked for", async () => {
    const one = await corpus.json<ResultJson>(
      "search",
      "kiln",
      "--limit",
      "1",
      "--mode",
      "words",
      "--expand",
      "none",
    );
    expect(one.hits).toHaveLength(1);
    expect(one.mode).toBe("words");
    expect(one.hits[0].text).toBe(one.hits[0].chunk.text);
    const code = await corpus.json<ResultJson>("search", "wheel kiln", "--filter", "type=code");
    expect(code.hits.map(({ documentId }) => documentId)).toEqual(["src/wheel.ts"]);
    const old = await corpus.json<ResultJson>(
      "search",
      "glaze",
      "--filter",
      "id^=docs/",
      "--filter",
      "type!=code",
    );
    expect(old.hits.every(({ documentId }) => documentId.startsWith("docs/"))).toBe(true);
  });

  it("--compare gives children beside parents", async () => {
    const { children, hits } = await corpus.json<ResultJson>("search", "kiln", "--compare");
    expect(hits[0].text).toContain(hits[0].chunk.text);
    expect(hits[0].text.length).toBeGreaterThan(hits[0].chunk.text.length);
    for (const { text, chunk } of children?.hits ?? []) expect(text).toBe(chunk.text);
    expect(children?.tokens).toBe(children?.hits.reduce((sum, { tokens }) => sum + tokens, 0));
    expect((await search("kiln", "--compare")).stdout).toMatch(/parents cost [\d.]+ times the tokens\n$/);
  });
});

describe("--context", () => {
  it("quotes passages with their origin and keeps the budget", async () => {
    const { stdout, stderr } = await search("kiln glaze clay", "--context", "--budget", "150");
    const counter = await TokenCounter.create();
    expect(counter.count(stdout)).toBeLessThanOrEqual(150);
    expect(stdout).toMatch(/^\[1\] .*docs\/.*\.md:\d+-\d+/m);
    expect(stdout).toMatch(/^> /m);
    expect(stderr).toMatch(/^sherd: [1-9] of \d hits?, \d+ of 150 tokens\n$/);
  });

  it("gives the chunk where its parent does not fit", async () => {
    const [hit] = (await corpus.json<ResultJson>("search", "kiln", "--limit", "1")).hits;
    const budget = String(hit.tokens);
    const { code, stdout, stderr } = await search("kiln", "--limit", "1", "--context", "--budget", budget);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("1 of 1 hit,") });
    expect(stdout.length).toBeLessThan(hit.text.length);
  });

  it("fails when not even one fits, and says what would", async () => {
    const { code, stdout, stderr } = await search("kiln", "--context", "--budget", "20");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^sherd: no hit fits into 20 tokens; the shortest needs \d+ with its origin\./);
  });
});

describe("any text is a query", () => {
  it.each(['"unclosed AND (', "🏺", "'; DROP TABLE documents; --", "%_*^:"])("%s", async (query) => {
    expect(await corpus.run(["search", "--", query])).toMatchObject({ code: 0 });
  });

  it("comes from standard input too, however long", async () => {
    const { code, stdout } = await corpus.run(["search", "-"], { input: `kiln ${"x\0y ".repeat(250_000)}` });
    expect(code).toBe(0);
    expect(stdout).toContain("docs/kiln.md");
  });
});

describe("what is wrong is said, with the way out", () => {
  it.each([
    [["--mode", "fuzzy"], "--mode must be one of: hybrid, words, meaning"],
    [["--expand", "all"], "--expand must be one of"],
    [["--limit", "0"], "--limit must be a whole number from 1 on"],
    [["--filter", "a b"], "--filter must be key=value"],
    [["--filter", "nokey=1"], "Known keys"],
    [["--context", "--json"], "leave out --json"],
    [["--db", ""], "--db must be"],
  ])("%j", async (args, message) => {
    const { code, stdout, stderr } = await search("kiln", ...args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("a database that is not there", async () => {
    const { code, stderr } = await search("kiln", "--db", "none.db");
    expect(code).toBe(1);
    expect(stderr).toBe(
      "sherd: There is no database at none.db (named by --db). `sherd index PATH --db none.db` makes one.\n",
    );
  });

  it("a folder that cannot be made", async () => {
    const { code, stderr } = await corpus.run(["index", ".", "--db", "docs/kiln.md/deep/kb.db"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/docs\/kiln\.md\/deep for the database cannot be made .*--db\.\n$/);
  });

  it("a file that is no database", async () => {
    const { code, stderr } = await search("kiln", "--db", "docs/kiln.md");
    expect(code).toBe(1);
    expect(stderr).toContain("kiln.md");
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
