import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DocumentLoader, type Skipped } from "../../src/load/index.ts";
import { loadDirectory } from "../../src/load/load-directory.ts";
import { FORMATS } from "../../src/load/registry.ts";
import { Sandbox } from "../../src/load/sandbox.ts";
import { hostileEntries } from "../support/hostile-formats.ts";

let folder = "";
const sandbox = new Sandbox({ size: 2 });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sherd-load-"));
  mkdirSync(join(folder, "docs", "deep"), { recursive: true });
  writeFileSync(join(folder, "docs", "a.md"), "# A\n\nThe first text. It has two sentences.\n");
  writeFileSync(
    join(folder, "docs", "deep", "b.txt"),
    Buffer.from("Ein kurzer Text über Äpfel und Öl.", "latin1"),
  );
  writeFileSync(join(folder, "docs", "c.py"), "def f():\n    return 1\n");
  writeFileSync(join(folder, "image.png"), Buffer.from("89504e470d0a1a0a00", "hex"));
  writeFileSync(
    join(folder, "page.txt"),
    "<!doctype html><title>T</title><body><p>Hello there, reader of pages.</p>",
  );
  writeFileSync(join(folder, "zero.bin"), Buffer.from([1, 0, 2, 0, 0]));
  symlinkSync(join(folder, "nowhere"), join(folder, "broken"));
  utimesSync(
    join(folder, "docs", "a.md"),
    new Date("2024-01-02T03:04:05Z"),
    new Date("2024-01-02T03:04:05Z"),
  );
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([sandbox.close(), DocumentLoader.close()]);
});

