import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Corpus, POTTERY } from "./support/corpus.ts";

interface Summary {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly kept: number;
  readonly chunks: number;
  readonly database: string;
  readonly workspace: string;
  readonly failed: readonly { id: string; code: string; message: string }[];
}
interface Status {
  readonly documents: number;
  readonly workspaces: readonly string[];
}

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
let corpus: Corpus;
beforeEach(() => {
  corpus = new Corpus(POTTERY);
});
afterEach(() => corpus.dispose());

const documents = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await corpus.run(["status", "--list", "--json", ...args]);
  return stdout
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => (JSON.parse(line) as { id: string }).id);
};

/** Read past the program, which is at work. */
const storedDocuments = (): number => {
  try {
    using database = new DatabaseSync(corpus.path(".sherd/sherd.db"), { readOnly: true });
    return Number(database.prepare("SELECT count(*) AS stored FROM documents").get()?.stored);
  } catch {
    return 0;
  }
};

describe("sherd index", () => {
  it("makes the default database, says what it did, and does nothing twice", async () => {
    const first = await corpus.run(["index", "."]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^documents {2}4 added, 0 updated, 0 unchanged, 0 removed, 0 failed$/m);
    expect(first.stdout).toMatch(/^chunks +\d+: \d+ embedded, \d+ as before$/m);
    expect(first.stdout).toMatch(/^database {3}\.sherd\/sherd\.db$/m);
    expect(await corpus.json<Summary>("index", ".")).toMatchObject({ added: 0, updated: 0, unchanged: 4 });
    corpus.write("docs/kiln.md", `${POTTERY["docs/kiln.md"]}\nIt is opened by hand.\n`);
    expect(await corpus.json<Summary>("index", ".")).toMatchObject({ updated: 1, unchanged: 3 });
  });

  it("never indexes its own folder or database, and keeps the folder out of Git", async () => {
    await corpus.run(["index", "."]);
    expect(readFileSync(corpus.path(".sherd/.gitignore"), "utf8")).toBe("*\n");
    const { failed } = await corpus.json<Summary>("index", ".", "--db", "my base.db");
    expect(failed).toEqual([]);
    expect(await corpus.json<Summary>("index", ".", "--db", "my base.db")).toMatchObject({
      failed: [],
      unchanged: 4,
    });
    expect(await documents()).toEqual(["docs/glaze.md", "docs/kiln.md", "notes/clay.txt", "src/wheel.ts"]);
  });

  it("names documents by their path from the project, whatever is named", async () => {
    corpus.write("sherd.json", "{}");
    await corpus.run(["index", "docs"]);
    await corpus.run(["index", "clay.txt"], { cwd: "notes" });
    expect(await documents()).toEqual(["docs/glaze.md", "docs/kiln.md", "notes/clay.txt"]);
    expect(await corpus.json<Summary>("index", ".")).toMatchObject({ added: 1, unchanged: 3 });
  });

  it("goes on after files that fail, lists them at the end, and ends with 3", async () => {
    corpus.write("broken.pdf", "%PDF-1.4 and then nothing");
    corpus.write(
      "binary.dat",
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
    );
    const { code, stdout, stderr } = await corpus.run(["index", "."]);
    expect(code).toBe(3);
    expect(stdout).toContain("4 added");
    expect(stderr).toMatch(/^sherd: 2 failed:\n {2}.*binary\.dat/);
    expect(stderr).toContain("broken.pdf");
    expect(stderr).not.toMatch(/^\s+at /m);
    const { failed } = await corpus.json<Summary>("index", ".");
    expect(failed.map(({ id }) => id)).toEqual(["binary.dat", "broken.pdf"]);
    expect(failed[0].code).toBe("INPUT_BINARY");
  });

  it("ends with 1 when nothing could be done", async () => {
    const { code, stderr } = await corpus.run(["index", "missing"]);
    expect(code).toBe(1);
    expect(stderr).toContain("missing names no file or folder");
  });

  it("takes patterns from flags and sherd.json", async () => {
    corpus.write("sherd.json", JSON.stringify({ db: "kb.db", ignore: ["notes/"] }));
    await corpus.run(["index", ".", "--ignore", "src/", "--ignore", "*glaze*"]);
    expect(existsSync(corpus.path("kb.db"))).toBe(true);
    expect(await documents()).toEqual(["docs/kiln.md"]);
    await corpus.run(["index", ".", "--glob", "**/*.ts"]);
    expect(await documents()).toEqual(["docs/kiln.md", "src/wheel.ts"]);
  });

  it("--dry-run changes nothing, not even the database's folder", async () => {
    const { code, stdout } = await corpus.run(["index", ".", "--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toContain("+ docs/glaze.md\n");
    expect(stdout).toMatch(/4 files: 4 to add, 0 to look at, 0 unchanged\. Nothing was changed\.\n$/);
    expect(existsSync(corpus.path(".sherd"))).toBe(false);
    await corpus.run(["index", "."]);
    corpus.write("notes/clay.txt", "Other clay.");
    expect(await corpus.json("index", ".", "--dry-run")).toMatchObject({
      add: [],
      look: ["notes/clay.txt"],
      unchanged: 3,
    });
    expect(await corpus.json<Summary>("index", ".")).toMatchObject({ updated: 1 });
  });

  it("says that documents are of other settings, and rebuilds them from the stored texts", async () => {
    await corpus.run(["index", "."]);
    corpus.write("sherd.json", JSON.stringify({ chunker: { size: 12 } }));
    const { stderr } = await corpus.run(["index", "."]);
    expect(stderr).toContain("sherd index --rebuild");
    const before = await corpus.json<{ outdated: number; chunks: number }>("status");
    expect(before.outdated).toBe(4);
    corpus.delete("docs");
    expect(await corpus.run(["index", "--rebuild"])).toMatchObject({ code: 0 });
    const after = await corpus.json<{ outdated: number; chunks: number; documents: number }>("status");
    expect(after).toMatchObject({ outdated: 0, documents: 4 });
    expect(after.chunks).toBeGreaterThan(before.chunks);
  });

  it("stops when it is told to, and goes on from there", async () => {
    for (let number = 0; number < 2000; number++)
      corpus.write(`many/${number}.md`, `# N\n\nPot ${number}.\n`);
    const child = spawn(process.execPath, [main, "index", "many"], { cwd: corpus.folder });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      stderr += part;
    });
    while (storedDocuments() === 0 && child.exitCode === null) await setTimeout(20);
    child.kill("SIGINT");
    const [code] = (await once(child, "close")) as [number];
    expect(code).toBe(3);
    expect(stderr).toContain("the same command goes on from there");
    const { added, unchanged } = await corpus.json<Summary>("index", "many");
    expect(added + unchanged).toBe(2000);
    expect(await corpus.run(["verify"])).toMatchObject({ code: 0 });
  });

  it("says what it needs when nothing is named", async () => {
    const { code, stderr } = await corpus.run(["index"]);
    expect(code).toBe(2);
    expect(stderr).toContain("name files or folders");
  });
});

