import { describe, expect, it } from "vitest";
import type { Chunk } from "../core/chunk.ts";
import { endsAtSemanticBoundary, TurnChunker, type TurnChunkerOptions } from "./turn-chunker.ts";

async function children(user: string, assistant: string, options: TurnChunkerOptions = {}): Promise<Chunk[]> {
  const chunks = await new TurnChunker(options).splitTurn({ user, assistant }, "t");
  return chunks.filter(({ kind }) => kind !== "parent");
}

const SENTENCE = "The kiln is fired slowly, because clay that dries too fast will crack in the heat. ";

describe("a turn", () => {
  it("that is short stays one record", async () => {
    const chunks = await new TurnChunker().splitTurn({ user: "Hi", assistant: "Hello there!" }, "t");
    expect(chunks.map(({ kind, text }) => [kind, text])).toEqual([
      ["standard", "User: Hi\nAssistant: Hello there!"],
    ]);
  });

  it("that is empty has no record", async () => {
    expect(await new TurnChunker().splitTurn({ user: "", assistant: "" })).toEqual([]);
  });

  it("that is long has children of at most 400 characters that repeat at most 80", async () => {
    const found = await children("How is a kiln fired?", SENTENCE.repeat(20));
    expect(found.length).toBeGreaterThan(3);
    for (const { text, overlap } of found.slice(1)) {
      expect(text.length).toBeLessThanOrEqual(400);
      expect(overlap.before).toBeGreaterThan(0);
      expect(overlap.before).toBeLessThanOrEqual(80);
    }
  });

  it("keeps its metadata and says who speaks", async () => {
    const turn = { user: SENTENCE.repeat(6), assistant: SENTENCE.repeat(6) };
    const chunks = await new TurnChunker().splitTurn(turn, "t", { session: "s" });
    for (const { metadata, documentId } of chunks) {
      expect(metadata.session).toBe("s");
      expect(documentId).toBe("t");
    }
    expect(chunks[0].path).toEqual([]);
    expect(chunks[1].path).toEqual(["User"]);
    expect(chunks.at(-1)?.path).toEqual(["Assistant"]);
  });

  it("of any length has at most ten children, which say that they grew", async () => {
    const long = SENTENCE.repeat(300);
    const found = await children("How?", long);
    expect(found.length).toBeLessThanOrEqual(10);
    expect(found.length).toBeGreaterThan(5);
    const { grownChunkSize } = found[0].metadata;
    expect(grownChunkSize).toBeGreaterThanOrEqual(long.length / 10);
    expect(found.every(({ metadata }) => metadata.grownChunkSize === grownChunkSize)).toBe(true);
    const free = await children("How?", long, { maxChunksPerTurn: 1_000 });
    expect(free.length).toBeGreaterThan(60);
    expect(free[0].metadata).not.toHaveProperty("grownChunkSize");
  });
});

/** The text has one place of each kind in the last 50 characters before the maximum, at the "|". */
const SEAMS: readonly (readonly [string, string])[] = [
  ["paragraph", "aaaa\n\n|bbbb. Cccc; dddd: eeee ffff"],
  ["list", "aaaa\n|- bbbb. Cccc; dddd: eeee ffff"],
  ["list", "aaaa\n|- bbbb\n1. cccc; dddd: eeee"],
  ["sentence", "aaaa bbbb. |Cccc; dddd: eeee ffff"],
  ["clause", "aaaa bbbb; |cccc: dddd, eeee ffff"],
  ["clause", "aaaa bbbb: |cccc, dddd eeee ffff"],
  ["word", "aaaabbbbccccddddeeee |ffff"],
  ["grapheme", `${"abcdefghij".repeat(6)}|`],
];

