import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OldFamilies } from "../../src/memory/migrate/families.ts";
import { migrateMemories } from "../../src/memory/migrate/migrate-memories.ts";
import { type MigratedTurn, migratedUse } from "../../src/memory/migrate/migrated-turn.ts";
import type { OldMemoryInput } from "../../src/memory/migrate/old-records.ts";
import { MigrationTally } from "../../src/memory/migrate/report.ts";
import { renderTurn } from "../../src/memory/render-turn.ts";

function fixture(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
}

async function migrate(input: OldMemoryInput) {
  const { turns, report } = migrateMemories(input);
  return { turns: await Array.fromAsync(turns), report };
}

function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
}

function byteByByte(path: string): Uint8Array[] {
  return Array.from(readFileSync(path), (byte) => Uint8Array.of(byte));
}

describe("flat records", () => {
  it("become turns with their time, vector and everything else", async () => {
    const { turns, report } = await migrate(fixture("flat.json"));
    expect(report).toMatchObject({ read: 5, converted: 5, skipped: 0 });
    expect(turns[0]).toMatchObject({
      user: "Where did we leave the glaze recipe?",
      assistant: "In the blue notebook, page 12.",
      at: 1_735_689_600_250,
      embedding: [0.1, -0.2, 0.3],
      accessCount: 0,
      metadata: {},
    });
    expect(turns[3]).toMatchObject({
      at: Date.UTC(2025, 1, 1, 10, 30),
      metadata: { mood: "curious", tags: ["kiln", { level: 3 }], source: "workshop" },
    });
    expect(turns[4]).toMatchObject({ user: "", session: "s-7" });
  });

  it("keep their names when the file is read again or grows, and repeats have names of their own", async () => {
    const names = (turns: readonly MigratedTurn[]) => turns.map(({ id }) => id);
    const first = names((await migrate(fixture("flat.json"))).turns);
    expect(new Set(first).size).toBe(5);
    expect(names((await migrate(byteByByte(fixture("flat.json")))).turns)).toEqual(first);
    const records = JSON.parse(readFileSync(fixture("flat.json"), "utf8")) as unknown[];
    const longer = [...records, records[1], { user: "more", assistant: "" }];
    expect(names((await migrate(bytes(longer))).turns).slice(0, 5)).toEqual(first);
  });

  it("survive Python's words for numbers, and a line that is none is told with its place", async () => {
    for (const input of [fixture("flat-python.jsonl"), byteByByte(fixture("flat-python.jsonl"))]) {
      const { turns, report } = await migrate(input);
      expect(turns.map(({ assistant }) => assistant)).toEqual([
        'It says it is not: "NaN", -Infinity.',
        "Now it is.",
      ]);
      expect(turns[0].metadata.embedding).toEqual([null, null, 0.5]);
      expect(turns[1].embedding).toEqual([0.5, 0.25, 1]);
      expect(report).toMatchObject({ read: 3, converted: 2, skipped: 1, skips: [{ place: "line 2" }] });
    }
  });

  it("without a time have none, and one that is no time is kept as it was", async () => {
    const { turns } = await migrate(bytes([{ user: "a", assistant: "b", timestamp: "yesterday" }]));
    expect(turns[0]).not.toHaveProperty("at");
    expect(turns[0].metadata).toEqual({ timestamp: "yesterday" });
  });
});

