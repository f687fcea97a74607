import { expect, it } from "vitest";
import { chunkOf } from "../../test/support/chunks.ts";
import type { Section } from "../core/document.ts";
import { documentView } from "./document-view.ts";

const section = (title: string, start: number, end: number, level = 1): Section => ({
  kind: "heading",
  title,
  level,
  span: { start, end },
});

/** Ten sections of 1,000 characters, each of its own digit. */
const text = Array.from({ length: 10 }, (_, i) => String(i).repeat(1_000)).join("");
const outline = Array.from({ length: 10 }, (_, i) => section(`Part ${i}`, i * 1_000, (i + 1) * 1_000));
const chunk = chunkOf("5".repeat(100), { start: 5_400, path: ["Part 5"] });

it("shows the whole document where it fits", () => {
  const view = documentView({ text, outline }, [chunk], { maxDocumentChars: 10_000 });
  expect(view).toMatchObject({ isWhole: true, head: text, outline: "" });
  expect(view.surroundings(0)).toEqual({ before: "", after: "" });
});

it("keeps the outline and the chunk's section of a longer one", () => {
  const view = documentView({ text, outline }, [chunk], { maxDocumentChars: 5_000 });
  expect(view.isWhole).toBe(false);
  expect(view.outline).toContain("- Part 0 (0 %)\n- Part 1 (10 %)");
  expect(view.outline).toContain("- Part 9 (90 %)");
  expect(view.surroundings(0)).toEqual({ before: "5".repeat(400), after: "5".repeat(500) });
  expect(view.head).toBe(text.slice(0, 5_000 - 1_000 - view.outline.length));
});

it("shows a short section with its neighbours", () => {
  const short = [section("Short", 5_300, 5_550)];
  const view = documentView({ text, outline: short }, [chunk], { maxDocumentChars: 5_000 });
  // 300 characters: the section's other 150, and 75 of either neighbour.
  expect(view.surroundings(0)).toEqual({ before: text.slice(5_225, 5_400), after: text.slice(5_500, 5_625) });
});

it("gives one side's spare room to the other, and repeats nothing that the beginning shows", () => {
  const last = chunkOf("9".repeat(100), { start: 9_900 });
  const first = chunkOf("0".repeat(100), { start: 0 });
  const whole = [section("All", 0, 10_000)];
  const view = documentView({ text, outline: whole }, [last, first], { maxDocumentChars: 5_000 });
  expect(view.surroundings(0)).toEqual({ before: text.slice(8_900, 9_900), after: "" });
  expect(view.surroundings(1)).toEqual({ before: "", after: "" });
});

it("keeps what stands around the chunk of a section that is too long", () => {
  const view = documentView({ text, outline: [section("All", 0, 10_000)] }, [chunk], {
    maxDocumentChars: 2_000,
  });
  expect(view.surroundings(0)).toEqual({ before: "5".repeat(200), after: "5".repeat(200) });
});

it("drops inner headings first where not all have room, and then the last", () => {
  const inner = outline.map(({ span }, i) => section(`Inner ${i}`, span.start + 10, span.end, 2));
  const view = documentView({ text, outline: [...inner, ...outline] }, [chunk], { maxDocumentChars: 1_200 });
  const lines = view.outline.split("\n");
  expect(lines.filter((line) => line.startsWith("- Part"))).toHaveLength(10);
  expect(lines[1]).toBe("  - Inner 0 (0 %)");
  expect(view.outline).not.toContain("Inner 9");
  expect(view.outline.length).toBeLessThanOrEqual(240);
});

it("takes headings from the chunks' paths where the document has none", () => {
  const chunks = [
    chunkOf(text.slice(0, 2_000), { path: ["A"] }),
    chunkOf(text.slice(2_000, 4_000), { start: 2_000, path: ["A", "B"] }),
    chunkOf(text.slice(4_000), { start: 4_000, path: ["C"] }),
  ];
  const view = documentView({ text }, chunks, { maxDocumentChars: 5_000 });
  expect(view.outline).toBe("- A (0 %)\n  - B (20 %)\n- C (40 %)");
});

it("names a section by its text and path alone, so that an edit elsewhere does not count", () => {
  const hash = (edited: string, shift = 0) => {
    const moved = outline.map(({ title, span }) =>
      section(title, span.start + (span.start > 0 ? shift : 0), span.end + shift),
    );
    const at = { ...chunk, span: { start: 5_400 + shift, end: 5_500 + shift } };
    return documentView({ text: edited, outline: moved }, [at]).sectionHash(0);
  };
  const same = hash(text);
  expect(hash(`more${text}`, 4)).toBe(same);
  expect(hash(text.replace("55", "5x"))).not.toBe(same);
  const { sectionHash } = documentView({ text, outline }, [{ ...chunk, path: ["Other"] }]);
  expect(sectionHash(0)).not.toBe(same);
});

it("names an outline by its titles, not its places", () => {
  const hash = (sections: readonly Section[]) => documentView({ text, outline: sections }, []).outlineHash;
  expect(hash(outline.map((one) => ({ ...one, locator: "p. 7" })))).toBe(hash(outline));
  expect(hash(outline.slice(1))).not.toBe(hash(outline));
});

it("takes outlines that reach beyond the text, overlap or nest without end", () => {
  const wild = [
    section("a", -50, 99_999),
    section("b", 5_000, 5_450),
    section("c", 5_300, 9_000),
    ...Array.from({ length: 20_000 }, (_, i) => section(`n${i}`, 0, 10_000 - (i % 5), i)),
  ];
  const chunks = Array.from({ length: 1_000 }, (_, i) => chunkOf(text.slice(i, i + 1), { start: i }));
  const view = documentView({ text, outline: wild }, chunks, { maxDocumentChars: 100 });
  expect(view.outline.length).toBeLessThanOrEqual(20);
  expect(view.surroundings(999).after).toBe(text.slice(1_000, 1_010));
});

it.each([0, -1, 1.5, Number.NaN])("refuses %s characters", (maxDocumentChars) => {
  expect(() => documentView({ text }, [], { maxDocumentChars })).toThrow(/maxDocumentChars/);
});
