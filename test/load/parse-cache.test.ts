import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DocumentLoader } from "../../src/load/index.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sherd-cache-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const html = new TextEncoder().encode("<main><h1>Jars</h1><p>Two of them.</p></main>");

it("parses the same bytes once, whatever their name", async () => {
  const cache = join(folder, "parsed");
  const first = await DocumentLoader.fromBytes("a.html", html, { cache });
  const [file] = readdirSync(cache);
  // What is in the folder is what is given: a mark in it shows where the text came from.
  const stored = readFileSync(join(cache, file), "utf8");
  writeFileSync(join(cache, file), stored.replace("Two of them", "From the cache"));
  const second = await DocumentLoader.fromBytes("b.html", html, { cache });
  expect(first.text).toContain("Two of them");
  expect(second.text).toContain("From the cache");
  expect(second.metadata.source).toBe("b.html");
  expect(readdirSync(cache).length).toBe(1);
});

it("parses again what is damaged there", async () => {
  const cache = join(folder, "damaged");
  await DocumentLoader.fromBytes("a.html", html, { cache });
  writeFileSync(join(cache, readdirSync(cache)[0]), '{"text": 7');
  expect((await DocumentLoader.fromBytes("a.html", html, { cache })).text).toContain("Two of them");
});

it("works without a cache that cannot be written", async () => {
  const cache = join(folder, "file");
  writeFileSync(cache, "not a folder");
  expect((await DocumentLoader.fromBytes("a.html", html, { cache })).text).toContain("Two of them");
});