describe("one file", () => {
  it("becomes a document with its facts", async () => {
    const path = join(folder, "docs", "a.md");
    const { id, text, metadata } = await DocumentLoader.fromFile(path);
    expect(id).toBe(path.replaceAll("\\", "/"));
    expect(metadata).toMatchObject({
      source: id,
      type: "markdown",
      title: "A",
      modified: "2024-01-02T03:04:05.000Z",
      bytes: 43,
      contentHash: createHash("sha256").update(text).digest("hex"),
    });
  });

  it("may have another id, and a path that is not normal", async () => {
    const path = `${folder}/docs/../docs/./a.md`;
    expect((await DocumentLoader.fromFile(path)).id).toBe(`${folder}/docs/a.md`);
    expect((await DocumentLoader.fromFile(path, { id: "mine" })).id).toBe("mine");
  });

  it.each([
    ["missing.txt", "INPUT_NOT_FOUND", /names no file/],
    ["docs", "INPUT_UNREADABLE", /is a folder; load it with fromDirectory/],
    ["image.png", "INPUT_BINARY", /a PNG image/],
    ["zero.bin", "INPUT_BINARY", /zero bytes/],
  ])("%s is the error %s", async (name, code, message) => {
    const loading = DocumentLoader.fromFile(join(folder, name));
    await expect(loading).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it("is not read when it is too large", async () => {
    const loading = DocumentLoader.fromFile(join(folder, "docs", "a.md"), { limits: { bytes: 10 } });
    await expect(loading).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      details: { limit: "bytes", most: 10 },
    });
    const bytes = DocumentLoader.fromBytes("a.txt", new Uint8Array(11).fill(65), { limits: { bytes: 10 } });
    await expect(bytes).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  it("that never ends is not waited for", async () => {
    const loading = DocumentLoader.fromFile("/dev/zero");
    await expect(loading).rejects.toMatchObject({ code: expect.stringMatching(/^INPUT_/) });
  });

  it.skipIf(process.getuid?.() === 0)("that may not be read says so (skipped as root, who may)", async () => {
    const path = join(folder, "shut.txt");
    writeFileSync(path, "x");
    chmodSync(path, 0);
    await expect(DocumentLoader.fromFile(path)).rejects.toMatchObject({ code: "INPUT_UNREADABLE" });
    rmSync(path);
  });

  it.each([
    { limits: { bytes: 0 } },
    { limits: { pages: Number.NaN } },
    { limits: { rooms: 3 } },
    { encoding: "utf-9" },
  ])("with wrong options is the error INVALID_OPTION: %j", async (options) => {
    const loading = DocumentLoader.fromFile(join(folder, "docs", "a.md"), options);
    await expect(loading).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });

  it("obeys strict and encoding", async () => {
    const bytes = Buffer.from("größer, müßig, Fuß \xff", "latin1");
    const forced = { encoding: "utf-8" };
    const { metadata } = await DocumentLoader.fromBytes("a.txt", bytes, forced);
    expect(metadata).toMatchObject({ undecodableCount: 6, warnings: [expect.stringContaining("6 places")] });
    const strict = DocumentLoader.fromBytes("a.txt", bytes, { ...forced, strict: true });
    await expect(strict).rejects.toMatchObject({ code: "INPUT_UNREADABLE" });
  });

  it("is not loaded when stopped", async () => {
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(DocumentLoader.fromFile(join(folder, "docs", "a.md"), { signal })).rejects.toThrow("stop");
  });
});

describe("a folder", () => {
  it("gives its documents in order, and names what it skips in its place", async () => {
    const seen: string[] = [];
    const onSkip = ({ path, error }: Skipped) => seen.push(`${path} ${error.code}`);
    for await (const { id, metadata } of DocumentLoader.fromDirectory(folder, { onSkip })) {
      seen.push(`${id} ${metadata.type}`);
    }
    expect(seen).toEqual([
      "broken INPUT_UNREADABLE",
      "docs/a.md markdown",
      "docs/c.py code",
      "docs/deep/b.txt text",
      "image.png INPUT_BINARY",
      "page.txt html",
      "zero.bin INPUT_BINARY",
    ]);
  });

  it("obeys glob and ignore", async () => {
    const documents = DocumentLoader.fromDirectory(folder, { glob: "docs/**", ignore: ["*.py"] });
    expect((await Array.fromAsync(documents)).map(({ id }) => id)).toEqual(["docs/a.md", "docs/deep/b.txt"]);
  });

  it("gives the same whatever the concurrency", async () => {
    const many = join(folder, "many");
    mkdirSync(many);
    for (let i = 0; i < 60; i++)
      writeFileSync(join(many, `${i}.txt`), `Text number ${i}. `.repeat((i * 37) % 200));
    const load = (concurrency: number) =>
      Array.fromAsync(DocumentLoader.fromDirectory(many, { concurrency }));
    const [one, few, all] = [await load(1), await load(7), await load(100)];
    expect(one).toHaveLength(60);
    expect(few).toEqual(one);
    expect(all).toEqual(one);
    rmSync(many, { recursive: true });
  });

  it("goes on behind files that hang, burst or crash their parser", async () => {
    const hostile = join(folder, "hostile");
    mkdirSync(hostile);
    for (const name of ["1.hang", "2.good", "3.map", "4.buffers", "5.good", "6.exit", "7.txt"]) {
      writeFileSync(join(hostile, name), `Content of ${name}`);
    }
    const skipped: string[] = [];
    const documents = loadDirectory(
      hostile,
      {
        limits: { seconds: 3, memoryMegabytes: 100 },
        onSkip: ({ path, error }) => skipped.push(`${path} ${error.code}`),
      },
      { sandbox, formats: [...FORMATS, ...hostileEntries] },
    );
    const texts = (await Array.fromAsync(documents)).map(({ text }) => text);
    expect(texts).toEqual(["Content of 2.good", "Content of 5.good", "Content of 7.txt"]);
    expect(skipped).toEqual([
      "1.hang LIMIT_EXCEEDED",
      "3.map LIMIT_EXCEEDED",
      "4.buffers LIMIT_EXCEEDED",
      "6.exit INPUT_MALFORMED",
    ]);
    rmSync(hostile, { recursive: true });
  });

  it("stops at once when its reader does, or its signal says so", async () => {
    const hostile = join(folder, "slow");
    mkdirSync(hostile);
    for (const name of ["1.txt", "2.hang", "3.hang"]) writeFileSync(join(hostile, name), "x");
    const context = { sandbox, formats: [...FORMATS, ...hostileEntries] };
    for await (const { text } of loadDirectory(hostile, {}, context)) {
      expect(text).toBe("x");
      break;
    }
    const stop = new AbortController();
    const documents = loadDirectory(hostile, { signal: stop.signal }, context);
    await documents.next();
    stop.abort(new Error("enough"));
    await expect(documents.next()).rejects.toThrow("enough");
    rmSync(hostile, { recursive: true });
  });

  it("that is none is an error, and wrong options are", async () => {
    const first = (path: string, options = {}) => DocumentLoader.fromDirectory(path, options).next();
    await expect(first(join(folder, "none"))).rejects.toMatchObject({ code: "INPUT_NOT_FOUND" });
    await expect(first(folder, { concurrency: 0 })).rejects.toMatchObject({ code: "INVALID_OPTION" });
    await expect(first(folder, { encoding: "utf-9" })).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });
});
