import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { type EpisodicMemory, renderRecalled } from "../../src/memory/index.ts";
import { DAY, HandClock, newFile, openMemory, START, SwitchedEmbedder } from "./support/memories.ts";

const LONG = Array.from(
  { length: 40 },
  (_, i) => `Step ${i} of the recipe asks for ${i + 2} spoons of flour and some patience.`,
).join(" ");

async function saidBy(memory: EpisodicMemory, query: string): Promise<string[]> {
  return (await memory.recall(query)).memories.map(({ user }) => user);
}

describe("remember and recall", () => {
  it("gives back what was said word for word, with when and where", async () => {
    const memory = await openMemory();
    const user = "My sister  Zuleika moved to Lisbon.\r\n\tShe likes it.";
    const { id } = await memory.remember(user, "How nice! 🏖", {
      session: "a",
      at: "2026-02-03T04:05:06Z",
      metadata: { channel: "mail" },
    });
    await memory.remember("The printer is out of toner.", "I will order some.");
    const { memories, mode, tokens } = await memory.recall("where does Zuleika live?");
    expect(mode).toBe("hybrid");
    expect(tokens).toBeGreaterThan(0);
    expect(memories[0]).toMatchObject({
      id,
      user,
      assistant: "How nice! 🏖",
      at: Date.UTC(2026, 1, 3, 4, 5, 6),
      session: "a",
      origin: "session a",
      metadata: { channel: "mail" },
    });
    expect(memories[0].text).toContain(user);
    expect(renderRecalled(memories)).toContain('date="2026-02-03T04:05:06.000Z" origin="session a"');
  });

  it("is there after the memory is closed and opened again", async () => {
    const file = newFile();
    const first = await openMemory({}, file);
    await first.remember("The launch is on 12 May.", "Noted.");
    await first.close();
    const second = await openMemory({}, file);
    expect(await saidBy(second, "launch")).toEqual(["The launch is on 12 May."]);
    expect(await second.verify()).toEqual([]);
  });

  it("finds a passage of a long turn and gives the whole turn, or the passage", async () => {
    const memory = await openMemory();
    const { chunks } = await memory.remember("Tell me the recipe.", LONG);
    expect(chunks).toBeGreaterThan(3);
    await memory.remember("What is the weather?", "It rains.");
    const [whole] = (await memory.recall("step 17 flour")).memories;
    expect(whole.chunk.kind).toBe("child");
    expect(whole.text).toContain(LONG);
    expect(whole.parent?.text).toBe(whole.text);
    const [piece] = (await memory.recall("step 17 flour", { includeParents: false })).memories;
    expect(piece.text).toBe(piece.chunk.text);
    expect(piece.text.length).toBeLessThanOrEqual(400);
    expect(piece.text).toContain("Step 17");
    const [fitting] = (await memory.recall("step 17 flour", { budget: 120 })).memories;
    expect(fitting.text).toBe(piece.text);
  });

  it("leaves out what a recall brought into the conversation", async () => {
    const memory = await openMemory();
    await memory.remember("My locker code is 4711.", "Noted.");
    const quoted = renderRecalled((await memory.recall("locker code")).memories);
    await memory.remember(`${quoted}\nWhat was my code?`, "It is above.");
    expect((await memory.history()).at(-1)?.user).toBe("What was my code?");
  });

  it("stores a turn told twice with its time once, and one said twice as two", async () => {
    const memory = await openMemory();
    const at = START;
    const { id } = await memory.remember("Same.", "Same.", { at });
    await memory.reinforce([id]);
    await memory.remember("Same.", "Same.", { at, pinned: true });
    expect(await memory.history()).toMatchObject([{ id, accesses: 1, pinned: true }]);
    await memory.remember("Same.", "Same.");
    await memory.remember("Same.", "Same.");
    expect(await memory.history()).toHaveLength(3);
    const { memories } = await memory.recall("same");
    expect(memories).toHaveLength(1);
    expect(memories[0].duplicates).toHaveLength(2);
  });

  it("takes any text as a question", async () => {
    const memory = await openMemory();
    await memory.remember("A plain turn.", "Indeed.");
    for (const query of ["", "   ", '"*(', "\ud800", "NOT AND OR", "x".repeat(20_000), "🦜"])
      expect((await memory.recall(query)).memories.length).toBeLessThanOrEqual(1);
  });

  it("refuses what cannot be stored, and stores nothing", async () => {
    const memory = await openMemory();
    for (const call of [
      () => memory.remember("", " "),
      () => memory.remember("a", "b", { at: "yesterday" }),
      () => memory.remember("a", "b", { importance: 2 }),
      () => memory.remember("a", "b", { session: "a\u001fb" }),
      () => memory.recall("a", { topK: 0 }),
      () => memory.recall("a", { before: Number.NaN }),
      () => memory.forget({}),
      () => memory.forget({ al: true } as object),
    ])
      await expect(call()).rejects.toMatchObject({ code: "INVALID_OPTION" });
    expect((await memory.stats()).turns).toBe(0);
  });

  it("makes turns of messages", async () => {
    const memory = await openMemory();
    const remembered = await memory.rememberMessages(
      [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello", time: START },
        { role: "user", content: "Are you there?" },
        { role: "assistant", content: "Yes." },
        { role: "tool", content: "{}" },
        { role: "user", content: "Good.", time: START + 1 },
      ],
      { session: "chat" },
    );
    expect(remembered.map(({ at }) => at)).toEqual([START, START + 1]);
    expect((await memory.history("chat")).map(({ user, assistant }) => [user, assistant])).toEqual([
      ["Hello\n\nAre you there?", "Yes."],
      ["Good.", ""],
    ]);
  });
});

