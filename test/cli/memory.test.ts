import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { sherd } from "../support/run-cli.ts";
import { Corpus } from "./support/corpus.ts";

let corpus = new Corpus();
afterEach(() => {
  corpus.dispose();
  corpus = new Corpus();
});

const NONE = { SHERD_USER: undefined, SHERD_AGENT: undefined };
const run = (...args: string[]) => corpus.run(args, { env: NONE });

describe("sherd remember, recall, forget", () => {
  it("remembers, recalls with reasons and a timeline, and forgets", async () => {
    const first = await run(
      "remember",
      "The launch is on 12 May.",
      "Noted.",
      "--session",
      "plan",
      "--at",
      "2026-01-02",
    );
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^remembered [0-9a-f]{32} 1 chunk/);
    await run("remember", "The printer is broken.", "I call someone.");
    const recalled = await run("recall", "when", "is", "the", "launch?", "--explain");
    expect(recalled.code).toBe(0);
    expect(recalled.stdout).toContain("> The launch is on 12 May.");
    expect(recalled.stdout).toMatch(/= relevance [\d.]+ × recency [\d.]+ × importance [\d.]+/);
    expect(recalled.stdout).toMatch(/2026-01-02 ●─+ now/);
    const context = await run("recall", "launch", "--context", "--limit", "1");
    expect(context.stdout).toMatch(
      /^<recalled-memory id=".*" date="2026-01-02T00:00:00.000Z" origin="session plan">\n> User/,
    );
    const { memories } = await corpus.json<{ memories: { user: string }[] }>("recall", "launch");
    expect(memories[0].user).toBe("The launch is on 12 May.");
    expect((await run("forget", "--session", "plan", "--dry-run")).stdout).toMatch(/^[0-9a-f]{32}\n$/);
    expect((await run("forget", "--session", "plan")).stdout).toContain("forgot 1 turn, 1 chunk");
    expect((await corpus.json<{ turns: number }>("memory", "stats")).turns).toBe(1);
  });

  it("keeps users apart", async () => {
    await run("remember", "Ana's code is 4711.", "--user", "ana");
    expect((await run("recall", "code", "--user", "ana")).stdout).toContain("4711");
    const other = await run("recall", "code", "--user", "ben");
    expect(other.stdout + other.stderr).not.toContain("4711");
    expect((await corpus.run(["recall", "code"], { env: { SHERD_USER: "ana" } })).stdout).toContain("4711");
  });

  it("says what is wrong, with the way out", async () => {
    expect(await run("recall", "x")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("sherd remember"),
    });
    await run("remember", "a", "b");
    for (const args of [
      ["remember", "", ""],
      ["remember", "a", "--importance", "7"],
      ["remember", "a", "--at", "soon"],
      ["recall", "x", "--limit", "0"],
      ["recall", "x", "--decay", "fast"],
      ["forget"],
    ])
      expect((await run(...args)).code, args.join(" ")).toBe(2);
  });

  it("reads sizes from the environment, and names a wrong one", async () => {
    const { code, stderr } = await corpus.run(["remember", "a", "b"], {
      env: { SHERD_MEMORY_CHUNK_SIZE: "many" },
    });
    expect(code).toBe(2);
    expect(stderr).toContain("SHERD_MEMORY_CHUNK_SIZE");
  });
});

describe("sherd memory", () => {
  it("tells what it holds, and maintains it to limits", async () => {
    for (let turn = 0; turn < 3; turn++) await run("remember", `Turn number ${turn}.`, "Yes.");
    await run("recall", "turn");
    const { stdout } = await run("memory", "stats");
    expect(stdout).toMatch(/turns +3 in 0 sessions/);
    expect(stdout).toMatch(/recalls +1, mean/);
    const maintained = await run("memory", "maintain", "--max-records", "2");
    expect(maintained.stdout).toContain("1 turn evicted");
    expect(await run("verify")).toMatchObject({ code: 0 });
  });

  it("exports and imports, its own and older records, once", async () => {
    await run("remember", "The cat is called Mimi.", "Noted.");
    const file = corpus.path("memory.jsonl");
    expect((await run("memory", "export", file)).code).toBe(0);
    expect((await run("memory", "export", file)).code).toBe(2);
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(3);
    expect((await run("memory", "import", file, "--user", "ben")).stdout).toContain("1 turn imported");
    expect((await run("memory", "import", file, "--user", "ben")).stdout).toContain(
      "0 turns imported, 1 were there",
    );
    const old = corpus.path("old.json");
    writeFileSync(
      old,
      JSON.stringify([{ user: "Old.", assistant: "Yes.", timestamp: "2024-01-01T00:00:00Z" }, 7]),
    );
    const { code, stdout, stderr } = await run("memory", "import", old);
    expect(code).toBe(3);
    expect(stdout).toContain("1 turn imported");
    expect(stderr).toContain("$[1]");
    const piped = await corpus.run(["memory", "import", "-"], {
      input: readFileSync(file, "utf8"),
      env: NONE,
    });
    expect(piped.stdout).toContain("0 turns imported, 1 were there");
  });
});

it("import says where turns are said to come from as it does it", async () => {
  const { stdout } = await sherd(["memory", "import", "--help"]);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    "default: the file's name for records of an older memory, none for an export",
  );
});

const docs = readFileSync(new URL("../../docs/CLI.md", import.meta.url), "utf8");

it.each(["remember", "recall", "forget", "memory"])(
  "docs/CLI.md shows the help of %s as the program prints it",
  async (command) => {
    const { code, stdout } = await sherd([command, "--help"]);
    expect(code).toBe(0);
    expect(docs).toContain(stdout.trim());
  },
);
