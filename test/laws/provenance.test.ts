import fc from "fast-check";
import { expect, it } from "vitest";
import { KnowledgeBase } from "../../src/index.ts";

const word = fc.constantFrom(
  "kiln",
  "sherd",
  "vessel",
  "naïve",
  "東京都",
  "🏺",
  "getHTTPResponse",
  "1932",
  "\u0000",
);
const paragraph = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => `${words.join(" ")}.`);
const text = fc
  .array(fc.oneof(paragraph, fc.constant("# A heading"), fc.string({ unit: "binary" })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((blocks) => blocks.join("\n\n"));

it("11 Provenance: every hit is the document's text at its span, whatever was expanded", async () => {
  const settings = { by: "parent-child", size: 40, minimum: 10 } as const;
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), word, async (texts, query) => {
      const base = await KnowledgeBase.open(":memory:", { chunker: settings });
      try {
        await base.add(texts.map((text, i) => ({ id: `${i}.md`, text })));
        for (const expand of ["none", "parent", "segment"] as const) {
          for (const hit of (await base.search(`${query} vessel`, { expand })).hits) {
            const document = await base.get(hit.chunk.documentId);
            expect(hit.text).toBe(document?.text.slice(hit.span.start, hit.span.end));
            expect(hit.chunk.text).toBe(document?.text.slice(hit.chunk.span.start, hit.chunk.span.end));
            for (const { start, end } of hit.highlights) expect(start).toBeLessThan(end);
          }
        }
      } finally {
        await base.close();
      }
    }),
    { numRuns: 30 },
  );
});
