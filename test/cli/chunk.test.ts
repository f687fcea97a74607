import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chunk } from "../../src/chunk/index.ts";
import { sherd } from "../support/run-cli.ts";

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sherd-cli-"));
  mkdirSync(join(folder, "docs", "deep"), { recursive: true });
  mkdirSync(join(folder, "node_modules", "x"), { recursive: true });
  writeFileSync(join(folder, "docs", "a.md"), "# A\n\nThe first text. It has two sentences.\n");
  writeFileSync(join(folder, "docs", "deep", "b.txt"), "Only one sentence here.\r\nAnd a line.");
  writeFileSync(join(folder, "docs", "c.py"), "def f():\n    return 1\n");
  writeFileSync(join(folder, "node_modules", "x", "readme.md"), "Not mine.");
  utimesSync(join(folder, "docs", "a.md"), 1_700_000_000, 1_700_000_000);
  writeFileSync(join(folder, "binary.dat"), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)));
  writeFileSync(join(folder, "latin1.txt"), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
  writeFileSync(join(folder, "utf16.txt"), Buffer.from("\ufeffWide text.", "utf16le"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: string[], input?: string) =>
  sherd(["chunk", ...args], { cwd: folder, ...(input === undefined ? {} : { input }) });
const parse = (stdout: string) =>
  stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Chunk);

describe("sherd chunk --json", () => {
  it("writes one chunk a line from standard input, with exact spans and tokens", async () => {
    const text = "The quick brown fox. It jumps over the dog! Does it? Yes.\n".repeat(20);
    const { code, stdout } = await run(["-", "--size", "30", "--unit", "tokens", "--json"], text);
    expect(code).toBe(0);
    const chunks = parse(stdout);
    expect(chunks.length).toBeGreaterThan(5);
    for (const chunk of chunks) {
      expect(chunk.text).toBe(text.slice(chunk.span.start, chunk.span.end));
      expect(chunk.tokens).toBeLessThanOrEqual(30);
      expect(chunk.tokensBy).toBe("o200k_base");
    }
  });

  it("keeps its schema", async () => {
    const { stdout } = await run(["docs/a.md", "--json", "--unit", "characters"]);
    expect(parse(stdout)).toMatchInlineSnapshot(`
      [
        {
          "boundary": "end",
          "documentId": "docs/a.md",
          "hash": "b40a156bb968199744241671ce70c4a0",
          "id": "c040b06643317098000000000000002a",
          "index": 0,
          "kind": "standard",
          "locator": "docs/a.md:1-3",
          "metadata": {
            "bytes": 43,
            "chunk": 0,
            "chunker": "markdown",
            "contentHash": "b537d1ca47a8ce97fe5b3e267e1267de33c9366e038a2bf52cee3106fbdb2e8e",
            "contentType": "markdown",
            "encoding": "utf-8",
            "encodingConfidence": 1,
            "format": "markdown",
            "modified": "2023-11-14T22:13:20.000Z",
            "source": "docs/a.md",
            "title": "A",
            "type": "markdown",
          },
          "overlap": {
            "after": 0,
            "before": 0,
          },
          "path": [
            "A",
          ],
          "span": {
            "end": 42,
            "start": 0,
          },
          "text": "# A

      The first text. It has two sentences.",
          "tokens": 11,
          "tokensBy": "approximate",
        },
      ]
    `);
  });

  it("reads standard input when nothing is named", async () => {
    const { code, stdout } = await run(["--json"], "Piped text.");
    expect(code).toBe(0);
    expect(parse(stdout)[0]?.text).toBe("Piped text.");
  });
});

describe("inputs", () => {
  const sources = async (...args: string[]) => {
    const { stdout } = await run([...args, "--json", "--unit", "characters"]);
    return parse(stdout).map((chunk) => chunk.metadata.source);
  };

  it("walks folders in order, without node_modules", async () => {
    expect(await sources("docs")).toEqual(["docs/a.md", "docs/c.py", "docs/deep/b.txt"]);
    expect(await sources(".")).not.toContain("node_modules/x/readme.md");
  });

  it("expands globs itself and takes nothing twice", async () => {
    expect(await sources("docs/**/*.{md,txt}", "docs/a.md")).toEqual(["docs/a.md", "docs/deep/b.txt"]);
  });

  it("tells legacy encodings by their bytes", async () => {
    expect(parse((await run(["latin1.txt", "--json"])).stdout)[0]?.text).toBe("café");
  });

  it("reads UTF-16 of either order with a byte order mark, and says where half a unit was lost", async () => {
    const little = Buffer.from("\ufeffWide text.", "utf16le");
    writeFileSync(join(folder, "big-end.txt"), Buffer.from(little).swap16());
    writeFileSync(join(folder, "cut.txt"), little.subarray(0, -1));
    const { stdout, stderr, code } = await run(["utf16.txt", "big-end.txt", "cut.txt", "--json"]);
    expect(parse(stdout).map((chunk) => chunk.text)).toEqual(["Wide text.", "Wide text.", "Wide text\ufffd"]);
    expect(stderr).toMatch(/cut\.txt: 1 place could not be decoded as utf-16le, the first at byte \d+/);
    expect(code).toBe(0);
  });

  it("tells a file named - from standard input, and an empty folder from none", async () => {
    writeFileSync(join(folder, "-"), "In the file.");
    mkdirSync(join(folder, "empty"), { recursive: true });
    expect(parse((await run(["./-", "--json"], "Piped.")).stdout)[0]?.text).toBe("In the file.");
    rmSync(join(folder, "-"));
    const { code, stderr } = await run(["empty"]);
    expect(code).toBe(1);
    expect(stderr).toContain("empty/ names no file");
  });

  it("looks no deeper than a glob can reach", async () => {
    expect(await sources("*/*.md")).toEqual(["docs/a.md"]);
    expect(await sources("docs/*/*.txt")).toEqual(["docs/deep/b.txt"]);
  });

  it("picks the separators by the file's extension", async () => {
    const ids = async (...args: string[]) =>
      parse((await run([...args, "--json"])).stdout).map((chunk) => chunk.id);
    const recursive = ["docs/c.py", "--by", "recursive"];
    expect(await ids(...recursive)).toEqual(await ids(...recursive, "--preset", "python"));
    expect(await ids(...recursive)).not.toEqual(await ids(...recursive, "--preset", "none"));
  });
});

describe("what cannot be split", () => {
  it.each([
    ["binary.dat", /binary\.dat is not text/],
    ["missing.txt", /missing\.txt names no file/],
    ["no/*.md", /names no file/],
  ])("%s is named, the rest goes on, and the exit code is 3", async (bad, message) => {
    const { code, stdout, stderr } = await run([bad, "docs/a.md", "--json"]);
    expect(stderr).toMatch(message);
    expect(stderr).toContain("1 input skipped, 1 document split");
    expect(parse(stdout).length).toBe(1);
    expect(code).toBe(3);
  });

  it("fails with 1 when nothing could be split", async () => {
    expect((await run(["missing.txt"])).code).toBe(1);
  });

  it("reports what cannot be read, with the reason", async () => {
    // A socket can be seen but not read, even by root, whom a mode of 000 does not stop.
    const server = createServer().listen(join(folder, "socket"));
    await once(server, "listening");
    try {
      const { code, stderr } = await run(["socket", "docs/a.md", "--json"]);
      expect(stderr).toMatch(/socket is no regular file/);
      expect(code).toBe(3);
    } finally {
      server.close();
    }
  });

  it.each([
    ["--size", "0", "0"],
    ["--size", "ten", "ten"],
    ["--unit", "words", "words"],
    ["--by", "magic", "magic"],
    ["--overlap", "120%", "120%"],
    ["--overlap", "100%", "100%"],
    ["--overlap", "", "--overlap"],
    ["--minimum", "-5%", "-5%"],
    ["--encoding", "p50k", "p50k"],
    ["--preset", "cobol", "cobol"],
    ["--bogus", "1", "--bogus"],
  ])("%s %s is wrong usage: exit code 2 and the value named", async (flag, value, named) => {
    const { code, stderr } = await run(["docs/a.md", flag, value]);
    expect(code).toBe(2);
    expect(stderr).toContain(named);
  });
});

describe("views", () => {
  it("shows where each chunk is, what it repeats and the seam it ends at", async () => {
    const { stdout } = await run(
      ["-", "--by", "text", "--size", "40", "--unit", "characters", "--overlap", "20%"],
      "One two three four five six seven eight nine ten.",
    );
    expect(stdout).toMatchInlineSnapshot(`
      "standard input
      ┌─ #1 · stdin:1-1 · 39 characters · ~10 tokens ───────────────────────────────
      One two three four five six seven eight
      └─ word · the next repeats 5 characters ──────────────────────────────────────
      ┌─ #2 · stdin:1-1 · 15 characters · ~4 tokens ────────────────────────────────
      eight nine ten.
      └─ end ───────────────────────────────────────────────────────────────────────
      "
    `);
  });

  it("summarises sizes and boundaries", async () => {
    const text = "A sentence of some length. ".repeat(50);
    const { stdout } = await run(["-", "--stats", "--size", "20"], text);
    expect(stdout).toMatch(/^1 document, \d+ chunks\n/);
    expect(stdout).toMatch(/tokens \(o200k_base\) {2}min \d+ · median \d+ · p95 \d+ · max \d+/);
    expect(stdout).toContain("█");
    expect(stdout).toMatch(/ends at {2}sentence \d/);
  });

  it("summarises as one JSON object too", async () => {
    const { stdout } = await run(["docs", "--stats", "--json"]);
    const stats = JSON.parse(stdout);
    expect(stats).toMatchObject({ documents: 3, skipped: 0, chunks: 3, tokensBy: "o200k_base" });
    expect(Object.values<number>(stats.boundaries).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });

  it("does not let a file steer the terminal", async () => {
    const input = `red \x1b[31m text\u0007 ${"and plain words ".repeat(10)}`;
    const { stdout } = await run(["-", "--unit", "characters"], input);
    expect(stdout).toContain("red ␛[31m text␇");
  });

  it("explains itself", async () => {
    const { code, stdout } = await sherd(["chunk", "--help"]);
    expect(code).toBe(0);
    for (const flag of ["--by", "--size", "--unit", "--overlap", "--stats", "--json"])
      expect(stdout).toContain(flag);
    expect(stdout).toContain("3 partly done");
    expect((await sherd(["--help"])).stdout).toContain("3 partly done");
    expect((await sherd(["nonsense"])).code).toBe(2);
  });
});

it("ends quietly when its reader has seen enough", async () => {
  const child = spawn(process.execPath, [
    main,
    "chunk",
    "-",
    "--json",
    "--unit",
    "characters",
    "--size",
    "50",
  ]);
  let stderr = "";
  child.stderr.on("data", (part) => {
    stderr += String(part);
  });
  child.stdin.on("error", () => {});
  child.stdin.end("Many words to split. ".repeat(100_000));
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

it("keeps its memory flat however many chunks it prints", async () => {
  const text = "Many words to split into chunks of some size. ".repeat(400_000);
  const tellPeak = 'process.on("exit",()=>process.stderr.write("PEAK "+process.resourceUsage().maxRSS))';
  const measure = async (size: string) => {
    const nodeFlags = [
      "--max-semi-space-size=4",
      `--import=data:text/javascript,${encodeURIComponent(tellPeak)}`,
    ];
    const flags = ["--json", "--size", size, "--unit", "characters"];
    const child = spawn(process.execPath, [...nodeFlags, main, "chunk", "-", ...flags]);
    let stderr = "";
    let bytes = 0;
    child.stderr.on("data", (part) => {
      stderr += String(part);
    });
    child.stdout.on("data", (part: Buffer) => {
      bytes += part.length;
    });
    child.stdin.end(text);
    await new Promise((resolve) => child.on("close", resolve));
    return { bytes, kilobytes: Number(/PEAK (\d+)/.exec(stderr)?.[1]) };
  };
  const few = await measure("20000");
  const many = await measure("100");
  expect(few.bytes).toBeGreaterThan(text.length);
  // Two hundred times the chunks, and far more printed than the memory it may take for that.
  expect(many.bytes - few.bytes).toBeGreaterThan(60e6);
  expect(many.kilobytes).toBeLessThan(few.kilobytes + 40_000);
});
