import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { IndexedSet } from "./indexed-set.ts";
import { measure } from "./measure.ts";
import { type MeasuringSet, readSet } from "./read-set.ts";
import { runReport } from "./run-report.ts";

const folder = fileURLToPath(new URL("../../test/fixtures/eval-set", import.meta.url));
const settings = { mode: "words", expand: "none", context_in: "words", off: [] } as const;
const asked = { search: { mode: "words" }, depths: [1, 5], tokens: 100 } as const;

const bare: MeasuringSet = {
  name: "bare",
  documents: [{ id: "d", text: "ab" }],
  queries: [{ id: "q", query: "ab", relevant: [] }],
};

async function withSet<Result>(
  set: MeasuringSet,
  chunks: "given" | "own",
  work: (indexed: IndexedSet) => Promise<Result>,
): Promise<Result> {
  const indexed = await IndexedSet.open(set, { chunks, embedder: "none" });
  try {
    return await work(indexed);
  } finally {
    await indexed.close();
  }
}

it("stores the given units exactly and finds the one that answers", async () => {
  const set = await readSet(folder);
  await withSet(set, "given", async (indexed) => {
    expect(indexed.count).toBe(11);
    const measured = await measure(indexed, asked);
    expect(measured.map(({ figures }) => figures["pass@1"])).toEqual([1, 1, 1, 1, 1]);
    const { figures } = runReport(indexed, settings, measured);
    expect(figures).toMatchObject({
      "pass@1": 100,
      "fail@1": 0,
      "precision@1": 100,
      mrr: 100,
      "ndcg@10": 100,
    });
  });
});

it("answers a query from its own group only", async () => {
  const set = await readSet(folder);
  // The words of the other group's answer find nothing here.
  const [, , , wheel] = set.queries;
  const astray = { ...set, queries: [{ ...wheel, group: "north" }] };
  await withSet(astray, "given", async (indexed) => {
    const { hits } = await indexed.baseFor(astray.queries[0]).search(wheel.query, { mode: "words" });
    expect(hits.filter(({ chunk }) => chunk.documentId !== "harbour")).toEqual([]);
    expect((await measure(indexed, asked))[0].figures["pass@5"]).toBe(0);
  });
});

it("answers a query without a group from all documents", async () => {
  const set = await readSet(folder);
  const queries = set.queries.map(({ group: _group, ...query }) => query);
  await withSet({ ...set, queries }, "given", async (indexed) => {
    const measured = await measure(indexed, asked);
    expect(measured.every(({ figures }) => figures["pass@5"] === 1)).toBe(true);
  });
});

it("gives figures at a number of tokens for own chunks, and what they cost", async () => {
  const set = await readSet(folder);
  await withSet(set, "own", async (indexed) => {
    const [first] = await measure(indexed, asked);
    expect(first.figures).toHaveProperty("recall@100t");
    expect(first.tokens).toBeGreaterThan(0);
  });
});

it("refuses given chunks where a set has none", async () => {
  const opening = IndexedSet.open(bare, { chunks: "given", embedder: "none" });
  await expect(opening).rejects.toThrow(/The set bare gives no chunks/);
});

it("leaves no file behind, whether it went well or not", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "sherd-eval-test-"));
  for (const name of ["TMPDIR", "TEMP", "TMP"]) vi.stubEnv(name, temporary);
  try {
    const during = await withSet(bare, "own", async () => readdirSync(temporary).length);
    expect(during).toBe(1);
    await expect(IndexedSet.open(bare, { chunks: "own", embedder: "nobody:knows" })).rejects.toThrow(
      /embedder/,
    );
    expect(readdirSync(temporary)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true, force: true });
  }
});

it("does not measure words alone when the model fails", async () => {
  const set = await readSet(folder);
  let isIndexed = false;
  const embedder = {
    id: "fails-later",
    dimensions: 2,
    embed: async (texts: readonly string[]) => {
      if (isIndexed) throw new Error("gone");
      return texts.map((_, i) => Float32Array.of(1, i));
    },
  };
  const indexed = await IndexedSet.open(set, { chunks: "given", embedder });
  isIndexed = true;
  try {
    await expect(measure(indexed, { ...asked, search: { mode: "hybrid" } })).rejects.toThrow(
      /Query q1: .*gone/,
    );
  } finally {
    await indexed.close();
  }
});