describe("time", () => {
  it("sees sessions and times apart, and as of a time nothing later", async () => {
    const clock = new HandClock();
    const memory = await openMemory({ clock });
    for (let day = 0; day < 6; day++)
      await memory.remember(`On day ${day} the stock stood at ${day * 10}.`, "Noted.", {
        at: START + day * DAY,
        session: day % 2 === 0 ? "even" : "odd",
      });
    clock.pass(10 * DAY);
    const days = async (options: object) =>
      (await memory.recall("stock", { topK: 10, ...options })).memories
        .map(({ at }) => (at - START) / DAY)
        .sort();
    expect(await days({})).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await days({ session: "odd" })).toEqual([1, 3, 5]);
    expect(await days({ before: START + 2 * DAY })).toEqual([0, 1]);
    expect(await days({ after: new Date(START + 4 * DAY) })).toEqual([4, 5]);
    expect(await days({ asOf: START + 3 * DAY })).toEqual([0, 1, 2, 3]);
    expect(await days({ asOf: START + 3 * DAY, session: "even" })).toEqual([0, 2]);
    expect(await days({ session: "none" })).toEqual([]);
  });

  it("prefers the later of two that say it alike, and says how many age kept out", async () => {
    const clock = new HandClock();
    const memory = await openMemory({ clock });
    await memory.remember("The office code is blue fox.", "Noted.");
    clock.pass(200 * DAY);
    await memory.remember("The office code is red fox.", "Noted.");
    const { memories } = await memory.recall("office code", { explain: true });
    expect(memories.map(({ user }) => user)).toEqual([
      "The office code is red fox.",
      "The office code is blue fox.",
    ]);
    const [{ explanation }] = memories;
    expect(explanation?.score).toBeCloseTo(
      (explanation?.relevance ?? 0) *
        (explanation?.recency.factor ?? 0) *
        (explanation?.importance.factor ?? 0),
    );
    const steady = await openMemory({ clock, decay: "none", embedder: "none" });
    await steady.remember("The office code is blue fox.", "Noted.", { at: START });
    await steady.remember("The office code is red fox.", "Noted.");
    const [first, second] = (await steady.recall("office code")).memories;
    expect(first.score).toBeCloseTo(second.score);
  });

  it("loses an old memory to the brief's formula, however relevant", async () => {
    const clock = new HandClock();
    const memory = await openMemory({ clock, decay: "exponential(0.1)" });
    await memory.remember("The vault password is swordfish.", "Noted.");
    clock.pass(30 * DAY);
    await memory.remember("I forgot my password for the gym.", "Ask at the desk.");
    const { memories, suppressedByAge } = await memory.recall("vault password swordfish", { topK: 1 });
    expect(memories[0].user).toContain("gym");
    expect(suppressedByAge).toBe(1);
  });

  it("counts uses where told to, spaced ones most", async () => {
    const clock = new HandClock();
    const memory = await openMemory({ clock });
    const { id } = await memory.remember("The parrot is called Rico.", "Noted.");
    clock.pass(DAY);
    await memory.recall("parrot");
    await memory.recall("parrot");
    await memory.recall("parrot", { asOf: clock.now() });
    await memory.stats(); // waits until the counts are written
    expect(await memory.get(id)).toMatchObject({ accesses: 2, spacedUses: 0.5, lastUse: clock.now() });

    const asked = await openMemory({ clock, reinforceOn: "use" });
    const other = await asked.remember("The parrot is called Rico.", "Noted.");
    clock.pass(DAY);
    await asked.recall("parrot");
    await asked.reinforce([other.id, "unknown"]);
    expect(await asked.get(other.id)).toMatchObject({ accesses: 1, spacedUses: 0.5 });
  });
});

