import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { KnowledgeBase } from "../../src/knowledge-base.ts";
import { openBase, page, temporaryFolder, wordEmbedder, writeFiles } from "./support.ts";

const QUESTIONS = ["apples", "what about bananas and cherries", "Überraschung 東京", "zzz", ""];

async function filled(base: KnowledgeBase): Promise<void> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "guide.md": page("Guide", "apples", "bananas", "cherries").repeat(30),
    "code.ts": "export function fetchApples(count: number): string[] {\n  return [];\n}\n".repeat(40),
    "data.csv": "fruit,price\napples,1\nbananas,2\n".repeat(50),
    "umlaut.md": "# Überraschung\n\nIn 東京都 gibt es \ud83c\udf4e und e\u0301.\r\n",
  });
  await base.add(folder);
  await base.add({
    id: "odd \u0000 id",
    text: "lone \ud800 surrogate with apples",
    metadata: { tags: ["a", 1] },
  });
  await base.add({ document: { id: "given", text: "Apples. Bananas." }, chunks: [{ start: 8, end: 16 }] });
}

/** What is found, with every part of its score; what scores alike stands in no particular order. */
async function answers(base: KnowledgeBase): Promise<unknown> {
  const all: unknown[] = [];
  for (const question of QUESTIONS) {
    for (const mode of ["hybrid", "words", "meaning"] as const) {
      const { hits } = await base.search(question, { mode, limit: 100, suppressDuplicates: false });
      all.push(hits.toSorted((a, b) => b.score - a.score || (a.chunk.id < b.chunk.id ? -1 : 1)));
    }
  }
  return all;
}

it("a restored base gives the same results", async () => {
  const file = join(temporaryFolder(), "kb.jsonl");
  const base = await openBase();
  await filled(base);
  const exported = await base.export(file);
  expect(exported.documents).toBe(6);
  expect(exported.bytes).toBe(readFileSync(file).length);
  const embedder = wordEmbedder();
  const other = await openBase({ embedder });
  await other.add({ id: "before", text: "Was here before." });
  const { length } = embedder.texts;
  expect(await other.restore(file)).toMatchObject({ documents: 6, chunks: exported.chunks });
  expect(embedder.texts).toHaveLength(length);
  expect(await other.get("before")).toBeUndefined();
  expect(await answers(other)).toEqual(await answers(base));
  expect(await Array.fromAsync(other.documents(), withoutTime)).toEqual(
    await Array.fromAsync(base.documents(), withoutTime),
  );
  expect(await other.verify()).toEqual([]);
});

function withoutTime({ stored: _stored, ...record }: { stored: number }): object {
  return record;
}

it("an export of an export is the same, byte by byte", async () => {
  const folder = temporaryFolder();
  const base = await openBase();
  await filled(base);
  await base.export(join(folder, "one.jsonl"));
  const other = await openBase();
  await other.restore(join(folder, "one.jsonl"));
  await other.export(join(folder, "two.jsonl"));
  expect(readFileSync(join(folder, "two.jsonl"), "utf8")).toBe(
    readFileSync(join(folder, "one.jsonl"), "utf8"),
  );
});

it("goes through streams, and into a workspace of its own", async () => {
  const base = await openBase();
  await filled(base);
  const parts: string[] = [];
  await base.export(new WritableStream<string>({ write: (part) => void parts.push(part) }));
  async function* bytes() {
    const all = Buffer.from(parts.join(""));
    for (let i = 0; i < all.length; i += 777) yield all.subarray(i, i + 777);
  }
  const copy = base.workspace("copy");
  await copy.restore(bytes());
  expect(await answers(copy)).toEqual(await answers(base));
});

it("damage anywhere is found, and nothing of it is ever seen", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "kb.jsonl");
  const base = await openBase();
  await base.add([
    { id: "a", text: page("A", "apples") },
    { id: "b", text: page("B", "bananas") },
  ]);
  await base.export(file);
  const whole = readFileSync(file, "utf8");
  const lines = whole.split("\n").slice(0, -1);
  const other = await openBase();
  await other.add({ id: "before", text: "Was here before." });
  const damaged = {
    empty: "",
    "no json": "hello",
    "another format": JSON.stringify({ format: "other", version: 1 }),
    "a newer version": whole.replace('"version":1', '"version":2'),
    "cut short": lines.slice(0, -1).join("\n"),
    "cut inside a line": whole.slice(0, whole.length / 2),
    "a line left out": [lines[0], ...lines.slice(2)].join("\n"),
    "a letter changed": whole.replace("bananas", "banants"),
    "two lines exchanged": [lines[0], lines[2], lines[1], lines[3]].join("\n"),
    "more behind the end": `${whole}{"document":{}}\n`,
  };
  for (const [name, text] of Object.entries(damaged)) {
    writeFileSync(file, text);
    await expect(other.restore(file), name).rejects.toMatchObject({ code: "EXPORT_INVALID" });
    expect(await Array.fromAsync(other.documents(), ({ id }) => id), name).toEqual(["before"]);
    expect(await other.workspaces(), name).toEqual(["default"]);
  }
  await expect(other.restore(join(folder, "absent"))).rejects.toMatchObject({ code: "INPUT_NOT_FOUND" });
  expect(await other.verify()).toEqual([]);
});

it("searches see the old base until the new one is whole", async () => {
  const base = await openBase();
  await base.add(Array.from({ length: 100 }, (_, i) => ({ id: `new${i}`, text: page("New", `apples${i}`) })));
  const parts: string[] = [];
  await base.export(new WritableStream<string>({ write: (part) => void parts.push(part) }));
  const other = await openBase();
  await other.add({ id: "old", text: "Old apples." });
  async function* slowly() {
    for (const part of parts) {
      expect(await Array.fromAsync(other.documents(), ({ id }) => id)).toEqual(["old"]);
      yield part;
    }
  }
  await other.restore(slowly());
  expect((await other.stats()).documents).toBe(100);
});

it("a file that was there stays until the export is whole", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "kb.jsonl");
  writeFileSync(file, "earlier");
  const base = await openBase();
  await base.add(Array.from({ length: 50 }, (_, i) => ({ id: `d${i}`, text: page("Page", `apples${i}`) })));
  const stop = new AbortController();
  const task = base.export(file, { signal: stop.signal });
  const watching = (async () => {
    for await (const { done } of task) if (done === 10) stop.abort(new Error("stopped"));
  })();
  await expect(watching).rejects.toThrow("stopped");
  expect(readFileSync(file, "utf8")).toBe("earlier");
  expect(readdirSync(folder)).toEqual(["kb.jsonl"]);
  await expect(base.export(join(folder, "no/such/folder"))).rejects.toMatchObject({
    code: "OUTPUT_UNWRITABLE",
  });
});
