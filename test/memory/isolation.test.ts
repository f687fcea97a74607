import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { KnowledgeBase } from "../../src/knowledge-base.ts";
import { type EpisodicMemory, type MemoryScope, memoryTools, SherdError } from "../../src/memory/index.ts";
import { newFile, openMemory } from "./support/memories.ts";

const SECRET = "Xanthippe";
const SAID = `The secret of ${SECRET} is the number 90210, I prefer it that way.`;

/** All that a memory gives away, whatever is asked. */
async function everythingOf(memory: EpisodicMemory, id: string): Promise<string> {
  const exported: string[] = [];
  const target = new Writable({
    write(chunk, _encoding, done) {
      exported.push(String(chunk));
      done();
    },
  });
  await memory.export(target);
  const [recallTool, , forgetTool] = memoryTools(memory, { canForget: true }).toFunctionTools();
  const { location: _location, fileBytes: _bytes, embedder: _embedder, ...stats } = await memory.stats();
  const seen = [
    await memory.recall(SAID, { topK: 100, explain: true }),
    await memory.recall(SECRET, { topK: 100, mode: "words" }),
    await memory.recall(SECRET, { session: "s" }),
    await memory.recall(SECRET, { asOf: Date.now() + 1 }),
    await memory.history(),
    await memory.history("s"),
    await memory.get(id),
    await memory.wouldForget({ all: true }),
    await memory.wouldForget({ ids: [id] }),
    await memory.wouldForget({ source: "crm" }),
    await memory.wouldForget({ filter: { owner: "a" } }),
    stats,
    exported.join(""),
    await recallTool.execute({ query: SAID }),
    await forgetTool.execute({ ids: [id] }),
    await memory.maintain(),
    await memory.forget({ ids: [id] }),
    await memory.forget({ session: "s" }),
    await memory.forget({ all: true }),
    await memory.reinforce([id]),
  ];
  return JSON.stringify(seen);
}

const OWNER: MemoryScope = { workspace: "w", user: "ana", agent: "coach", session: "s" };
const OTHERS: readonly MemoryScope[] = [
  {},
  { workspace: "w" },
  { workspace: "w", user: "ana" },
  { workspace: "w", user: "ana", agent: "coach" },
  { workspace: "w", user: "ben", agent: "coach", session: "s" },
  { workspace: "w", user: "ana", agent: "other", session: "s" },
  { workspace: "w", user: "ana", agent: "coach", session: "t" },
  { workspace: "v", user: "ana", agent: "coach", session: "s" },
  { workspace: "w", user: "coach", agent: "ana", session: "s" },
  { workspace: "w", agent: "coach", session: "s" },
  { workspace: "w user=ana", agent: "coach", session: "s" },
];

describe("what is stored as one is seen by no other, by any method or tool", () => {
  it.each(OTHERS)("%j", async (scope) => {
    const file = newFile();
    const owner = await openMemory(OWNER, file);
    const { id } = await owner.remember(SAID, `Noted, ${SECRET}.`, {
      metadata: { owner: "a", source: "crm" },
    });
    const other = await openMemory(scope, file);
    const empty = await everythingOf(other, id);
    expect(empty).not.toContain(SECRET);
    expect(empty).not.toContain("90210");
    expect(JSON.parse(empty)[7]).toEqual([]);
    await other.remember("Nothing of interest.", "Indeed.", { metadata: { owner: "a" } });
    const seen = await everythingOf(other, id);
    expect(seen).not.toContain(SECRET);
    expect(seen).not.toContain(id);
    const [memory] = (await owner.recall(SECRET)).memories;
    expect(memory.id).toBe(id);
    expect((await owner.get(id))?.accesses).toBe(0);
    expect(await owner.verify()).toEqual([]);
  });

  it("a knowledge base in the same file neither sees nor loses them", async () => {
    const file = newFile();
    const memory = await openMemory({}, file);
    await memory.remember(SAID, "");
    const base = await KnowledgeBase.open(file);
    try {
      expect((await base.search(SECRET)).hits).toEqual([]);
      expect(await base.workspaces()).toEqual([]);
      await base.add([{ id: "d", text: "A document on pottery.", metadata: {} }]);
      expect((await memory.recall("pottery")).memories.every(({ text }) => text.includes(SECRET))).toBe(true);
      expect(await base.verify()).toEqual([]);
    } finally {
      await base.close();
    }
    expect(await memory.history()).toHaveLength(1);
  });

  it("names that could be mistaken for others are refused", async () => {
    for (const scope of [
      { user: "" },
      { user: "a\u001fagent=b" },
      { agent: "\u0000" },
      { session: "\ud800" },
    ])
      await expect(openMemory(scope)).rejects.toThrow(SherdError);
  });

  it("a memory of one session takes no turn of another", async () => {
    const memory = await openMemory({ session: "s" });
    expect((await memory.remember("Hello.", "")).session).toBe("s");
    await expect(memory.remember("Hello.", "", { session: "t" })).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });
});
