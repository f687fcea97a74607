import { expect, it } from "vitest";
import { chunkOf } from "../../test/support/chunks.ts";
import { documentKeywords } from "./document-keywords.ts";
import { leadSentence } from "./lead-sentence.ts";
import { outlineContexts, outlineLine, outlineVectorText, outlineWordFields } from "./outline-context.ts";

const heading = (title: string, start: number, end: number, level = 1) => ({
  kind: "heading",
  title,
  level,
  span: { start, end },
});

const text =
  "# Kilns\n\nKilns fire clay until it is stone. Kilns glow.\n\n## Glazing\n\nGlaze melts.\n\n## Firing\n\nSlowly.\n\n## Cooling\n\nMore slowly.\n";
const at = (part: string) => text.indexOf(part);
const outline = [
  heading("Kilns", 0, text.length),
  heading("Glazing", at("## Glazing"), at("## Firing"), 2),
  heading("Firing", at("## Firing"), at("## Cooling"), 2),
  heading("Cooling", at("## Cooling"), text.length, 2),
];
const document = { id: "kilns.md", text, metadata: { title: "All about kilns" }, outline };
const corpus = { documents: 100, documentFrequency: (term: string) => (term === "kiln" ? 1 : 60) };
const chunk = chunkOf("Slowly.", { start: at("Slowly."), path: ["Kilns", "Firing"], locator: "p. 3" });

it("tells where a chunk stands, what is around it and what its document is about", () => {
  const [parent, context] = outlineContexts(document, [chunkOf(text, { kind: "parent" }), chunk], { corpus });
  expect(parent).toBeUndefined();
  expect(context).toMatchObject({
    title: "All about kilns",
    path: ["Kilns", "Firing"],
    locator: "p. 3",
    lead: "Kilns fire clay until it is stone.",
    previous: "Glazing",
    next: "Cooling",
    definitions: [],
  });
  expect(context?.keywords[0]).toBe("Kilns");
});

it("is rendered for people, words and vectors", () => {
  const [context] = outlineContexts(document, [chunk], { corpus });
  if (context === undefined) throw new Error("no context");
  expect(outlineLine({ ...context, keywords: ["kilns", "clay"] })).toBe(
    "All about kilns › Kilns › Firing (p. 3). Between: Glazing and Cooling. About: kilns, clay. Kilns fire clay until it is stone.",
  );
  expect(outlineWordFields({ ...context, keywords: ["kilns"] })).toEqual({
    keywords: "kilns",
    context: "Kilns fire clay until it is stone.\nGlazing\nCooling",
  });
  expect(outlineVectorText({ ...context, keywords: ["kilns"] })).toBe(
    "All about kilns › Kilns › Firing: kilns",
  );
});

it("says nothing where nothing is known", () => {
  const [context] = outlineContexts({ text: "x" }, [chunkOf("x")]);
  expect(context).toEqual({ path: [], keywords: [], definitions: [] });
  expect(outlineLine(context)).toBe("");
  expect(outlineLine(undefined)).toBe("");
});

it("names what code defines, and gives it no lead sentence", () => {
  const source =
    "/** Stores tokens. It never loses one of them. */\nexport class TokenStore {}\nexport function open() {}\n";
  const [context] = outlineContexts({ id: "a.ts", text: source, metadata: { contentType: "code" } }, [
    chunkOf(source),
  ]);
  expect(context?.definitions).toEqual(["TokenStore", "open"]);
  expect(context?.lead).toBeUndefined();
});

it("ranks words by count and rarity, as they are written, and numbers not at all", () => {
  const words = documentKeywords("The firing of tokenStore 12345. Firing, firing! tokenStore", {
    documents: 10,
    documentFrequency: (term) => (term === "store" ? 10 : 1),
  });
  expect(words[0]).toMatchObject({ term: "fire", word: "firing" });
  expect(words.map(({ word }) => word)).toContain("tokenStore");
  expect(words.at(-1)?.term).toBe("store");
  expect(words.map(({ term }) => term)).not.toContain("12345");
});

it.each([
  [
    "---\ntitle: X is a title and no sentence.\n---\n# H\n\n- item one of a list is here.\n\nThis is the first sentence. Next.",
    "This is the first sentence.",
  ],
  ["No end to this line", undefined],
  ["窑炉把粘土烧成石头。然后冷却。", "窑炉把粘土烧成石头。"],
])("finds the lead of %j", (content, lead) => {
  expect(leadSentence(content)).toBe(lead);
});
