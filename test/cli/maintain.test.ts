import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Corpus, POTTERY } from "./support/corpus.ts";

let corpus: Corpus;
beforeEach(async () => {
  corpus = new Corpus(POTTERY);
  await corpus.run(["index", "."]);
});
afterEach(() => corpus.dispose());

const found = async (query: string, ...args: string[]): Promise<string[]> => {
  const { hits } = await corpus.json<{ hits: { documentId: string }[] }>("search", query, ...args);
  return hits.map(({ documentId }) => documentId);
};

describe("sherd show", () => {
  it("gives a document's text as it is", async () => {
    const { code, stdout } = await corpus.run(["show", "docs/kiln.md"]);
    expect(code).toBe(0);
    expect(stdout).toBe(POTTERY["docs/kiln.md"]);
  });

  it("gives the lines that a result names", async () => {
    expect((await corpus.run(["show", "notes/clay.txt:2-2"])).stdout).toBe(
      "It is wedged before it is thrown.\n",
    );
    expect((await corpus.run(["show", "docs/kiln.md:5"])).stdout).toMatch(/^A kiln is fired slowly\..*\n$/);
    expect(await corpus.run(["show", "notes/clay.txt:7-9"])).toMatchObject({ code: 2 });
  });

  it("gives chunks and their parents", async () => {
    const { hits } = await corpus.json<{ hits: { chunk: { id: string }; parent: { id: string } }[] }>(
      "search",
      "kiln temperature",
      "--limit",
      "1",
    );
    const [{ chunk, parent }] = hits;
    expect((await corpus.run(["show", chunk.id])).stdout).toContain("A kiln is fired slowly.");
    expect(await corpus.json("show", chunk.id)).toMatchObject({ id: chunk.id, kind: "child" });
    expect(await corpus.json("show", chunk.id, "--parent")).toMatchObject({ id: parent.id, kind: "parent" });
    const { stdout } = await corpus.run(["show", "docs/kiln.md", "--chunks"]);
    expect(stdout).toMatch(/┌─ #1 · parent · docs\/kiln\.md:/);
  });

  it("says what it looked for", async () => {
    const { code, stderr } = await corpus.run(["show", "docs/none.md"]);
    expect(code).toBe(1);
    expect(stderr).toContain('named "docs/none.md" in the workspace "default"');
  });
});

describe("sherd remove", () => {
  it("removes documents, folders and what a filter fits", async () => {
    expect(await corpus.json("remove", "docs/kiln.md")).toEqual({
      removed: 1,
      found: ["docs/kiln.md"],
      unknown: [],
    });
    expect(await found("kiln", "--mode", "words")).toEqual([]);
    expect(await corpus.json("remove", "docs/", "--dry-run")).toMatchObject({
      removed: 0,
      found: ["docs/glaze.md"],
    });
    expect((await corpus.run(["remove", "docs/", "nothing"])).code).toBe(3);
    expect(await corpus.json("remove", "--filter", "type=code")).toMatchObject({ found: ["src/wheel.ts"] });
    expect(await corpus.json("status")).toMatchObject({ documents: 1 });
  });

  it("fails on an unknown id and refuses to remove everything by mistake", async () => {
    expect(await corpus.run(["remove", "nothing"])).toMatchObject({ code: 1 });
    expect(await corpus.run(["remove"])).toMatchObject({ code: 2 });
    expect(await corpus.json("status")).toMatchObject({ documents: 4 });
  });
});

describe("sherd verify", () => {
  it("proves a sound base", async () => {
    const { code, stdout } = await corpus.run(["verify"]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "sound  .sherd/sherd.db: documents, chunks, words and vectors agree\n",
    });
  });

  it("finds what is wrong, ends with 1, and repairs what can be made again", async () => {
    const database = new DatabaseSync(corpus.path(".sherd/sherd.db"));
    const segments = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%segment%'")
      .all() as { name: string }[];
    expect(segments.length).toBeGreaterThan(0);
    for (const { name } of segments) database.exec(`DELETE FROM ${name}`);
    database.close();
    const { code, stdout, stderr } = await corpus.run(["verify"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^problem /m);
    expect(stderr).toContain("sherd verify --repair");
    expect(await corpus.json("verify", "--repair")).toMatchObject({ sound: true });
    expect(await corpus.run(["verify"])).toMatchObject({ code: 0 });
    expect(await found("kiln", "--mode", "words")).toEqual(["docs/kiln.md"]);
  });
});

describe("sherd export and restore", () => {
  it("moves a base with its vectors to another file", async () => {
    const exported = await corpus.run(["export", "kb.jsonl"]);
    expect(exported).toMatchObject({ code: 0, stdout: "" });
    expect(exported.stderr).toMatch(/^4 documents, \d+ chunks, .* written to kb\.jsonl in /);
    const restored = await corpus.run(["restore", "kb.jsonl", "--db", "copy/kb.db"]);
    expect(restored.code).toBe(0);
    expect(await found("kiln temperature", "--db", "copy/kb.db")).toEqual(await found("kiln temperature"));
    expect(await corpus.run(["verify", "--db", "copy/kb.db"])).toMatchObject({ code: 0 });
  });

  it("goes through a pipe", async () => {
    const { stdout } = await corpus.run(["export", "-"]);
    const { code } = await corpus.run(["restore", "-", "--workspace", "copy"], { input: stdout });
    expect(code).toBe(0);
    expect(await corpus.json("status", "--workspace", "copy")).toMatchObject({ documents: 4 });
  });

  it("writes over nothing that is there", async () => {
    await corpus.run(["export", "kb.jsonl"]);
    const again = await corpus.run(["export", "kb.jsonl"]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("--force");
    expect(await corpus.run(["export", "kb.jsonl", "--force"])).toMatchObject({ code: 0 });
    const over = await corpus.run(["restore", "kb.jsonl"]);
    expect(over.code).toBe(2);
    expect(over.stderr).toContain("holds 4 documents");
    expect(await corpus.run(["restore", "kb.jsonl", "--force"])).toMatchObject({ code: 0 });
  });

  it("restores nothing from a damaged export", async () => {
    await corpus.run(["export", "kb.jsonl"]);
    const text = readFileSync(corpus.path("kb.jsonl"), "utf8");
    writeFileSync(corpus.path("kb.jsonl"), text.replace("river", "RIVER"));
    const { code, stderr } = await corpus.run(["restore", "kb.jsonl", "--force"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Nothing was restored");
    expect(await found("river", "--mode", "words")).toEqual(["notes/clay.txt"]);
  });
});

describe("sherd reembed", () => {
  it("gives vectors to a base that was made without", async () => {
    await corpus.run(["index", ".", "--db", "words.db", "--embedder", "none"]);
    expect((await corpus.run(["status", "--db", "words.db"])).stdout).toContain("none: found by words alone");
    const { code, stdout } = await corpus.run(["reembed", "--db", "words.db", "--embedder", "bundled"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^chunks +\d+: \d+ embedded/m);
    expect((await corpus.run(["status", "--db", "words.db"])).stdout).toMatch(/^embedder +bundled:/m);
  });

  it("keeps vectors in another form, which index alone refuses, and the model as it is", async () => {
    const refused = await corpus.run(["index", ".", "--vectors", "float32"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("sherd reembed --vectors float32");
    const { embedder } = await corpus.json<{ embedder: string }>("status");
    expect(await corpus.run(["reembed", "--vectors", "float32"])).toMatchObject({ code: 0 });
    expect(await corpus.json("status")).toMatchObject({ embedder, vectorFormat: "float32" });
    expect((await corpus.run(["status"])).stdout).toMatch(/^vectors +\d+, float32$/m);
    expect(await corpus.run(["verify"])).toMatchObject({ code: 0 });
  });

  it("names what embedders there are", async () => {
    const { code, stderr } = await corpus.run(["reembed", "--embedder", "nonsense"]);
    expect(code).toBe(2);
    expect(stderr).toContain("bundled");
  });
});
