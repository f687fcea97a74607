import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type WalkOptions, walk } from "./walk.ts";

let base = "";
let root = "";
let outside = "";

beforeEach(() => {
  base = mkdtempSync(join(realpathSync(tmpdir()), "sherd-walk-"));
  root = join(base, "root");
  outside = join(base, "outside");
  for (const folder of [root, outside]) mkdirSync(folder);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Writes files by path; a path with a slash at its end is an empty folder. */
function plant(files: Readonly<Record<string, string>>, folder = root): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(path.endsWith("/") ? file : dirname(file), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(file, content);
  }
}

async function paths(options?: WalkOptions): Promise<string[]> {
  const entries = await Array.fromAsync(walk(root, options));
  return entries.map(({ path, error }) => (error === undefined ? path : `${path}: ${error.code}`));
}

describe("order", () => {
  it("is by code units, folders in their place, whatever the language", async () => {
    plant({
      "b.txt": "",
      "a/z.txt": "",
      "a/b/c.txt": "",
      "B.txt": "",
      "ä.txt": "",
      "a-b.txt": "",
      "a.txt": "",
    });
    expect(await paths()).toEqual(["B.txt", "a/b/c.txt", "a/z.txt", "a-b.txt", "a.txt", "b.txt", "ä.txt"]);
  });

  it("leaves out Git's folder and installed packages, at any depth", async () => {
    plant({ ".git/config": "", "node_modules/x/a.js": "", "sub/node_modules/y.js": "", "sub/kept.js": "" });
    expect(await paths()).toEqual(["sub/kept.js"]);
  });
});

describe("ignore files", () => {
  it("count at their own level and below, the deepest first", async () => {
    plant({
      ".gitignore": "*.log\n/only-root.txt\nbuild/\n",
      "a.log": "",
      "only-root.txt": "",
      "build/x.txt": "",
      "sub/.gitignore": "!keep.log\nlocal.txt\n",
      "sub/keep.log": "",
      "sub/other.log": "",
      "sub/only-root.txt": "",
      "sub/local.txt": "",
      "sub/deep/keep.log": "",
      "local.txt": "",
    });
    expect(await paths({ glob: "**/*.{log,txt}" })).toEqual([
      "local.txt",
      "sub/deep/keep.log",
      "sub/keep.log",
      "sub/only-root.txt",
    ]);
  });

  it("bring nothing back from a folder that is left out", async () => {
    plant({ ".gitignore": "secret/\n", "secret/.gitignore": "!*\n", "secret/a.txt": "", "b.txt": "" });
    expect(await paths({ glob: "**/*.txt" })).toEqual(["b.txt"]);
  });

  it("bring a folder back with a deeper rule, but not what other rules leave out in it", async () => {
    plant({
      ".gitignore": "pkg/out\n*.map\n",
      "pkg/.gitignore": "!out\n",
      "pkg/out/a.js": "",
      "pkg/out/a.js.map": "",
      "pkg/out/deep/b.js": "",
    });
    expect(await paths({ glob: "**/*.{js,map}" })).toEqual(["pkg/out/a.js", "pkg/out/deep/b.js"]);
  });

  it("of Sherd's own overrule Git's", async () => {
    plant({
      ".gitignore": "*.pdf\n",
      ".sherdignore": "!manual.pdf\nnotes.md\n",
      "manual.pdf": "",
      "x.pdf": "",
      "notes.md": "",
    });
    expect(await paths({ glob: "*.{pdf,md}" })).toEqual(["manual.pdf"]);
  });

  it("can be switched off", async () => {
    plant({ ".gitignore": "*.log\n", "a.log": "" });
    expect(await paths({ ignoreFiles: false, glob: "*.log" })).toEqual(["a.log"]);
  });

  it("do not stumble over odd patterns and names", async () => {
    plant({
      ".gitignore": "[\n\\\n!\n# no\n**/**/**\u0000\n\ufefff\n",
      "...": "",
      "a b#!.txt": "",
      "x\\y": "",
    });
    expect((await paths()).length).toBeGreaterThan(0);
  });
});

it("a pattern made to take forever is passed over", async () => {
  const deep = "a/".repeat(60);
  plant({ ".gitignore": `${"**/a/".repeat(20)}b\n*.log\n`, [`${deep}c.txt`]: "", [`${deep}c.log`]: "" });
  expect(await paths({ glob: "**/c.*" })).toEqual([`${deep}c.txt`]);
});

describe("options", () => {
  it("globs select, several by any of them, from the root", async () => {
    plant({ "a.md": "", "docs/b.md": "", "docs/c.txt": "", "src/d.ts": "", "docs/deep/e.md": "" });
    expect(await paths({ glob: "*.md" })).toEqual(["a.md"]);
    expect(await paths({ glob: "docs/**/*.md" })).toEqual(["docs/b.md", "docs/deep/e.md"]);
    expect(await paths({ glob: ["./src/*.ts", "docs/*.txt"] })).toEqual(["docs/c.txt", "src/d.ts"]);
    expect(await paths({ glob: "docs/{deep/e.md,c.txt}" })).toEqual(["docs/c.txt", "docs/deep/e.md"]);
    expect(await paths({ glob: "docs/+(deep)/*" })).toEqual(["docs/deep/e.md"]);
  });

  it("looks into no folder that a glob cannot reach", async () => {
    plant({ "a.md": "", "deep/": "", "docs/b.md": "" });
    symlinkSync(join(root, "nowhere"), join(root, "deep", "broken.md"));
    expect(await paths({ glob: "*.md" })).toEqual(["a.md"]);
    expect(await paths({ glob: "docs/*.md" })).toEqual(["docs/b.md"]);
    expect(await paths({ glob: "*/*.md" })).toEqual(["deep/broken.md: INPUT_UNREADABLE", "docs/b.md"]);
  });

  it("further patterns to ignore cannot be overruled", async () => {
    plant({ ".gitignore": "!draft.md\n", "draft.md": "", "final.md": "", "old/x.md": "" });
    expect(await paths({ glob: "**/*.md", ignore: ["draft.md", "old/"] })).toEqual(["final.md"]);
  });

  it("stops when told", async () => {
    plant({ "a/x.txt": "", "b/y.txt": "" });
    const stop = new AbortController();
    const entries = walk(root, { signal: stop.signal });
    await entries.next();
    stop.abort();
    await expect(entries.next()).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("links", () => {
  it("that lead out are followed, each target once", async () => {
    plant({ "doc.txt": "", "sub/page.txt": "", ".gitignore": "secret.txt", "secret.txt": "" }, outside);
    plant({ "own.txt": "" });
    symlinkSync(outside, join(root, "linked"));
    symlinkSync(join(outside, "sub"), join(root, "linked-again"));
    symlinkSync(join(outside, "doc.txt"), join(root, "z.txt"));
    expect(await paths({ glob: "**/*.txt" })).toEqual(["linked/doc.txt", "linked/sub/page.txt", "own.txt"]);
  });

  it("inside the root are found under their own names only", async () => {
    plant({ "real.txt": "", "folder/a.txt": "" });
    symlinkSync(join(root, "real.txt"), join(root, "alias.txt"));
    symlinkSync(join(root, "folder"), join(root, "alias"));
    expect(await paths()).toEqual(["folder/a.txt", "real.txt"]);
  });

  it("never make a loop", async () => {
    plant({ "a/b/x.txt": "" });
    plant({ "y.txt": "" }, outside);
    symlinkSync("..", join(root, "a/b/up"));
    symlinkSync(base, join(outside, "above-all"));
    symlinkSync(root, join(outside, "back"));
    symlinkSync(outside, join(outside, "self"));
    symlinkSync(outside, join(root, "out"));
    symlinkSync("itself", join(root, "itself"));
    const found = await paths();
    expect(found).toEqual(["a/b/x.txt", "itself: INPUT_UNREADABLE", "out/y.txt"]);
  });

  it("to nothing are named", async () => {
    symlinkSync(join(root, "nowhere"), join(root, "broken"));
    const [entry] = await Array.fromAsync(walk(root));
    expect(entry.error?.message).toBe("broken is a link to nothing (ENOENT); skipped.");
  });
});

describe("what is no file", () => {
  it("is named with its kind", async () => {
    const server = createServer().listen(join(root, "socket"));
    await once(server, "listening");
    const [entry] = await Array.fromAsync(walk(root));
    server.close();
    expect(entry).toMatchObject({ path: "socket", error: { code: "INPUT_UNREADABLE" } });
    expect(entry.error?.message).toContain("is a socket");
  });

  it.skipIf(process.getuid?.() === 0)(
    "a folder that may not be read is named (skipped as root, who may)",
    async () => {
      plant({ "shut/": "", "a.txt": "" });
      chmodSync(join(root, "shut"), 0);
      expect(await paths()).toEqual(["a.txt", "shut: INPUT_UNREADABLE"]);
      chmodSync(join(root, "shut"), 0o700);
    },
  );

  it("a folder that is none, or a file, is an error", async () => {
    plant({ "a.txt": "" });
    await expect(Array.fromAsync(walk(join(root, "no")))).rejects.toMatchObject({ code: "INPUT_NOT_FOUND" });
    await expect(Array.fromAsync(walk(join(root, "a.txt")))).rejects.toMatchObject({
      code: "INPUT_NOT_FOUND",
    });
  });

  it("folders are followed only so deep", async () => {
    plant({ [`${"d/".repeat(105)}x.txt`]: "", "y.txt": "" });
    const found = await paths();
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/LIMIT_EXCEEDED$/);
    expect(found[1]).toBe("y.txt");
  });
});
