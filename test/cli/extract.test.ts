import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { EpisodicMemory } from "../../src/memory/episodic-memory.ts";
import { honestReply } from "../conversation/support/model.ts";
import { sayingOf } from "../conversation/support/talk.ts";
import { startChatServer } from "../support/chat-server/chat-server.ts";
import { sherd } from "../support/run-cli.ts";

const EXPORT = "test/fixtures/chatgpt-export.zip";
const KEYLESS = { OPENAI_API_KEY: "" };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sherd-extract-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into the JSON.
function lines(stdout: string): any[] {
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** An export of conversations as JSON lines; those named are damaged. */
function writeExport(
  folder: string,
  conversations: number,
  damaged: ReadonlySet<number> = new Set(),
): string {
  const path = join(folder, "export.jsonl");
  const rows = Array.from({ length: conversations }, (_, i) => {
    const messages = [
      { role: "user", content: sayingOf(i), timestamp: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString() },
      { role: "assistant", content: "I see." },
    ];
    const row = JSON.stringify({ id: `c${i}`, title: `Talk ${i}`, messages });
    return damaged.has(i) ? row.slice(0, -12) : row;
  });
  writeFileSync(path, `${rows.join("\n")}\n`);
  return path;
}

describe("extract", () => {
  it("needs no key: every memory quotes words, and what was left out is told", async () => {
    const { code, stdout, stderr } = await sherd(["extract", EXPORT, "--json"], { env: KEYLESS });
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const all = lines(stdout);
    const { summary } = all.pop();
    expect(all.length).toBe(summary.conversations);
    const memories = all.flatMap((one) => one.memories);
    expect(memories.length).toBe(summary.memories);
    expect(memories.map(({ text }) => text)).toContain("The user is allergic to peanuts.");
    for (const { evidence, by } of memories) {
      expect(by).toMatch(/^rules@/);
      expect(evidence[0].quote.length).toBe(evidence[0].span.end - evidence[0].span.start);
    }
    expect(summary.losses.map(({ reason }: { reason: string }) => reason)).toContain("do-not-remember");
    expect(summary).toMatchObject({ cost: 0, calls: 0, failed: [] });
  });

  it("shows memories, a summary and what was left out", async () => {
    const { code, stdout } = await sherd(["extract", EXPORT], { env: KEYLESS });
    expect(code).toBe(0);
    expect(stdout).toContain("“I'm allergic to peanuts.”");
    expect(stdout).toMatch(/^memories {2,}\d+: /m);
    expect(stdout).toMatch(/^left out$/m);
    expect(stdout).toMatch(/^ {2}1 {2}do-not-remember/m);
  });

  it("one bad conversation does not stop the others", async () => {
    const path = writeExport(temporaryFolder(), 120, new Set([17]));
    const { code, stdout } = await sherd(["extract", path, "--json"]);
    expect(code).toBe(3);
    const all = lines(stdout);
    const { summary } = all.pop();
    expect(summary).toMatchObject({ conversations: 119, failed: [{ code: "INPUT_MALFORMED" }] });
    expect(all.filter((one) => one.error !== undefined).length).toBe(1);
    expect(all.find((one) => one.conversation?.id === "c119")?.memories.length).toBe(1);
  });

  it("cuts as asked", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "long.json");
    const messages = Array.from({ length: 300 }, (_, i) => ({ role: "user", content: sayingOf(i) }));
    writeFileSync(path, JSON.stringify(messages));
    const run = (...args: string[]) => sherd(["extract", path, "--max-tokens", "500", "--json", ...args]);
    const [one] = lines((await run("--overlap", "10%")).stdout);
    expect(one.chunking).toMatchObject({ enabled: true, strategy: "sliding-window" });
    expect(one.chunking.totalChunks).toBeGreaterThan(5);
    expect(one.chunking.overlapTokens).toBeGreaterThan(0);
    const [other] = lines((await run("--strategy", "conversation-boundary", "--parallel", "3")).stdout);
    expect(other.chunking.strategy).toBe("conversation-boundary");
    expect(other.memories.length).toBe(one.memories.length);
  });

  it("a dry run sends nothing and needs no key", async () => {
    const args = ["extract", EXPORT, "--model", "openai:gpt-5-mini", "--dry-run", "--json"];
    const { code, stdout } = await sherd(args, { env: KEYLESS });
    expect(code).toBe(0);
    const [estimate] = lines(stdout);
    expect(estimate).toMatchObject({ dryRun: true, conversations: 3, calls: 3, stored: 0 });
    expect(estimate.cost).toBeGreaterThan(0);
    expect(estimate.mostCost).toBeGreaterThan(estimate.cost);
  });

  it("asks a model once: the journal has its replies after that", async () => {
    await using server = await startChatServer({ reply: honestReply });
    const journal = join(temporaryFolder(), "journal.db");
    const model = `openai-compatible:${server.url}/v1#any`;
    const args = ["extract", EXPORT, "--model", model, "--journal", journal, "--parallel", "2", "--json"];
    const first = lines((await sherd(args)).stdout);
    const asked = server.requests.length;
    expect(asked).toBe(3);
    const second = lines((await sherd(args)).stdout);
    expect(server.requests.length).toBe(asked);
    const memories = (all: typeof first) => all.slice(0, -1).flatMap((one) => one.memories);
    expect(memories(second)).toEqual(memories(first));
    expect(memories(first).length).toBeGreaterThan(0);
    expect(second.at(-1).summary).toMatchObject({ reused: 3, calls: 0 });
  });

  it("stops at the budget with what was found", async () => {
    // Long replies, so that the second call would pass the budget.
    const reply = (prompt: string) => honestReply(prompt) + " ".repeat(8_000);
    await using server = await startChatServer({ reply });
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${server.url}/v1` };
    const args = ["extract", EXPORT, "--model", "openai:gpt-5-mini", "--max-cost", "0.018", "--json"];
    const { code, stdout } = await sherd(args, { env });
    expect(code).toBe(3);
    const { summary } = lines(stdout).pop();
    expect(summary.isBudgetSpent).toBe(true);
    expect(summary.cost).toBeLessThanOrEqual(0.018);
    expect(summary.memories).toBeGreaterThan(0);
    expect(server.requests.length).toBeLessThan(3);
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it.each([
    [["--overlap", "lots"], /--overlap/],
    [["--max-tokens", "0"], /--max-tokens/],
    [["--parallel", "2", "--digest"], /digest/],
    [["--strategy", "none"], /strategy/],
    [["--strategy", "custom"], /--strategy must be one of: sliding-window, conversation-boundary, semantic;/],
    [["--format", "none"], /format/],
    [["--max-cost", "much"], /--max-cost/],
    [["--model", "openai-compatible:http://localhost:1/v1#m", "--max-cost", "1"], /maxCost/],
  ])("%j is wrong usage", async (args, message) => {
    const { code, stderr, stdout } = await sherd(["extract", EXPORT, ...args]);
    expect(stderr).toMatch(message);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  it("a file that is not there, or holds no conversation, is a failure", async () => {
    expect((await sherd(["extract", "no-such-file"])).code).toBe(1);
    const path = join(temporaryFolder(), "numbers.json");
    writeFileSync(path, "[1, 2, 3]");
    const { code, stderr } = await sherd(["extract", path]);
    expect(code).toBe(1);
    expect(stderr).toContain("no known conversation");
  });
});

describe("import", () => {
  it("puts conversations into memory; doing it twice equals once; a bad one does not stop it", async () => {
    const folder = temporaryFolder();
    const path = writeExport(folder, 60, new Set([3]));
    const db = join(folder, "memory.db");
    const run = () => sherd(["import", path, "--db", db, "--json"]);
    const first = await run();
    expect(first.code).toBe(3);
    expect(lines(first.stdout)[0]).toMatchObject({
      conversations: 59,
      turns: 59,
      failed: [{ code: "INPUT_MALFORMED" }],
    });
    await run();
    const memory = await EpisodicMemory.open(db);
    try {
      expect((await memory.history()).length).toBe(59);
      const [turn] = await memory.history("c7");
      expect(turn.user).toBe(sayingOf(7));
      const { memories } = await memory.recall("plan 10 for the garden");
      expect(memories[0].session).toBe("c10");
    } finally {
      await memory.close();
    }
  });

  it("keeps order and identity of messages without a time", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "chat.txt");
    writeFileSync(path, "User: I have a dog.\nAssistant: Nice.\nUser: I have a cat.\nAssistant: Nice.\n");
    const db = join(folder, "memory.db");
    for (let time = 0; time < 2; time++) expect((await sherd(["import", path, "--db", db])).code).toBe(0);
    const memory = await EpisodicMemory.open(db);
    try {
      expect((await memory.history()).map(({ user }) => user)).toEqual(["I have a dog.", "I have a cat."]);
    } finally {
      await memory.close();
    }
  });

  it("--out writes what was read as JSON lines, and no database", async () => {
    const folder = temporaryFolder();
    const out = join(folder, "all.jsonl");
    const { code, stdout } = await sherd(["import", join(process.cwd(), EXPORT), "--out", out], {
      cwd: folder,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^conversations {2}3 imported$/m);
    const rows = lines(readFileSync(out, "utf8"));
    expect(rows.map(({ format }) => format)).toEqual(["chatgpt", "chatgpt", "chatgpt"]);
    expect(existsSync(join(folder, ".sherd"))).toBe(false);
    const piped = await sherd(["import", EXPORT, "--out", "-"]);
    expect(lines(piped.stdout).length).toBe(3);
    expect(piped.stderr).toContain("3 imported");
    const nowhere = await sherd(["import", EXPORT, "--out", join(folder, "none", "all.jsonl")]);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toContain("--out");
    const missing = await sherd(["import", "no-such-file"], { cwd: folder });
    expect(missing.code).toBe(1);
    expect(existsSync(join(folder, ".sherd"))).toBe(false);
  });
});

it("--out never overwrites what is read, nor anything while nothing can be read", async () => {
  const folder = temporaryFolder();
  const path = writeExport(folder, 3);
  const before = readFileSync(path, "utf8");
  for (const input of [path, folder]) {
    const { code, stderr } = await sherd(["import", input, "--out", path]);
    expect(stderr).toMatch(/--out must be a file that is not part of/);
    expect(code).toBe(2);
  }
  const elsewhere = join(temporaryFolder(), "words.txt");
  writeFileSync(elsewhere, "just words");
  expect((await sherd(["import", elsewhere, "--out", path])).code).toBe(1);
  expect(readFileSync(path, "utf8")).toBe(before);
});

it("a loss is placed in its file", async () => {
  const { stdout } = await sherd(["extract", EXPORT, "--json"], { env: KEYLESS });
  const { losses } = lines(stdout).at(-1).summary;
  const hidden = losses.find(({ reason }: { reason: string }) => reason === "hidden");
  expect(hidden.place).toMatch(/^chatgpt-export\.zip\/conversations\.json, \$\[0\]/);
});

it.each(["import", "extract"])(
  "docs/CLI.md shows the help of %s as the program prints it",
  async (command) => {
    const { stdout } = await sherd([command, "--help"]);
    expect(readFileSync("docs/CLI.md", "utf8")).toContain(stdout.trim());
  },
);