describe("limits", () => {
  it("holds to a number of turns: the least worth keeping go, pinned ones stay, and it is told", async () => {
    const clock = new HandClock();
    const memory = await openMemory({ clock, limits: { maxRecords: 5 } });
    const ids: string[] = [];
    const evicted: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const one = await memory.remember(`Turn ${turn} ${turn === 3 ? LONG : ""}`, "Yes.", {
        pinned: turn === 0,
      });
      ids.push(one.id);
      evicted.push(...one.evicted.map(({ id }) => id));
      clock.pass(DAY);
      expect((await memory.stats()).turns).toBeLessThanOrEqual(5);
    }
    expect((await memory.history()).map(({ id }) => id)).toEqual([ids[0], ...ids.slice(8)]);
    expect(evicted.sort()).toEqual(ids.slice(1, 8).sort());
    expect((await memory.recall("recipe flour spoons")).memories.some(({ id }) => id === ids[3])).toBe(false);
    expect((await memory.stats()).parents).toBe(0);
    expect(await memory.verify()).toEqual([]);
  });

  it("holds to bytes and to an age", async () => {
    const clock = new HandClock();
    const memory = await openMemory({ clock, limits: { maxBytes: 500, maxAge: 10 * DAY } });
    for (let turn = 0; turn < 10; turn++) await memory.remember(`Turn ${turn} ${"word ".repeat(20)}`, "");
    expect((await memory.stats()).bytes).toBeLessThanOrEqual(500);
    clock.pass(11 * DAY);
    const { evicted } = await memory.maintain();
    expect(new Set(evicted.map(({ reason }) => reason))).toEqual(new Set(["age"]));
    expect((await memory.stats()).turns).toBe(0);
    expect(await memory.maintain()).toEqual({ embedded: 0, unembedded: 0, evicted: [], warnings: [] });
  });

  it("leaves a summary of what goes where that is asked for", async () => {
    const clock = new HandClock();
    const memory = await openMemory({
      clock,
      limits: { maxRecords: 10 },
      summarise: (turns) => `In short: ${turns.map(({ user }) => user).join(", ")}.`,
    });
    for (let turn = 0; turn < 11; turn++) {
      await memory.remember(`subject${turn}`, "Noted.");
      clock.pass(DAY);
    }
    const history = await memory.history();
    expect(history.length).toBeLessThanOrEqual(10);
    const summary = history.find(({ type }) => type === "summary");
    expect(summary?.assistant).toBe("In short: subject0, subject1.");
    expect((await memory.recall("subject0")).memories[0].id).toBe(summary?.id);
  });
});

describe("forgetting", () => {
  it("leaves nothing in the file: no row, no word, no vector, no byte", async () => {
    const file = newFile();
    const memory = await openMemory({}, file);
    for (let turn = 0; turn < 30; turn++) await memory.remember(`An ordinary turn ${turn}.`, "Yes.");
    await memory.remember(`I prefer Quetzalcoatl brand. ${LONG}`, "You prefer Quetzalcoatl brand.", {
      metadata: { source: "crm" },
    });
    await memory.remember("Nothing special about the Quetzalcoatl again.", "", { session: "s" });
    const bytes = () => {
      const read = (name: string) => {
        try {
          return readFileSync(name).toString("latin1");
        } catch {
          return "";
        }
      };
      return (read(file) + read(`${file}-wal`)).toLowerCase();
    };
    expect(bytes().includes("quetzalcoatl")).toBe(true);
    const bySource = await memory.forget({ source: "crm" });
    expect(bySource).toMatchObject({
      turns: 1,
      left: { documents: 0, chunks: 0, texts: 0, uses: 0, indexed: 0, isLogEmpty: true },
    });
    expect(bySource.chunks).toBeGreaterThan(3);
    expect(bySource.facts).toBeGreaterThan(0);
    expect((await memory.forget({ session: "s" })).turns).toBe(1);
    expect(bytes().includes("quetzalcoatl")).toBe(false);
    expect(
      (await memory.recall("Quetzalcoatl brand")).memories.every(({ user }) => user.startsWith("An ")),
    ).toBe(true);
    expect((await memory.stats()).turns).toBe(30);
    expect(await memory.verify()).toEqual([]);
  });

  it("takes what all conditions name, and everything only when that is said", async () => {
    const memory = await openMemory();
    for (let day = 0; day < 4; day++)
      await memory.remember(`Day ${day}.`, "", {
        at: START + day * DAY,
        session: day < 2 ? "a" : "b",
        metadata: { day },
      });
    expect(await memory.wouldForget({ session: "a", after: START + DAY })).toHaveLength(1);
    expect((await memory.forget({ session: "a", after: START + DAY })).turns).toBe(1);
    expect((await memory.forget({ filter: { day: { atLeast: 3 } } })).turns).toBe(1);
    expect((await memory.forget({ ids: ["unknown"] })).turns).toBe(0);
    expect((await memory.history()).map(({ user }) => user)).toEqual(["Day 0.", "Day 2."]);
    expect((await memory.forget({ all: true })).turns).toBe(2);
    expect(await memory.history()).toEqual([]);
  });
});

