import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Folders are layers: each may import from itself and from what stands before it. */
const LAYERS = [
  ...["core", "text", "chunk", "provider", "context", "embed", "generate", "load", "store", "search"],
  ...["ingest", "knowledge-base", "conversation", "memory", "eval", "cli"],
];
/** What may touch the file system or other parts of Node; everything else runs in a browser. */
const NODE_LAYERS = new Set([
  "embed",
  "load",
  "store",
  "ingest",
  "knowledge-base",
  "conversation",
  "memory",
  "eval",
  "cli",
]);

const src = fileURLToPath(new URL("../../src", import.meta.url));

/** `import … from "x"`, `export … from "x"` at the start of a line, and `import("x")` anywhere. */
const IMPORT = /^(?:import|export)\b[^;"]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm;

interface Import {
  readonly file: string;
  readonly layer: string;
  readonly target: string;
}

function imports(): Import[] {
  const found: Import[] = [];
  for (const name of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
    const file = join(src, name);
    const code = readFileSync(file, "utf8");
    for (const [, target = "", dynamic] of code.matchAll(IMPORT)) {
      found.push({ file: name.split(sep).join("/"), layer: layerOf(file), target: dynamic ?? target });
    }
  }
  return found;
}

/** Beside the folders lie the public index and what the knowledge base offers. */
function layerOf(file: string): string {
  const [layer, ...rest] = relative(src, file).split(sep);
  if (rest.length > 0) return layer;
  return layer === "index.ts" ? "index" : "knowledge-base";
}

it("every folder of src is a layer", () => {
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).sort()).toEqual([...LAYERS].sort());
});

it("imports point one way", () => {
  const wrong = imports().filter(({ file, layer, target }) => {
    if (!target.startsWith(".") || layer === "index") return false;
    const to = layerOf(join(dirname(join(src, file)), target));
    return to === "index" || LAYERS.indexOf(to) > LAYERS.indexOf(layer);
  });
  expect(wrong).toEqual([]);
});

it("only layers made for it touch Node", () => {
  const wrong = imports().filter(
    ({ layer, target }) => target.startsWith("node:") && !NODE_LAYERS.has(layer),
  );
  expect(wrong).toEqual([]);
});

it("every package imported is a dependency, and every dependency is imported", () => {
  const { dependencies } = JSON.parse(readFileSync(join(src, "../package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const packages = imports()
    .filter(({ target }) => !target.startsWith(".") && !target.startsWith("node:"))
    .map(({ target }) =>
      target
        .split("/")
        .slice(0, target.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  expect([...new Set(packages)].sort()).toEqual(Object.keys(dependencies).sort());
});
