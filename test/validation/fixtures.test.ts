import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  ContentAwareChunker,
  type DocumentInput,
  ParentChildChunker,
  validateChunks,
} from "../../src/chunk/index.ts";
import { SherdError } from "../../src/core/errors.ts";
import { DocumentLoader } from "../../src/load/index.ts";
import { TokenCounter } from "../../src/text/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const counter = await TokenCounter.create();

/** Files that are made to be refused. */
const REFUSED = /locked|encrypted/;

async function load(path: string): Promise<DocumentInput | undefined> {
  // Fixtures of code carry a second ending, so that tools leave them alone.
  const name = path.replace(/\.txt$/, (end) => (path.includes("fixtures/code/") ? "" : end));
  try {
    return await DocumentLoader.fromBytes(name, readFileSync(join(root, path)));
  } catch (error) {
    if (error instanceof SherdError && REFUSED.test(path)) return undefined;
    throw error;
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:py|mjs|sh)$/.test(entry.name))
    .map((entry) => `${folder}/${entry.name}`);

const FIXTURES = [
  ...filesIn("test/fixtures/documents"),
  ...filesIn("test/fixtures/code"),
  ...filesIn("docs"),
  "README.md",
  "test/fixtures/sample.pdf",
  "test/fixtures/sheet.xlsx",
];

/**
 * What no chunk of ours may have, however its text is. A lone heading is not among them: over a fence that
 * fits only by itself it is the lesser evil.
 */
const LAWS = ["altered", "uncovered", "misordered", "orphan", "oversize", "cut-unit"] as const;

describe.each(FIXTURES)("%s", (path) => {
  it.each([60, 150, 400])("chunks of %i tokens keep the laws and cut nothing that fits", async (size) => {
    const document = await load(path);
    if (document === undefined) return;
    const options = { size, unit: "tokens", counter } as const;
    const chunks = await new ContentAwareChunker(options).split(document);
    const { counts, score } = await validateChunks(document, chunks, options);
    for (const law of LAWS) expect(counts[law] ?? 0, law).toBe(0);
    expect(score).toBeGreaterThan(0.5);
  });

  it("parents and children hold together", async () => {
    const document = await load(path);
    if (document === undefined) return;
    const chunks = await new ParentChildChunker({ counter }).split(document);
    const { counts } = await validateChunks(document, chunks);
    for (const law of ["altered", "uncovered", "misordered", "orphan"] as const)
      expect(counts[law] ?? 0, law).toBe(0);
  });
});
