import fc from "fast-check";
import { expect, it } from "vitest";
import type { KnowledgeBase } from "../../src/knowledge-base.ts";
import { openBase, page, temporaryFolder, wordEmbedder } from "./support.ts";

const TENANTS = ["default", "acme", "acme2", "ACME", "a'; DROP TABLE documents; --", "übergröße", "%", "_"];

/** Everything a tenant can see, by every way there is. */
async function everything(base: KnowledgeBase): Promise<string> {
  const seen: unknown[] = [await base.stats()];
  for await (const record of base.documents()) {
    seen.push(record, await base.get(record.id), await base.chunks(record.id));
  }
  for (const mode of ["hybrid", "words", "meaning"] as const)
    for (const expand of ["parent", "none", "segment"] as const)
      seen.push(await base.search("secret shared subject", { mode, expand, limit: 100, explain: true }));
  return JSON.stringify(seen);
}

it("no call of one tenant sees another's rows, though ids and texts are the same", async () => {
  const base = await openBase();
  for (const tenant of TENANTS) {
    const own = base.workspace(tenant);
    const marker = `marker${TENANTS.indexOf(tenant)}x`;
    await own.add([
      { id: "same", text: page("Shared subject", `the secret ${marker}`), metadata: { owner: marker } },
      {
        id: `only-${marker}`,
        text: `The secret of ${marker} is a shared subject.`,
        metadata: { owner: marker },
      },
    ]);
  }
  for (const tenant of TENANTS) {
    const seen = await everything(base.workspace(tenant));
    for (const [i] of TENANTS.entries())
      expect(seen.includes(`marker${i}x`), `${tenant} sees ${TENANTS[i]}`).toBe(TENANTS[i] === tenant);
  }
  expect(await base.workspaces()).toEqual([...TENANTS].sort());
});

it("ids, filters and removals reach no further than the tenant", async () => {
  const base = await openBase();
  const acme = base.workspace("acme");
  const other = base.workspace("other");
  await acme.add({ id: "a", text: page("A", "apples"), metadata: { owner: "acme" } });
  await other.add({ id: "a", text: page("A", "oranges"), metadata: { owner: "other" } });
  const [theirs] = await acme.chunks("a");
  expect(await other.chunk(theirs.id)).not.toEqual(theirs);
  await expect(other.search("apples", { filter: { owner: "acme" } })).resolves.toMatchObject({ hits: [] });
  expect(await other.remove({ owner: "acme" })).toBe(0);
  expect(await base.remove("a")).toBe(0);
  expect(await other.remove(["a", "b"])).toBe(1);
  expect(await acme.get("a")).toBeDefined();
  expect((await acme.search("apples")).hits).toHaveLength(1);
});

it("tenants may have models of their own", async () => {
  const folder = temporaryFolder();
  const location = `${folder}/kb.db`;
  const one = await openBase({ workspace: "one", embedder: wordEmbedder("one", 32) }, location);
  const two = await openBase({ workspace: "two", embedder: wordEmbedder("two", 64) }, location);
  await one.add({ id: "a", text: "Apples." });
  await two.add({ id: "a", text: "Apples." });
  expect((await one.search("apples", { mode: "meaning" })).hits).toHaveLength(1);
  expect((await two.search("apples", { mode: "meaning" })).hits).toHaveLength(1);
  await expect(one.workspace("two").search("apples")).rejects.toMatchObject({ code: "SPACE_MISMATCH" });
});

it.each(["", "a\u0000b", "\u0001restore:default", "x".repeat(201), 5])("%j is no workspace", async (name) => {
  const base = await openBase();
  expect(() => base.workspace(name as string)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
});

it("whatever tenants do, each is as if it were alone", async () => {
  const tenants = ["a", "b", "c"] as const;
  const step = fc.record({
    tenant: fc.constantFrom(...tenants),
    id: fc.constantFrom("x", "y", "z"),
    word: fc.constantFrom("apples", "bananas", "cherries", undefined),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { KnowledgeBase } = await import("../../src/knowledge-base.ts");
      const open = () => KnowledgeBase.open(":memory:", { embedder: wordEmbedder() });
      const shared = await open();
      try {
        for (const { tenant, id, word } of steps) await apply(shared.workspace(tenant), id, word);
        for (const tenant of tenants) {
          const alone = await open();
          for (const { id, word } of steps.filter((one) => one.tenant === tenant))
            await apply(alone, id, word);
          expect(await found(shared.workspace(tenant))).toEqual(await found(alone));
          await alone.close();
        }
        expect(await shared.verify()).toEqual([]);
      } finally {
        await shared.close();
      }
    }),
    { numRuns: 15 },
  );
});

async function apply(base: KnowledgeBase, id: string, word: string | undefined): Promise<void> {
  if (word === undefined) await base.remove(id);
  else await base.add({ id, text: page("Fruit", word) });
}

/** What each way of searching finds, with scores: other tenants must not even weigh in the statistics. */
async function found(base: KnowledgeBase): Promise<unknown> {
  const results = [];
  for (const mode of ["hybrid", "words", "meaning"] as const) {
    const { hits } = await base.search("apples bananas", { mode });
    results.push(hits.map(({ chunk, score }) => [chunk.documentId, chunk.text, score]));
  }
  return results;
}
