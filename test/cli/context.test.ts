import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatServers } from "../generate/support.ts";
import { sectioned } from "../knowledge-base/context-support.ts";
import { temporaryFolder, writeFiles } from "../knowledge-base/support.ts";
import { type CliResult, sherd } from "../support/run-cli.ts";

const serve = chatServers();
const NO_KEYS = { OPENAI_API_KEY: undefined, SHERD_DB: undefined, SHERD_EMBEDDER: "none" };

function project(files: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "docs/a.md": sectioned("apples", 40), "docs/b.md": sectioned("pears", 40), ...files });
  return (...args: string[]): Promise<CliResult> => sherd(args, { cwd, env: NO_KEYS });
}

describe("--dry-run", () => {
  it("estimates what contexts would cost, without a key, and leaves nothing behind", async () => {
    const run = project();
    const asked = ["index", "docs", "--context", "llm", "--model", "openai:gpt-5-mini", "--dry-run"];
    const { code, stdout, stderr } = await run(...asked);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^contexts +\d+ chunks of 2 documents: \d+ calls, 0 chunks have theirs already$/m);
    expect(stdout).toMatch(/^tokens +[\d,]+ in \(\d+ % cached\), [\d,]+ out$/m);
    expect(stdout).toMatch(/^price +\$0\.\d+ /m);
    expect(stdout).toMatch(/^time +about \d+ s$/m);
    expect(stdout).toContain("Nothing was sent.");
    expect((await run("status")).stderr).toContain("There is no database");
    const json = JSON.parse(
      (await run(...asked, "--json", "--price", "1,2", "--requests-per-minute", "1")).stdout,
    );
    const { usage, dollars, calls, seconds } = json.contexts;
    expect(dollars).toBeCloseTo((usage.input + 2 * usage.output) / 1e6, 10);
    expect(seconds).toBe(60 * calls);
    expect(json.add).toEqual(["docs/a.md", "docs/b.md"]);
  });

  it("says which files cannot be read", async () => {
    const run = project({ "docs/c.md": "\u0000".repeat(500) });
    const asked = ["index", "docs", "--context", "llm", "--model", "openai:gpt-5-mini", "--dry-run"];
    const { stdout, stderr } = await run(...asked);
    expect(stdout).toContain("of 2 documents");
    expect(stderr).toContain("docs/c.md is not text");
  });

  it("says that a price is not known, and what to do", async () => {
    const { stdout } = await project()(
      "index",
      "docs",
      "--context",
      "llm",
      "--model",
      "openai:unheard-of",
      "--dry-run",
    );
    expect(stdout).toMatch(/^price +not known for openai:unheard-of; give --price/m);
  });
});

describe("a run with a model", () => {
  it("stops at its limit, goes on, tries again what failed, and tells what was spent", async () => {
    let isDown = true;
    const server = await serve({
      faults: ({ prompt }) =>
        isDown && prompt.lastIndexOf("pearsthing7") > prompt.lastIndexOf("<chunk-") ? "refusal" : undefined,
    });
    const model = `openai-compatible:${server.url}/v1#some`;
    const run = project({ "sherd.json": JSON.stringify({ context: { model } }) });
    const llm = ["--context", "llm", "--price", "1,0.1,2", "--concurrency", "1"];
    const first = await run("index", "docs", ...llm, "--max-cost", "0.006");
    expect(first.code).toBe(3);
    expect(first.stdout).toMatch(
      /^contexts +\d+ ok \(0 from earlier replies\), 0 failed, [1-9]\d* skipped$/m,
    );
    expect(first.stdout).toMatch(/^spent +\$0\.00[1-5]/m);
    expect((await run("search", "subject3", "--mode", "words")).code).toBe(0);
    const second = await run("index", "docs", ...llm, "--json");
    expect(second.code).toBe(3);
    const { contexts } = JSON.parse(second.stdout);
    expect(contexts).toMatchObject({ failed: 1, skipped: 0, model });
    expect(contexts.failure).toBe("The provider withheld the reply.");
    expect((await run("status")).stdout).toMatch(
      /^contexts +by a model in 2 documents, 1 with some that failed/m,
    );
    isDown = false;
    const sent = server.requests.length;
    const retried = await run("index", "--retry-failed", ...llm);
    expect(retried.code).toBe(0);
    expect(retried.stdout).toMatch(/^contexts +1 ok/m);
    expect(server.requests).toHaveLength(sent + 1);
    const { spending } = JSON.parse((await run("status", "--json")).stdout);
    expect(spending).toMatchObject([{ model, calls: server.requests.length, purpose: "context" }]);
    expect((await run("status")).stdout).toMatch(/^spent +\$0\.\d+ for context by openai-compatible:/m);
    expect((await run("index", "docs", ...llm)).stdout).toMatch(
      /^documents +0 added, 0 updated, 2 unchanged/m,
    );
    expect(server.requests).toHaveLength(sent + 1);

    const listed = await run("show", "docs/a.md", "--chunks", "--json");
    const chunk = JSON.parse(listed.stdout.trim().split("\n").at(-1) ?? "{}");
    const { stdout } = await run("show", chunk.id);
    expect(stdout).toMatch(/^context +Reply to \d+ characters/m);
    expect(stdout).toMatch(/^status +ok$/m);
    expect(stdout).toContain(`${model}, prompt ${chunk.context.prompt.slice(0, 16)}`);
    expect(stdout).toMatch(/^cost +at an unknown price: [\d,]+ in/m);
  });

  it("reads the prompt from a file and enriches", async () => {
    const server = await serve();
    const model = `openai-compatible:${server.url}/v1#some`;
    const run = project({ "prompt.txt": "All: {document} One: {chunk} In a word?" });
    const args = [
      "--context",
      "llm",
      "--model",
      model,
      "--prompt",
      "prompt.txt",
      "--enrich",
      "--context-language",
      "Spanish",
    ];
    const { code, stdout } = await run("sync", "docs", ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^spent +not known for/m);
    for (const { prompt, shape } of server.requests) {
      expect(prompt).toContain("In a word?");
      expect(prompt).toContain("Write in this language: Spanish.");
      expect(shape?.schema.required).toContain("questions");
    }
    const missing = await run(
      "sync",
      "docs",
      "--context",
      "llm",
      "--model",
      model,
      "--prompt",
      join("no", "such.txt"),
    );
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("such.txt cannot be read");
  });
});

it("flags of no use without a model are wrong usage", async () => {
  const { code, stderr } = await project()("index", "docs", "--max-cost", "1");
  expect(code).toBe(2);
  expect(stderr).toContain("--max-cost needs a model that writes contexts");
});
