import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { KnowledgeBase } from "../../src/knowledge-base.ts";
import { page, temporaryFolder, writeFiles } from "./support.ts";

/** The number the product promises is 300: SHERD_KILLS=300. */
const KILLS = Number(process.env.SHERD_KILLS ?? 6);
const SYNC = fileURLToPath(new URL("./processes/sync-folder.ts", import.meta.url));
const FILES = 400;

interface Killed {
  readonly lines: readonly string[];
  readonly errors: string;
  readonly hasEnded: boolean;
}

/** Runs a sync and kills it after a time, counted from its first sign of life when there is one. */
function syncAndKill(location: string, folder: string, after: number): Promise<Killed> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--no-warnings", SYNC, location, folder]);
    let output = "";
    let errors = "";
    let timer: NodeJS.Timeout | undefined;
    const arm = () => {
      timer ??= setTimeout(() => child.kill("SIGKILL"), after);
    };
    child.stdout.on("data", (data) => {
      output += data;
      arm();
    });
    child.stderr.on("data", (data) => {
      errors += data;
    });
    // Some are killed before they tell anything: while the base is opened, or the first batch is written.
    if (after % 4 === 0) setTimeout(() => child.kill("SIGKILL"), 300 + after * 5).unref();
    child.on("close", () => {
      clearTimeout(timer);
      const lines = output.split("\n").slice(0, -1);
      resolve({ lines, errors, hasEnded: lines.includes("end") });
    });
  });
}

function textOf(i: number, version: number): string {
  return page(
    `Page ${i}`,
    ...Array.from({ length: 1 + (i % 5) }, (_, k) => `subject${i}x${k} version${version}`),
  );
}

it(`${KILLS} kills while indexing: nothing told as stored is lost, nothing is there twice, nothing hangs loose`, async () => {
  const folder = temporaryFolder();
  const docs = join(folder, "docs");
  const location = join(folder, "kb.db");
  // What a document may hold: the text of its file, or one that was there before.
  const versions = new Map<string, Set<number>>();
  const write = (i: number, version: number) => {
    const name = `${i}.md`;
    writeFiles(docs, { [name]: textOf(i, version) });
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  };
  for (let i = 0; i < FILES; i++) write(i, 0);

  let told = 0;
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const { lines, errors, hasEnded } = await syncAndKill(location, docs, (kill * 37) % 211);
    expect(errors).toBe("");
    if (!hasEnded) killed++;
    const base = await KnowledgeBase.open(location);
    try {
      expect(await base.verify()).toEqual([]);
      for (const line of lines) {
        const [what, id] = line.split(" ");
        if (what === "end") continue;
        told++;
        const stored = await base.get(id);
        if (what === "remove") expect(stored, `${id} was removed`).toBeUndefined();
        else expect(stored?.text, `${id} was stored`).toBe(readFileSync(join(docs, id), "utf8"));
      }
      await checkWhole(base, versions);
    } finally {
      await base.close();
    }
    // Something to do for the next one.
    for (let i = kill % 3; i < FILES; i += 3) write(i, kill);
    rmSync(join(docs, `${(kill * 13) % FILES}.md`), { force: true });
  }
  expect(told).toBeGreaterThan(0);
  expect(killed).toBeGreaterThan(KILLS / 3);

  // Resumed to the end, it is as if nothing had happened.
  const base = await KnowledgeBase.open(location);
  const fresh = await KnowledgeBase.open(":memory:");
  try {
    await base.sync(docs, { force: true });
    await fresh.sync(docs);
    expect(await contents(base)).toEqual(await contents(fresh));
    expect(await Array.fromAsync(base.documents(), ({ id }) => id)).toEqual(readdirSync(docs).sort());
    expect(await base.verify()).toEqual([]);
  } finally {
    await base.close();
    await fresh.close();
  }
}, 3_600_000);

/** Every document is one of its versions, whole: its chunks, and what is found by its words. */
async function checkWhole(
  base: KnowledgeBase,
  versions: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<void> {
  const seen = new Set<string>();
  for await (const { id } of base.documents()) {
    expect(seen.has(id), `${id} is there twice`).toBe(false);
    seen.add(id);
    const text = (await base.get(id))?.text ?? "";
    const version = Number(/version(\d+)/.exec(text)?.[1]);
    expect(versions.get(id)).toContain(version);
    expect(text).toBe(textOf(Number.parseInt(id, 10), version));
    const chunks = await base.chunks(id);
    const ids = new Set(chunks.map((chunk) => chunk.id));
    expect(ids.size).toBe(chunks.length);
    for (const chunk of chunks) {
      expect(chunk.text).toBe(text.slice(chunk.span.start, chunk.span.end));
      if (chunk.parentId !== undefined) expect(ids.has(chunk.parentId), "the parent is there").toBe(true);
    }
  }
  for (const id of [...seen].slice(0, 5)) {
    const word = `subject${id.replace(".md", "")}x0`;
    const { hits } = await base.search(word, { mode: "words", limit: 5 });
    expect(hits[0].chunk.documentId).toBe(id);
    expect(new Set(hits.map(({ chunk }) => chunk.documentId)).size).toBe(hits.length);
  }
}

async function contents(base: KnowledgeBase): Promise<unknown> {
  const all: unknown[] = [];
  for await (const { id, hash, recipe, chunks } of base.documents())
    all.push({ id, hash, recipe, chunks }, await base.chunks(id));
  return all;
}