describe("sherd sync", () => {
  it("adds, updates and removes", async () => {
    await corpus.run(["sync", "."]);
    corpus.delete("notes/clay.txt");
    corpus.write("docs/new.md", "# New\n\nA new text.\n");
    expect(await corpus.json("sync", ".", "--dry-run")).toMatchObject({
      add: ["docs/new.md"],
      remove: ["notes/clay.txt"],
    });
    expect(await corpus.json<Summary>("sync", ".")).toMatchObject({ added: 1, removed: 1, unchanged: 3 });
    expect(await documents()).not.toContain("notes/clay.txt");
  });

  it("keeps what is gone when that is more than half, unless it is forced", async () => {
    await corpus.run(["sync", "."]);
    for (const name of ["docs", "notes"]) corpus.delete(name);
    expect(await corpus.json("sync", ".", "--dry-run")).toMatchObject({ remove: [], kept: 3 });
    const forced = await corpus.json<{ remove: string[] }>("sync", ".", "--dry-run", "--force");
    expect(forced.remove).toHaveLength(3);
    const kept = await corpus.run(["sync", "."]);
    expect(kept.code).toBe(3);
    expect(kept.stdout).toContain("3 gone but kept");
    expect(kept.stderr).toContain("sherd sync --force");
    expect(await corpus.json<Summary>("sync", ".", "--force")).toMatchObject({ removed: 3, kept: 0 });
  });

  it("leaves other folders' documents alone", async () => {
    await corpus.run(["index", "."]);
    corpus.delete("docs/kiln.md");
    expect(await corpus.json<Summary>("sync", "notes")).toMatchObject({ removed: 0, unchanged: 1 });
    expect(await corpus.json<Summary>("sync", "docs")).toMatchObject({ removed: 1, unchanged: 1 });
  });
});

describe("workspaces", () => {
  it("see only their own documents", async () => {
    await corpus.run(["index", "docs"]);
    await corpus.run(["index", "notes", "--workspace", "other"]);
    expect(await documents("--workspace", "other")).toEqual(["notes/clay.txt"]);
    expect(await corpus.json<Status>("status")).toMatchObject({
      documents: 2,
      workspaces: ["default", "other"],
    });
    const { stdout } = await corpus.run(["search", "clay", "--mode", "words"]);
    expect(stdout).toBe("");
    const { stdout: text } = await corpus.run(["status"], { env: { SHERD_WORKSPACE: "other" } });
    expect(text).toMatch(/^workspace +other; others: default$/m);
  });
});