describe("a model that is down", () => {
  it("costs no turn: found by words, and embedded later by maintain", async () => {
    const embedder = new SwitchedEmbedder();
    const memory = await openMemory({ embedder });
    await memory.remember("The first turn has vectors.", "Yes.");
    embedder.isDown = true;
    const { isEmbedded, warnings, id } = await memory.remember(`The zebra is striped. ${LONG}`, "Yes.");
    expect(isEmbedded).toBe(false);
    expect(warnings[0]).toContain("does not answer");
    const down = await memory.recall("zebra");
    expect(down.mode).toBe("words");
    expect(down.warnings).toHaveLength(1);
    expect(down.memories[0].id).toBe(id);
    await memory.stats();
    expect(await memory.maintain()).toMatchObject({ embedded: 0, unembedded: 1 });
    embedder.isDown = false;
    expect(await memory.maintain()).toMatchObject({ embedded: 1, unembedded: 0, warnings: [] });
    expect(await memory.stats()).toMatchObject({ withoutVectors: 0, turns: 2 });
    const calls = embedder.calls;
    expect(await memory.maintain()).toMatchObject({ embedded: 0, unembedded: 0 });
    expect(embedder.calls).toBe(calls);
    expect((await memory.get(id))?.accesses).toBe(1);
    expect((await memory.recall("zebra")).mode).toBe("hybrid");
    expect(await memory.verify()).toEqual([]);
  });

  it("another model's vectors never meet: refused, and what was there stays", async () => {
    const file = newFile();
    const first = await openMemory({ embedder: new SwitchedEmbedder() }, file);
    await first.remember("With letters.", "");
    await first.close();
    const second = await openMemory({ embedder: "bundled" }, file);
    for (const ask of [() => second.remember("With the bundled one.", ""), () => second.recall("letters")]) {
      const error = await ask().catch((one: unknown) => one);
      expect(error).toMatchObject({ code: "SPACE_MISMATCH" });
      // What makes vectors anew for documents does nothing for turns.
      expect(String(error)).toContain("sherd memory export");
      expect(String(error)).not.toContain("reembed");
    }
    expect(await second.history()).toHaveLength(1);
  });
});

describe("damage", () => {
  it("to the index is mended from the turns, which keep their time and their use", async () => {
    const file = newFile();
    const memory = await openMemory({}, file);
    const { id } = await memory.remember(`The zebra is striped. ${LONG}`, "Yes.", {
      session: "s",
      at: START,
    });
    await memory.reinforce([id]);
    const before = await memory.history();
    await memory.close();
    const database = new DatabaseSync(file);
    database.exec("UPDATE postings SET data = zeroblob(length(data))");
    database.close();
    const damaged = await openMemory({}, file);
    expect(await damaged.verify()).not.toEqual([]);
    const problems = await damaged.verify({ repair: true });
    expect(problems.every(({ repaired }) => repaired)).toBe(true);
    expect(await damaged.verify()).toEqual([]);
    expect(await damaged.history()).toEqual(before);
    expect((await damaged.recall("zebra")).memories[0].id).toBe(id);
  });
});

describe("monitoring", () => {
  it("tells how it is used, also to the next process", async () => {
    const file = newFile();
    const first = await openMemory({ extractor: false }, file);
    await first.remember("Tell me the recipe.", LONG);
    await first.remember("Short.", "Turn.");
    await first.remember("Short.", "Turn.");
    for (let i = 0; i < 5; i++) await first.recall("recipe flour");
    await first.close();
    const second = await openMemory({}, file);
    const { turns, duplicates, parents, recall } = await second.stats();
    expect({ turns, duplicates, parents }).toEqual({ turns: 3, duplicates: 1, parents: 1 });
    expect(recall.recalls).toBe(5);
    expect(recall.chunkSizes.reduce((sum, { recalled }) => sum + recalled, 0)).toBe(recall.hits);
    expect(recall.p95).toBeGreaterThanOrEqual(recall.p50);
  });
});
