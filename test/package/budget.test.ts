import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a bundler makes of one door: its bytes and the modules that are loaded with it. */
async function bundle(entry: string) {
  const result = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    splitting: true,
    outdir: "unused",
    write: false,
    metafile: true,
  });
  const outputs = Object.entries(result.metafile.outputs);
  const [main, output] = outputs.find(([, one]) => one.entryPoint === entry) ?? [];
  // What the entry imports statically is loaded with it; dynamic imports wait until they are called.
  const loaded = new Set<string>();
  const visit = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { path, kind } of result.metafile.outputs[name]?.imports ?? []) {
      if (kind === "import-statement") visit(path);
    }
  };
  visit(main as string);
  const files = result.outputFiles.filter((file) => [...loaded].some((name) => file.path.endsWith(name)));
  return {
    gzipped: files.reduce((sum, file) => sum + gzipSync(file.contents).length, 0),
    modules: [...loaded].flatMap((name) => Object.keys(result.metafile.outputs[name]?.inputs ?? {})),
    exports: output?.exports ?? [],
  };
}

describe("sherd/chunk alone", async () => {
  const { gzipped, modules, exports } = await bundle("src/chunk/index.ts");

  it("is under 40 kB, minified and gzipped, for a browser", () => {
    expect(exports).toContain("RecursiveTextSplitter");
    expect(gzipped).toBeLessThan(40_000);
  });

  it("loads no tokenizer table, parser or classifier and few modules, which keeps the cold import short", () => {
    const heavy = /gpt-tokenizer|markdown-it|htmlparser2|web-tree-sitter|detect\/weights/;
    expect(modules.filter((name) => heavy.test(name))).toEqual([]);
    expect(modules.length).toBeLessThan(80);
  });
});

describe("sherd/text alone", async () => {
  const { gzipped, modules } = await bundle("src/text/index.ts");

  it("loads no tokenizer table until one is asked for", () => {
    expect(modules.filter((name) => name.includes("gpt-tokenizer"))).toEqual([]);
    expect(gzipped).toBeLessThan(40_000);
  });
});

describe("the package", () => {
  const lock = JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8")) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
  };
  const production = Object.entries(lock.packages).filter(([name, { dev }]) => name !== "" && !dev);

  it("installs few packages, and none runs a script", () => {
    expect(production.length).toBeLessThanOrEqual(60);
    expect(production.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });

  it("does not name a registry in its lock file", () => {
    expect(JSON.stringify(lock)).not.toMatch(/"resolved":"https?:/);
  });
});