describe("the end of a child", () => {
  it.each(SEAMS)("is a %s in %j", async (boundary, marked) => {
    const [before, behind] = marked.split("|");
    const lead = `${"x".repeat(120)} `;
    const rest = "y".repeat(500);
    const size = lead.length + before.length + behind.length;
    const options = { size, overlap: 0, minimum: 20 };
    const text = `${lead}${before}${behind}${rest}`;
    const [first] = await new TurnChunker(options)
      .split({ text })
      .then((chunks) => chunks.filter(({ kind }) => kind === "child"));
    expect(first.boundary).toBe(boundary);
    expect(first.text).toBe(`${lead}${before}`.trimEnd());
  });

  it("is sought only inside the window", async () => {
    const text = `${"x".repeat(60)}. ${"Yy".repeat(20)} ${"z".repeat(300)}`;
    const near = await new TurnChunker({ size: 120, overlap: 0, boundaryWindow: 20 }).split({ text });
    const far = await new TurnChunker({ size: 120, overlap: 0, boundaryWindow: 100 }).split({ text });
    expect(near[1].boundary).toBe("word");
    expect(near[1].text.length).toBe(102);
    expect(far[1].boundary).toBe("sentence");
  });

  it("is a word at best when semantic boundaries are off", async () => {
    const [first] = await children("How?", `${"word ".repeat(75)}end. More ${"word ".repeat(75)}`, {
      semanticBoundaries: false,
      overlap: 0,
    });
    expect(first.boundary).toBe("word");
    expect(endsAtSemanticBoundary(first)).toBe(false);
    expect(first.text.length).toBeGreaterThan(390);
  });
});

describe("what stays whole", () => {
  const code = `\`\`\`ts\n${"const kiln = fire(clay);\n\n".repeat(10)}\`\`\``;
  const list = Array.from({ length: 9 }, (_, i) => `- item ${i} of the list of things`).join("\n");

  it.each([
    ["a code block", code],
    ["a list", list],
    ["a numbered list", list.replaceAll("- ", "1. ")],
    ["a table", `| a | b |\n|---|---|\n${"| one cell | another cell |\n".repeat(10)}`.trimEnd()],
  ])("%s that fits", async (_name, block) => {
    expect(block.length).toBeGreaterThan(200);
    for (let lead = 1; lead < 6; lead++) {
      const answer = `${SENTENCE.repeat(lead)}\n\n${block}\n\n${SENTENCE.repeat(4)}`;
      const found = await children("How?", answer);
      expect(found.some(({ text }) => text.includes(block))).toBe(true);
    }
  });

  it("also when nothing but its label stands before it", async () => {
    const [first, second] = await children(SENTENCE.repeat(3), `${code}\n\n${SENTENCE.repeat(4)}`);
    expect(first.text).toBe(`User: ${SENTENCE.repeat(3)}`.trimEnd());
    expect(second.text).toContain(`Assistant: ${code}`);
  });

  it("items, when their list is too long", async () => {
    const long = Array.from({ length: 30 }, (_, i) => `- item ${i}; of the list: of things, that go on.`);
    for (const { text } of await children("How?", long.join("\n"), { overlap: 0 }))
      expect(text.endsWith("go on.")).toBe(true);
  });

  it("an answer, when both sides fill a chunk", async () => {
    const found = await children(SENTENCE.repeat(3), SENTENCE.repeat(4), { overlap: 0 });
    expect(found.map(({ text }) => text.slice(0, 6))).toEqual(["User: ", "Assist"]);
    expect(found[0].boundary).toBe("section");
  });

  it("not what a fence that the other side left open would swallow", async () => {
    const found = await children(`${SENTENCE}\n\`\`\`\nopen`, `${SENTENCE.repeat(8)}`, { overlap: 0 });
    expect(found.slice(0, -1).every(({ boundary }) => boundary === "sentence")).toBe(true);
  });
});

describe("options", () => {
  it.each([
    [{ size: 0 }, "size"],
    [{ size: 50, minimum: 60 }, "minimum"],
    [{ overlap: -1 }, "overlap"],
    [{ maxChunksPerTurn: 0 }, "maxChunksPerTurn"],
    [{ boundaryWindow: 1.5 }, "boundaryWindow"],
    [{ semanticBoundaries: "yes" }, "semanticBoundaries"],
    [{ chunkSize: 3 }, "chunkSize"],
  ])("%j is refused and named", (options, name) => {
    expect(() => new TurnChunker(options as TurnChunkerOptions)).toThrow(name);
  });

  it("are part of the fingerprint", () => {
    const fingerprints = [
      {},
      { size: 300 },
      { overlap: 0.1 },
      { overlap: 80 },
      { minimum: 50 },
      { maxChunksPerTurn: 5 },
      { boundaryWindow: 20 },
      { semanticBoundaries: false },
    ].map((options) => new TurnChunker(options).fingerprint);
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });
});
