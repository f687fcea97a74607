import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { sherd } from "../support/run-cli.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const markdown = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md"));

/** Code in the docs runs against the sources: what a reader copies must work. */
function snippets(name: string): string[] {
  return Array.from(read(name).matchAll(/^```js\n(.*?)^```$/gms), ([, code]) => code);
}

const run = promisify(execFile);

const examples = readdirSync(join(root, "examples")).map((name) => `examples/${name}`);

describe.each([
  ...markdown.flatMap((name) =>
    snippets(name).map((code, i) => [`${name}, example ${i + 1}`, code] as const),
  ),
  ...examples.map((name) => [name, read(name)] as const),
])("%s", (_name, code) => {
  it("runs and prints something", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sherd-docs-"));
    try {
      const file = join(folder, "example.mjs");
      const source = (door: string) => pathToFileURL(join(root, "src", door, "index.ts")).href;
      writeFileSync(
        file,
        code.replace(/from "sherd(?:\/(\w+))?"/g, (_all, door = "") => `from "${source(door)}"`),
      );
      const { stdout } = await run(process.execPath, [file]);
      expect(stdout.length).toBeGreaterThan(10);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

it.each(markdown)("%s links only to files that are there", (name) => {
  const links = Array.from(read(name).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g), ([, link]) => link);
  expect(links.filter((link) => !existsSync(join(root, dirname(name), link)))).toEqual([]);
});

it("docs/CLI.md shows the help as the program prints it", async () => {
  const { stdout } = await sherd(["chunk", "--help"]);
  expect(read("docs/CLI.md")).toContain(stdout.trim());
});

it("docs/INVARIANTS.md numbers the laws and names tests that exist", () => {
  const rows = Array.from(
    read("docs/INVARIANTS.md").matchAll(/^\| (\d+) \| \*\*(.+?)\.\*\*.*\| (.+?) \|$/gm),
  );
  expect(rows.map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  for (const [, number, law, tests] of rows) {
    const files = Array.from(tests.matchAll(/`([^`]+)`/g), ([, file]) => file);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(
      files.some((file) => read(file).includes(`${number} ${law}`) || file.includes("linear-work")),
    ).toBe(true);
  }
});

it("the README starts with the two commands, which are scripts of the package", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const [first] = read("README.md").match(/```sh\n[\s\S]*?```/) ?? [];
  expect(first).toContain("npm ci && npm start");
  expect(first).toContain("npm ci && npm test");
  expect(scripts).toHaveProperty("start");
  expect(scripts).toHaveProperty("test");
});

it("every error code has its meaning in one file", async () => {
  const { ERROR_CODES } = await import("../../src/index.ts");
  for (const [code, meaning] of Object.entries(ERROR_CODES)) {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)+$/);
    expect(meaning).toMatch(/\.$/);
  }
});
