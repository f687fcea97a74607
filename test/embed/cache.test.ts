import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aiSdkEmbedder, cachedEmbedder, type Embedder, type SherdError } from "../../src/embed/index.ts";
import { expectedVector, localEmbedder } from "./support/local-embedder.ts";
import { vectorOf } from "./support/text-vectors.ts";
import { thrown } from "./support/thrown.ts";

let folder: string;
let path: string;
let warnings: SherdError[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sherd-cache-"));
  path = join(folder, "deep", "cache.db");
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const onWarning = (warning: SherdError) => warnings.push(warning);
const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
const expected = texts.map((text) => expectedVector(text, "document"));

/** Embeds through a cache that is opened and closed for it. */
async function through(
  inner: Embedder,
  wanted: readonly string[] = texts,
  role: "query" | "document" = "document",
) {
  const cached = cachedEmbedder(inner, { path, onWarning });
  try {
    return { vectors: await cached.embed(wanted, role), counts: cached.counts };
  } finally {
    cached.close();
  }
}

describe("cachedEmbedder", () => {
  it("embeds a text once, also across openings", async () => {
    const inner = localEmbedder();
    expect((await through(inner)).counts).toEqual({ hits: 0, misses: 200 });
    const second = await through(inner);
    expect(second.counts).toEqual({ hits: 200, misses: 0 });
    expect(second.vectors).toEqual(expected);
    expect(inner.calls).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it("keeps roles and embedders apart", async () => {
    await through(localEmbedder());
    const query = await through(localEmbedder(), texts, "query");
    expect(query.counts.hits).toBe(0);
    expect(query.vectors[0]).toEqual(expectedVector("text 0", "query"));
    expect((await through(localEmbedder("another"))).counts.hits).toBe(0);
    expect((await through(localEmbedder("local", 8))).vectors[0]).toHaveLength(8);
  });

  it("keeps texts apart that only differ in half a character", async () => {
    const halves = ["\ud800", "\ud801", "\ufffd"];
    await through(localEmbedder(), halves.slice(0, 1));
    expect((await through(localEmbedder(), halves)).counts).toEqual({ hits: 1, misses: 2 });
  });

  it("asks for a text once that is there several times", async () => {
    const inner = localEmbedder();
    const { vectors } = await through(inner, ["a", "b", "a", "a"]);
    expect(inner.calls).toEqual([["a", "b"]]);
    expect(vectors).toEqual(["a", "b", "a", "a"].map((text) => expectedVector(text, "document")));
  });

  it("keeps what arrived before a failure", async () => {
    const inner = localEmbedder();
    const many = Array.from({ length: 2_000 }, (_, i) => `text ${i}`);
    const embed = inner.embed.bind(inner);
    inner.embed = (part, ...rest) =>
      part.includes("text 1800") ? Promise.reject(new Error("down")) : embed(part, ...rest);
    await expect(through(inner, many)).rejects.toThrow("down");
    expect((await through(localEmbedder(), many)).counts.hits).toBeGreaterThan(1_000);
  });

  it("names a rejected text by its place among all texts, not among those missing", async () => {
    const model = {
      provider: "fake",
      modelId: "m",
      specificationVersion: "v3",
      maxEmbeddingsPerCall: 10,
      supportsParallelCalls: true,
      async doEmbed({ values }: { values: string[] }) {
        if (values.includes("poison")) throw Object.assign(new Error("not this"), { statusCode: 400 });
        return { embeddings: values.map((text) => vectorOf(text, 16)), warnings: [] };
      },
    };
    const inner = await aiSdkEmbedder(model, { dimensions: 16 });
    await through(inner);
    const error = await thrown(through(inner, [...texts, "new", "poison", "newer"]));
    expect(error.code).toBe("EMBEDDING_REJECTED");
    expect(error.details).toMatchObject({ index: 201, text: "poison" });
    expect(error.message).toContain('text 201 ("poison")');
  });

  it.each([
    ["not finite", new Float32Array(16).fill(Number.NaN)],
    ["zero", new Float32Array(16)],
    ["of other dimensions", expectedVector("x", "document", 15)],
    ["not of unit length", expectedVector("x", "document").map((value) => value * 2)],
  ])("stores no vector that is %s, and none that came with it", async (_name, bad) => {
    const inner = localEmbedder();
    inner.embed = async (part) => part.map((text, i) => (i === 3 ? bad : expectedVector(text, "document")));
    expect((await thrown(through(inner))).code).toBe("EMBEDDING_INVALID");
    expect((await through(localEmbedder())).counts.hits).toBe(0);
  });

  it("stores nothing of an answer that is too short", async () => {
    const inner = localEmbedder();
    inner.embed = async (part) => part.slice(1).map((text) => expectedVector(text, "document"));
    expect((await thrown(through(inner))).code).toBe("EMBEDDING_INVALID");
    expect((await through(localEmbedder())).counts.hits).toBe(0);
  });
});

describe("a damaged cache", () => {
  /** Works on, warns, gives right vectors, and is whole again afterwards. */
  async function expectRecovery(): Promise<void> {
    const { vectors } = await through(localEmbedder());
    expect(vectors).toEqual(expected);
    expect(warnings.map(({ code }) => code)).toContain("CACHE_UNUSABLE");
    warnings = [];
    const after = await through(localEmbedder());
    expect(after.vectors).toEqual(expected);
    expect(after.counts).toEqual({ hits: 200, misses: 0 });
    expect(warnings).toEqual([]);
  }

  it("that is no database is set aside and begun anew", async () => {
    await through(localEmbedder());
    writeFileSync(path, "this is no database, whatever it is".repeat(100));
    await expectRecovery();
    expect(readFileSync(`${path}.damaged`, "utf8")).toContain("no database");
  });

  it.each([0.2, 0.5, 0.9])("that was cut off at %d of its length is made again", async (share) => {
    await through(localEmbedder());
    truncateSync(path, Math.floor(readFileSync(path).length * share));
    await expectRecovery();
  });

  it("with pages of noise in its middle is made again", async () => {
    await through(localEmbedder());
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4_096, bytes.length - 4_096);
    writeFileSync(path, bytes);
    await expectRecovery();
  });

  it("with one flipped bit in a vector loses that vector only", async () => {
    await through(localEmbedder());
    const bytes = readFileSync(path);
    const at = bytes.indexOf(Buffer.from(expected[77].buffer));
    expect(at).toBeGreaterThan(0);
    bytes[at + 5] ^= 1;
    writeFileSync(path, bytes);
    const { vectors, counts } = await through(localEmbedder());
    expect(vectors).toEqual(expected);
    expect(counts).toEqual({ hits: 199, misses: 1 });
    expect(warnings).toHaveLength(1);
  });

  it("with rows that were swapped gives neither text the other's vector", async () => {
    await through(localEmbedder());
    const database = new DatabaseSync(path);
    const rows = database.prepare(`SELECT digest, vector, "check" AS sum FROM vectors LIMIT 2`).all() as {
      digest: Uint8Array;
      vector: Uint8Array;
      sum: Uint8Array;
    }[];
    const update = database.prepare(`UPDATE vectors SET vector = ?, "check" = ? WHERE digest = ?`);
    update.run(rows[1].vector, rows[1].sum, rows[0].digest);
    update.run(rows[0].vector, rows[0].sum, rows[1].digest);
    database.close();
    const { vectors, counts } = await through(localEmbedder());
    expect(vectors).toEqual(expected);
    expect(counts.misses).toBe(2);
  });

  it("at every cut of its log gives right vectors only", async () => {
    const cached = cachedEmbedder(localEmbedder(), { path, onWarning });
    await cached.embed(texts, "document");
    // While it is open, everything is in the log; a copy is what a crash leaves.
    const log = readFileSync(`${path}-wal`);
    for (let cut = 0; cut <= log.length; cut += 1_500) {
      const copy = join(folder, `cut-${cut}.db`);
      copyFileSync(path, copy);
      writeFileSync(`${copy}-wal`, log.subarray(0, cut));
      const again = cachedEmbedder(localEmbedder(), { path: copy, onWarning });
      expect(await again.embed(texts, "document")).toEqual(expected);
      again.close();
    }
    cached.close();
  });

  it("that cannot be opened at all is done without", async () => {
    path = folder; // a folder is no file
    const { vectors } = await through(localEmbedder());
    expect(vectors).toEqual(expected);
    expect(warnings.map(({ code }) => code)).toEqual(["CACHE_UNUSABLE"]);
  });

  it("that is another program's database is left alone", async () => {
    path = join(folder, "other.db");
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1);");
    database.close();
    const before = readFileSync(path);
    const { vectors } = await through(localEmbedder());
    expect(vectors).toEqual(expected);
    expect(warnings[0].message).toContain("not a cache of this version");
    expect(readFileSync(path)).toEqual(before);
    expect(existsSync(`${path}.damaged`)).toBe(false);
  });
});

describe("several processes", () => {
  const writer = fileURLToPath(new URL("./support/cache-writer.ts", import.meta.url));
  function start(from: number, to: number) {
    const child = spawn(process.execPath, [writer, path, String(from), String(to)]);
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      if (!part.includes("ExperimentalWarning")) stderr += part;
    });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { child, ended, stderr: () => stderr };
  }

  it("share one cache", async () => {
    const children = [start(0, 120), start(80, 200), start(0, 200)];
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(children.map(({ stderr }) => stderr())).toEqual(["", "", ""]);
    const { vectors, counts } = await through(localEmbedder());
    expect(counts).toEqual({ hits: 200, misses: 0 });
    expect(vectors).toEqual(expected);
  });

  it("leave it whole when one is killed while it writes", async () => {
    const { child, ended } = start(0, 100_000);
    let written = 0;
    child.stdout.setEncoding("utf8").on("data", (lines: string) => {
      written = Number(lines.trim().split("\n").at(-1));
      if (written >= 100) child.kill("SIGKILL");
    });
    await ended;
    expect(written).toBeGreaterThanOrEqual(100);
    const { vectors, counts } = await through(localEmbedder());
    expect(counts.hits).toBeGreaterThanOrEqual(100);
    expect(vectors).toEqual(expected);
    expect(warnings).toEqual([]);
  });
});
