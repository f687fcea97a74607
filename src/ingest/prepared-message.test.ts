import fc from "fast-check";
import { expect, test } from "vitest";
import { type FieldTerms, WORD_FIELDS } from "../core/store.ts";
import { makeChunker } from "./chunking.ts";
import { prepare } from "./prepare.ts";
import { fromMessage, fromSplitMessage, toMessage, toSplitMessage } from "./prepared-message.ts";

test("a document that a thread sends is the one it prepared", async () => {
  const document = {
    id: "a.md",
    text: "# Kiln\n\nClay is fired.\n\n## Glaze\n\nAsh, fired twice.\n",
    metadata: {},
  };
  const prepared = await prepare({ document }, await makeChunker({}), "recipe");
  const sent = fromMessage(structuredClone(toMessage(prepared)));
  expect(sent.document).toEqual(prepared.document);
  expect(sent.chunks).toEqual(prepared.chunks);
  expect(sent.terms).toEqual(prepared.terms);
  const { document: stored, chunks } = prepared;
  expect(fromSplitMessage(structuredClone(toSplitMessage(prepared)))).toEqual({ document: stored, chunks });
});

test("terms come back in their fields and order, with repeats", async () => {
  const term = fc.stringMatching(/^[^\n]{1,5}$/);
  const fields = fc.dictionary(
    fc.constantFrom(...WORD_FIELDS),
    fc.array(term, { minLength: 1, maxLength: 8 }),
    {
      noNullPrototype: true,
    },
  );
  const document = { id: "a", text: "", metadata: {}, hash: "", recipe: "" };
  fc.assert(
    fc.property(fc.array(fc.option(fields as fc.Arbitrary<FieldTerms>, { nil: undefined })), (terms) => {
      const chunks = terms.map(() => ({ metadata: {}, span: { start: 0, end: 0 } })) as never;
      expect(fromMessage(toMessage({ document, chunks, terms })).terms).toEqual(terms);
    }),
  );
});

test("a chunk's metadata comes back in its order, whatever it has of the document's", () => {
  const key = fc.constantFrom("a", "b", "c", "1", "2", "__proto__");
  const metadata = fc.dictionary(key, fc.constantFrom(1, "x", null, ["y"]), { noNullPrototype: true });
  const start = { start: 0, end: 0 };
  fc.assert(
    fc.property(metadata, metadata, fc.boolean(), (common, own, isAdded) => {
      const document = { id: "a", text: "", metadata: common, hash: "", recipe: "" };
      const chunk = {
        documentId: "a",
        metadata: isAdded ? { ...common, ...own } : own,
        span: start,
        text: "",
      };
      const message = structuredClone(toSplitMessage({ document, chunks: [chunk] as never }));
      const [sent] = fromSplitMessage(message).chunks;
      expect(JSON.stringify(sent.metadata)).toBe(JSON.stringify(chunk.metadata));
    }),
  );
});
