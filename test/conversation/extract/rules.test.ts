import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEvidenceOf } from "../../../src/conversation/extract/evidence.ts";
import { RuleExtractor } from "../../../src/conversation/extract/rules/rule-extractor.ts";
import type { ChunkMessage } from "../../../src/core/extraction.ts";
import { arbitraryText } from "../../support/arbitrary-text.ts";
import { chunkOf } from "./chunks.ts";
import { scoreRules } from "./rules-score.ts";
import { HELD_OUT, SAID_AT, TUNED } from "./rules-set.ts";

const extractor = new RuleExtractor();

async function read(...messages: (Partial<ChunkMessage> & { content: string })[]) {
  return (await extractor.extract(chunkOf(messages.map((message) => ({ time: SAID_AT, ...message })))))
    .memories;
}

describe("the set", () => {
  it("has sentences of each part", () => {
    expect(TUNED.length).toBeGreaterThanOrEqual(75);
    expect(HELD_OUT.length).toBeGreaterThanOrEqual(75);
    const texts = [...TUNED, ...HELD_OUT].map(([text]) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("is read right in the tuned part", async () => {
    expect((await scoreRules(TUNED)).wrong).toEqual([]);
  });

  it("is read well in the held-out part", async () => {
    const { precision, recall } = await scoreRules(HELD_OUT);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});

describe("a memory", () => {
  it("names the speaker, the day and what made it", async () => {
    const [memory] = await read({ content: "Hi! I have a dentist appointment tomorrow.", name: "Anna" });
    expect(memory).toEqual({
      id: expect.stringMatching(/^x-[0-9a-f]{32}$/),
      type: "event",
      text: "Anna has a dentist appointment tomorrow (2026-03-06).",
      subject: "Anna",
      confidence: 0.85,
      evidence: [
        {
          conversationId: "c1",
          messageId: "m1",
          span: { start: 4, end: 42 },
          quote: "I have a dentist appointment tomorrow.",
          time: SAID_AT,
        },
      ],
      validFrom: Date.UTC(2026, 2, 6),
      validTo: Date.UTC(2026, 2, 7),
      by: "rules@1",
    });
  });

  it("has the same id in another chunk and another in another conversation", async () => {
    const content = "I live in Berlin.";
    const [here] = await read({ content });
    const [again] = (
      await extractor.extract(
        chunkOf([
          { content: "Hello.", id: "m0" },
          { content, id: "m1", time: SAID_AT },
        ]),
      )
    ).memories;
    const [elsewhere] = (await extractor.extract(chunkOf([{ content, time: SAID_AT }], "c2"))).memories;
    expect(again.id).toBe(here.id);
    expect(elsewhere.id).not.toBe(here.id);
  });

  it("is worth less when the assistant repeats it, and is about the user", async () => {
    const [said, repeated] = await read(
      { content: "I prefer tea.", name: "Omar" },
      { content: "Got it! You prefer tea. You should visit Lisbon tomorrow.", role: "assistant" },
    );
    expect(repeated.subject).toBe("Omar");
    expect(repeated.text).toBe(said.text);
    expect(repeated.confidence).toBeLessThan(said.confidence);
  });
});

describe("what is nobody's statement", () => {
  it.each([
    ["code", "Look:\n```\nI live in Berlin.\n```\nfine"],
    ["quoted lines", "He wrote\n> I live in Berlin.\n> I hate tea."],
    ["quoted sentences", 'The song goes "I live in Berlin. I hate tea. My name is Anna."'],
    ["a recalled memory", "<memory>\nI live in Berlin.\n</memory>"],
    ["a recalled memory with a heading", "[Recalled memory 1]\nI live in Berlin."],
    ["text to work on", "Please translate this into French:\n\nI live in Berlin. I hate tea."],
    ["a role-play", "Let's role-play! I am a knight. I live in Camelot."],
    ["a supposition that goes on", "If I were rich and I lived in Berlin, we would meet."],
  ])("%s", async (_name, content) => expect(await read({ content })).toEqual([]));

  it("does not silence what stands beside it", async () => {
    const memories = await read({
      content: "<memory>\nI hate tea.\n</memory>\nI live in Berlin.\n```\nI hate rum.\n```\nI love jazz.",
    });
    expect(memories.map(({ evidence }) => evidence[0].quote)).toEqual(["I live in Berlin.", "I love jazz."]);
  });
});

it("reads lines of a chat one by one", async () => {
  const memories = await read({ content: "my name is Anna\nI live in Berlin\n- I love jazz" });
  expect(memories.map(({ text }) => text)).toEqual([
    "The user's name is Anna.",
    "The user lives in Berlin.",
    "The user loves jazz.",
  ]);
});

it("proves every memory, on any conversation, whole or split", async () => {
  const sentence = fc.constantFrom(...[...TUNED, ...HELD_OUT].map(([text]) => text));
  const said = fc
    .array(fc.oneof({ weight: 3, arbitrary: sentence }, arbitraryText), { maxLength: 6 })
    .map((pieces) => pieces.join(" "));
  const turns = fc.array(
    fc.record({ content: said, role: fc.constantFrom("user", "assistant"), shift: fc.nat(50) }),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(turns, async (list) => {
      const chunk = chunkOf(
        list.map(({ content, role, shift }) => ({
          content,
          role,
          time: SAID_AT,
          ...(shift > 25
            ? { part: { number: 2, total: 2, span: { start: shift, end: shift + content.length } } }
            : {}),
        })),
      );
      const { memories } = await extractor.extract(chunk);
      for (const { evidence, text, confidence } of memories) {
        expect(text.length).toBeGreaterThan(1);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
        for (const one of evidence)
          expect(chunk.messages.some((message) => isEvidenceOf(one, message))).toBe(true);
      }
      expect((await extractor.extract(chunk)).memories).toEqual(memories);
    }),
    { numRuns: 300 },
  );
});

describe("a megabyte of", () => {
  const megabyte = (piece: string) => piece.repeat(Math.ceil(1_000_000 / piece.length));
  it.each([
    ["one endless sentence", "I live in "],
    ["sentences", "I live in Berlin and I work at Acme. "],
    ["opening quotation marks", '"'],
    ["opening brackets and stars", "*([ "],
    ["fences", "```\n"],
    ["memory tags", "<memory>\n"],
    ["headings", "[Recalled memory 1]\n"],
    ["list marks", "- - - [ ] "],
    ["leads", "well, so, by the way, "],
    ["dates", "in 3 days, on March 5, 2026-03-05 "],
    ["semicolons", "my my my;"],
    ["capitals", "Anna Anna Anna. "],
    ["one letter", "a"],
    ["Han characters", "我"],
    ["line breaks", "\n"],
    ["spaces", " \t"],
    ["conditions", "if i were "],
  ])("%s is read in one go", async (_name, piece) => {
    const memories = await read({ content: megabyte(piece) });
    expect(memories.every(({ evidence }) => evidence.length === 1)).toBe(true);
  });
});

it("stops when it is told to", async () => {
  const chunk = chunkOf([{ content: "I live in Berlin." }]);
  await expect(extractor.extract(chunk, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
    "enough",
  );
});
