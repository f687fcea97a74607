import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { KnowledgeBase } from "../../src/knowledge-base.ts";
import { temporaryFolder } from "./support.ts";

/** The time the product promises is a minute: SHERD_SECONDS=60. */
const SECONDS = Number(process.env.SHERD_SECONDS ?? 3);
const WRITERS = 2;
const SEARCHERS = 8;

interface Ended {
  readonly code: number | null;
  readonly errors: string;
  readonly output: string;
}

const WRITE = new URL("./processes/keep-writing.ts", import.meta.url);
const SEARCH = new URL("./processes/keep-searching.ts", import.meta.url);

function run(script: URL, ...args: readonly string[]): Promise<Ended> {
  const path = fileURLToPath(script);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--no-warnings", path, ...args]);
    let output = "";
    let errors = "";
    child.stdout.on("data", (data) => {
      output += data;
    });
    child.stderr.on("data", (data) => {
      errors += data;
    });
    child.on("close", (code) => resolve({ code, errors, output }));
  });
}

it(`${WRITERS} processes write and ${SEARCHERS} search for ${SECONDS} s: no error reaches a user`, async () => {
  const location = join(temporaryFolder(), "kb.db");
  const first = await KnowledgeBase.open(location);
  await first.add({ id: "first", text: "The first apples." });
  await first.close();
  const writers = Array.from({ length: WRITERS }, (_, i) =>
    run(WRITE, location, `writer${i}`, String(SECONDS)),
  );
  const searchers = Array.from({ length: SEARCHERS }, () => run(SEARCH, location, String(SECONDS)));
  const ended = await Promise.all([...writers, ...searchers]);
  expect(ended.map(({ errors }) => errors).filter((errors) => errors !== "")).toEqual([]);
  expect(ended.map(({ code }) => code)).toEqual(ended.map(() => 0));
  const results = ended.map(({ output }) => JSON.parse(output) as Record<string, number>);
  for (const { rounds } of results.slice(0, WRITERS)) expect(rounds).toBeGreaterThan(0);
  for (const { searches, found } of results.slice(WRITERS)) {
    expect(searches).toBeGreaterThan(0);
    expect(found).toBe(searches);
  }
  const base = await KnowledgeBase.open(location);
  try {
    expect(await base.verify()).toEqual([]);
    const ids = await Array.fromAsync(base.documents(), ({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (let i = 0; i < WRITERS; i++) expect(ids.some((id) => id.startsWith(`writer${i}-`))).toBe(true);
  } finally {
    await base.close();
  }
}, 600_000);
