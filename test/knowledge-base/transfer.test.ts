import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Space } from "../../src/core/store.ts";
import type { KnowledgeBase } from "../../src/knowledge-base.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
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

it.each(["int8", "float32"] as const)(
  "vectors kept as %s are that again after a restore",
  async (vectors) => {
    const folder = temporaryFolder();
    const base = await openBase({ vectors });
    await filled(base);
    await base.export(join(folder, "one.jsonl"));
    const other = await openBase();
    await other.restore(join(folder, "one.jsonl"));
    expect((await other.stats()).vectorFormat).toBe(vectors);
    expect(await answers(other)).toEqual(await answers(base));
    await other.export(join(folder, "two.jsonl"));
    expect(readFileSync(join(folder, "two.jsonl"), "utf8")).toBe(
      readFileSync(join(folder, "one.jsonl"), "utf8"),
    );
    const said = await openBase({ vectors: "float32" });
    await said.restore(join(folder, "one.jsonl"));
    expect((await said.stats()).vectorFormat).toBe("float32");
    expect(await said.verify()).toEqual([]);
  },
);

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

async function exportOf(ids: readonly string[]): Promise<string[]> {
  const base = await openBase();
  await base.add(ids.map((id) => ({ id, text: page("Page", `apples of ${id}`) })));
  const parts: string[] = [];
  await base.export(new WritableStream<string>({ write: (part) => void parts.push(part) }));
  return parts;
}

/** Lines of an export that wait in their middle until they are let go. */
function haltingSource(lines: readonly string[]) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  async function* source() {
    for (const [i, line] of lines.entries()) {
      // Past the first batch, so that some of it is stored.
      if (i === 100) {
        reached.resolve();
        await gate.promise;
      }
      yield line;
    }
  }
  return { source: source(), reached: reached.promise, go: gate.resolve };
}

const MANY = Array.from({ length: 150 }, (_, i) => `many${i}`);

async function idsOf(base: KnowledgeBase): Promise<string[]> {
  return Array.fromAsync(base.documents(), ({ id }) => id);
}

it("a repair and another restore leave one that is under way alone", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const [one, other] = [await openBase({}, location), await openBase({}, location)];
  await one.add({ id: "before", text: "Was here before." });
  const many = await exportOf(MANY);
  const few = await exportOf(["few"]);

  const first = haltingSource(many);
  const restoring = one.restore(first.source);
  await first.reached;
  expect(await other.verify({ repair: true })).toEqual([]);
  first.go();
  expect(await restoring).toMatchObject({ documents: 150 });
  expect(await idsOf(one)).toHaveLength(150);

  const second = haltingSource(many);
  const again = one.restore(second.source);
  await second.reached;
  expect(await other.restore(haltingSource(few).source)).toMatchObject({ documents: 1 });
  expect(await idsOf(one)).toEqual(["few"]);
  second.go();
  expect(await again).toMatchObject({ documents: 150 });
  expect(await idsOf(one)).toEqual(MANY.toSorted());
  expect(await one.verify()).toEqual([]);
});

it("a restore whose documents were taken away says so, and changes nothing", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const base = await openBase({}, location);
  await base.add({ id: "before", text: "Was here before." });
  const { source, reached, go } = haltingSource(await exportOf(MANY));
  const restoring = base.restore(source);
  await reached;
  const store = await openSqliteStore(location);
  const staging = (await store.spaces()).find(({ workspace }) => workspace !== "default");
  await store.remove(staging as Space, ["many0"]);
  go();
  await expect(restoring).rejects.toMatchObject({ code: "EXPORT_INVALID" });
  expect(await idsOf(base)).toEqual(["before"]);
  expect((await store.spaces()).map(({ workspace }) => workspace)).toEqual(["default"]);
  await store.close();
});