describe("records with chunks", () => {
  it("become one turn a family, with the use of all", async () => {
    const { turns, report } = await migrate(fixture("chunked.json"));
    expect(turns.map(({ id }) => id)).toEqual(["3f0c2a9e-6f5a-4a57-8a6e-0d7f1b2c3d4e", "short", "gone"]);
    expect(turns[0]).toMatchObject({
      accessCount: 5,
      lastAccess: 1_736_200_000_000,
      importanceScore: 1.5,
      importance: 0.6,
      embedding: [1, 0],
      metadata: { reviewed: true },
      place: "$[0]",
    });
    expect(turns[0].metadata).not.toHaveProperty("content");
    expect(turns[0].chunks).toMatchObject([
      { id: "child-1", index: 1, span: { start: 0, end: 400 }, accessCount: 3, embedding: [0, 1] },
      { id: "child-2", index: 2, metadata: { chunk_metadata: { semantic_boundary: true } } },
    ]);
    const { text } = renderTurn(turns[0].user, turns[0].assistant);
    expect(turns[0].chunks.every((chunk) => text.includes(chunk.text))).toBe(true);
    expect(turns[1]).toMatchObject({ accessCount: 0, importance: 0.5 });
    expect(turns[1]).not.toHaveProperty("lastAccess");
    expect(report).toMatchObject({ read: 8, converted: 3, chunks: 3, skipped: 3 });
  });

  it("that lost their parent are made from the text they remember", async () => {
    const { turns, report } = await migrate(fixture("chunked.json"));
    expect(turns[2]).toMatchObject({ user: "first", assistant: "the second half", at: 1_736_400_000_000 });
    expect(report.notes).toMatchObject([{ place: "$[4]", reason: expect.stringContaining('"gone"') }]);
  });

  it("that cannot be read are told with place and reason", async () => {
    const { report } = await migrate(fixture("chunked.json"));
    expect(report.skips).toEqual([
      { place: "$[5]", reason: "has neither user nor assistant nor content" },
      { place: "$[6]", reason: "its user is a number, not text" },
      { place: "$[7]", reason: "is a string, not a record" },
    ]);
  });

  it("are the same from an object with lists, whatever their order", async () => {
    const lists = await migrate(fixture("chunked-lists.json"));
    const array = await migrate(fixture("chunked.json"));
    const places = { place: "" };
    expect(lists.turns.map((turn) => ({ ...turn, ...places }))).toEqual(
      array.turns.slice(0, 2).map((turn) => ({ ...turn, ...places })),
    );
    expect(lists.report.fileMetadata).toMatchObject({ version: 2 });
    expect(Object.keys(lists.report.fileMetadata)).toEqual(["version", "chunk_index"]);
  });

  it("give the oldest turn when too much waits, and a chunk that comes after it is told", () => {
    const report = new MigrationTally();
    const families = new OldFamilies(report, ({ id = "" }) => id, 10);
    const turn = { accessCount: 0, metadata: {}, user: "12345678", assistant: "" };
    families.addParent({ ...turn, id: "a" }, "$[0]", undefined);
    expect([...families.flushed()]).toEqual([]);
    families.addParent({ ...turn, id: "b" }, "$[1]", undefined);
    expect([...families.flushed()].map(({ id }) => id)).toEqual(["a"]);
    families.addChunk({ parentId: "a", chunk: { text: "123", accessCount: 1, metadata: {} } }, "$[2]");
    expect(report.skips).toMatchObject([{ place: "$[2]" }]);
    expect([...families.rest()].map(({ id }) => id)).toEqual(["b"]);
  });
});

describe("what is no memory", () => {
  it.each(["", "hello", "\u0000\u0001"])("%j is refused", async (text) => {
    await expect(migrate(bytes(text))).rejects.toMatchObject({ code: "INPUT_MALFORMED" });
  });

  it("a missing file is named", async () => {
    await expect(migrate("no-such-file.json")).rejects.toMatchObject({ code: "INPUT_NOT_FOUND" });
  });

  it("a file that ends in the middle gives what is whole", async () => {
    const whole = readFileSync(fixture("flat.json"));
    const { turns, report } = await migrate(whole.subarray(0, whole.length - 40));
    expect(turns).toHaveLength(4);
    expect(report.skips).toHaveLength(1);
  });

  it("names of the language are fields like others", async () => {
    const { turns } = await migrate(
      bytes('[{"user":"a","assistant":"b","__proto__":{"x":1},"constructor":2}]'),
    );
    expect(Object.keys(turns[0].metadata)).toEqual(["__proto__", "constructor"]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("an object of neither kind is told", async () => {
    const { report } = await migrate(bytes({ settings: { a: 1 } }));
    expect(report).toMatchObject({ read: 1, converted: 0, skipped: 1 });
  });

  it("a record that is too long is told with the way out", async () => {
    const { turns, report } = migrateMemories(bytes([{ user: "x".repeat(99), assistant: "" }]), {
      maxRecordLength: 50,
    });
    expect(await Array.fromAsync(turns)).toEqual([]);
    expect(report.skips[0].reason).toContain("maxRecordLength");
  });
});

describe("migratedUse", () => {
  const day = 86_400_000;

  it("takes accesses as evenly spread", () => {
    expect(migratedUse({ at: 0, accessCount: 2, lastAccess: 2 * day })).toEqual({
      accessCount: 2,
      lastUse: 2 * day,
      spacedUses: 1,
    });
  });

  it("is none without an access, and none is spaced where the time is not known", () => {
    expect(migratedUse({ at: 0, accessCount: 0 })).toEqual({ accessCount: 0, spacedUses: 0 });
    expect(migratedUse({ accessCount: 5, lastAccess: day }).spacedUses).toBe(0);
  });
});
