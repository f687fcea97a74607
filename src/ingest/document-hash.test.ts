import fc from "fast-check";
import { expect, it } from "vitest";
import type { Section } from "../core/document.ts";
import { documentHash } from "./document-hash.ts";

const sections = fc.array(
  fc.record(
    {
      title: fc.string({ unit: "binary" }),
      span: fc.record({ start: fc.nat(), end: fc.nat() }),
      level: fc.nat(6),
      kind: fc.string(),
      locator: fc.string(),
    },
    { requiredKeys: ["title", "span", "level", "kind"] },
  ),
);

it("plain outlines are hashed as any other is, whatever the order of keys", () => {
  fc.assert(
    fc.property(sections, fc.dictionary(fc.string(), fc.jsonValue()), (outline, metadata) => {
      const document = { id: "d", text: "Clay.", metadata, outline };
      // A key that JSON leaves out: such a section is not plain.
      const odd = outline.map((section): Section => ({ ...section, ...({ note: undefined } as object) }));
      const turned = outline.map((section) => Object.fromEntries(Object.entries(section).reverse()));
      expect(documentHash({ ...document, outline: odd })).toBe(documentHash(document));
      expect(documentHash({ ...document, outline: turned as unknown as Section[] })).toBe(
        documentHash(document),
      );
    }),
  );
});

it("another title, place or locator is another hash", () => {
  const section = { kind: "heading", title: "Kilns", level: 1, span: { start: 0, end: 5 } };
  const hashes = [
    section,
    { ...section, title: "Kiln" },
    { ...section, span: { start: 0, end: 4 } },
    { ...section, locator: "p. 1" },
    { ...section, level: 2 },
  ].map((one) => documentHash({ id: "d", text: "Clay.", metadata: {}, outline: [one] }));
  expect(new Set(hashes).size).toBe(hashes.length);
});