it("a right checksum over lines of a wrong shape is found, and nothing of it is ever seen", async () => {
  const lines = (await exportOf(["a", "b"])).slice(0, -1).map((line) => JSON.parse(line));
  type Line = Record<string, never> & {
    document: Record<string, unknown>;
    chunks: Record<string, unknown>[];
  };
  const changes: Record<string, (head: Record<string, unknown>, line: Line, next: Line) => void> = {
    "chunks of null": (_, line) => Object.assign(line, { chunks: [null] }),
    "a chunk of nothing": (_, line) => Object.assign(line, { chunks: [{}] }),
    "no span": (_, line) => Object.assign(line.chunks[0], { span: null }),
    "a span outside": (_, line) => Object.assign(line.chunks[0], { span: { start: 0, end: 1e9 } }),
    "a span before": (_, line) => Object.assign(line.chunks[0], { span: { start: -5, end: 1 } }),
    "a path that is none": (_, line) => Object.assign(line.chunks[0], { path: "x" }),
    "another kind": (_, line) => Object.assign(line.chunks[0], { kind: "other" }),
    "context that is none": (_, line) => Object.assign(line.chunks[0], { context: { status: "ok" } }),
    "no metadata": (_, line) => Object.assign(line.document, { metadata: null }),
    "an id that is a number": (_, line) => Object.assign(line.document, { id: 5 }),
    "an id with half a character": (_, line) => Object.assign(line.document, { id: "\ud800" }),
    "no recipe": (_, line) => Object.assign(line.document, { recipe: undefined }),
    "an outline that is none": (_, line) => Object.assign(line.document, { outline: "x" }),
    "a vector that is a number": (_, line) => Object.assign(line, { vectors: { x: 5 } }),
    "a vector that is no base64": (_, line) => Object.assign(line, { vectors: { x: "é" } }),
    "a vector of other dimensions": (_, line) => Object.assign(line, { vectors: { x: "AACAPw==" } }),
    "vectors of null": (_, line) => Object.assign(line, { vectors: null }),
    "an embedder that is a number": (head) => Object.assign(head, { embedder: 5 }),
    "vectors of no embedder": (head) => Object.assign(head, { embedder: undefined }),
    "a document twice": (_, line, next) => Object.assign(next, structuredClone(line)),
  };
  const base = await openBase();
  await base.add({ id: "before", text: "Was here before." });
  async function* source(changed: readonly unknown[]) {
    const body = changed.map((line) => `${JSON.stringify(line)}\n`).join("");
    yield body;
    const sha256 = createHash("sha256").update(body).digest("hex");
    yield `${JSON.stringify({ end: true, documents: changed.length - 1, chunks: 4, sha256 })}\n`;
  }
  for (const [name, change] of Object.entries(changes)) {
    const changed = structuredClone(lines);
    change(changed[0], changed[1], changed[2]);
    await expect(base.restore(source(changed)), name).rejects.toMatchObject({ code: "EXPORT_INVALID" });
    expect(await idsOf(base), name).toEqual(["before"]);
  }
  expect(await base.restore(source(lines))).toMatchObject({ documents: 2 });
});

it.each(["int8", "float32"] as const)(
  "vectors kept as %s of a chunk with context are its own",
  async (vectors) => {
    const file = join(temporaryFolder(), "kb.jsonl");
    const embedder = wordEmbedder();
    const base = await openBase({ embedder, vectors });
    const document = { id: "d", text: "Ripe apples." };
    await base.add({ document, chunks: [{ start: 0, end: 12 }] });
    const [plain] = await base.chunks("d");
    const context = { text: "Of the pears in the garden.", by: "test", status: "ok" as const };
    await base.add({ document, chunks: [{ ...plain, id: "with", context }] });
    expect(embedder.texts).toEqual(["Ripe apples.", "Of the pears in the garden.\n\nRipe apples."]);

    await base.export(file);
    const other = await openBase({ embedder, vectors });
    await other.restore(file);
    expect(await answers(other)).toEqual(await answers(base));
    expect((await other.stats()).vectors).toBe(1);
    // The same is not embedded again, and without the context it is another text.
    expect(await other.add({ document, chunks: [{ ...plain, id: "moved", context }] })).toMatchObject({
      reused: 1,
    });
    expect(await other.add({ document, chunks: [plain] })).toMatchObject({ embedded: 1, reused: 0 });
  },
);
