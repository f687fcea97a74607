import fc from "fast-check";
import { expect, it } from "vitest";
import { isEvidenceOf } from "../../../src/conversation/extract/evidence.ts";
import { LlmExtractor } from "../../../src/conversation/extract/llm-extractor.ts";
import type { ReplyMemory } from "../../../src/conversation/extract/llm-reply.ts";
import { MEMORY_TYPES } from "../../../src/core/extraction.ts";
import type { Generator } from "../../../src/core/generator.ts";
import { arbitraryText } from "../../support/arbitrary-text.ts";
import { chunkOf } from "./chunks.ts";
import { HELD_OUT, TUNED } from "./rules-set.ts";

const sentence = fc.constantFrom(...[...TUNED, ...HELD_OUT].map(([text]) => text));
const said = fc.array(fc.oneof(sentence, arbitraryText), { minLength: 1, maxLength: 4 });
const turns = fc.array(
  said.map((pieces) => pieces.join("\n")),
  { minLength: 1, maxLength: 6 },
);

/** How a model turns true words into what it claims to quote. */
const LIES: readonly ((quote: string) => string)[] = [
  (quote) => quote,
  (quote) => quote.toUpperCase(),
  (quote) => quote.replaceAll(/\s+/g, "  "),
  (quote) => `"${quote}…"`,
  (quote) => quote.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
  (quote) => quote.slice(1),
  (quote) => `${quote} and more`,
  (quote) => quote.split("").reverse().join(""),
  () => "I never said this.",
  () => "",
];

const claims = fc.array(
  fc.record({
    type: fc.constantFrom(...MEMORY_TYPES),
    text: fc.oneof(sentence, fc.string()),
    message: fc.integer({ min: -1, max: 8 }),
    at: fc.nat(),
    length: fc.integer({ min: 1, max: 60 }),
    lie: fc.constantFrom(...LIES),
    confidence: fc.double({ noNaN: true, noDefaultInfinity: true }),
    valid: fc.oneof(fc.string(), fc.constantFrom("2026-03-05", "9999-12-31T23:59:59Z", "-1", "0001-01-01")),
    links: fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 3 }),
  }),
  { maxLength: 6 },
);

it("nothing that a lying model claims comes through without words that prove it", async () => {
  let accepted = 0;
  let rejectedCount = 0;
  await fc.assert(
    fc.asyncProperty(turns, claims, fc.nat(3), async (contents, list, recalled) => {
      const chunk = chunkOf(
        contents.map((content, index) => ({
          content: index === recalled ? `<memory>\n${content}\n</memory>` : content,
          ...(index % 3 === 2
            ? { part: { number: 2, total: 3, span: { start: 11, end: 11 + content.length } } }
            : {}),
        })),
      );
      const memories = list.map(
        ({ type, text, message, at, length, lie, confidence, valid }): ReplyMemory => {
          const content = chunk.messages[message - 1]?.content ?? "nothing at all";
          const start = at % (content.length + 1);
          const quote = lie(content.slice(start, start + length));
          return {
            ...{ type, text, subject: "", confidence },
            ...{ quotes: [{ message, quote }], validFrom: valid, validTo: valid },
          };
        },
      );
      const relationships = list.flatMap(({ links }, from) =>
        links.map((to) => ({ from, to, type: "updates", confidence: 1 })),
      );
      const generator: Generator = {
        id: "liar",
        generate: async () => ({
          text: JSON.stringify({ memories, relationships }),
          finish: "stop",
          usage: { input: 0, cachedInput: 0, output: 0 },
        }),
      };
      const found = await new LlmExtractor(generator).extract(chunk);
      const ids = new Set(found.memories.map(({ id }) => id));
      for (const { evidence, confidence, text } of found.memories) {
        expect(evidence.length).toBeGreaterThan(0);
        expect(confidence >= 0 && confidence <= 1).toBe(true);
        expect(text.trim()).not.toBe("");
        for (const one of evidence) {
          expect(chunk.messages.some((message) => isEvidenceOf(one, message))).toBe(true);
          expect(one.messageId).not.toBe(`m${recalled + 1}`);
        }
      }
      for (const { from, to } of found.relationships) {
        expect(ids.has(from) && ids.has(to)).toBe(true);
        expect(from).not.toBe(to);
      }
      expect(ids.size).toBe(found.memories.length);
      expect(found.memories.length + found.rejected.length).toBeLessThanOrEqual(memories.length);
      expect(await new LlmExtractor(generator).extract(chunk)).toEqual(found);
      accepted += found.memories.length;
      rejectedCount += found.rejected.length;
    }),
    { numRuns: 400 },
  );
  // Both ways were taken, or the property says nothing.
  expect(accepted).toBeGreaterThan(20);
  expect(rejectedCount).toBeGreaterThan(20);
});
