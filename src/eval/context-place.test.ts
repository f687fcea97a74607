import { expect, it } from "vitest";
import { MarkdownChunker } from "../chunk/index.ts";
import { DEFAULT_WEIGHTS } from "../search/weights.ts";
import { searchedIn, trialOf } from "./context-place.ts";

it("searches the fields around a text only where context counts in words", () => {
  for (const place of ["words", "both"] as const)
    expect(searchedIn(place, { mode: "hybrid" })).toEqual({ mode: "hybrid" });
  for (const place of ["vectors", "neither"] as const) {
    const { mode, weights } = searchedIn(place, { mode: "hybrid" });
    expect(mode).toBe("hybrid");
    expect(weights?.fields).toMatchObject({ text: DEFAULT_WEIGHTS.fields.text, path: 0, title: 0, names: 0 });
  }
});

it("indexes as a knowledge base does, unless context counts in vectors", async () => {
  expect(trialOf("words")).toBeUndefined();
  expect(trialOf("neither")).toBeUndefined();
  const document = { id: "k.md", text: "# Kilns\n\n## Firing\n\nTwo days.\n", metadata: { title: "Pots" } };
  const chunks = await new MarkdownChunker({ size: 100 }).split(document);
  for (const place of ["vectors", "both"] as const) {
    const situated = (await trialOf(place)?.situate(document, chunks)) ?? [];
    expect(situated.map(({ chunk }) => chunk)).toEqual(chunks);
    expect(situated[0].vector).toEqual({ text: chunks[0].text, around: "Pots › Kilns" });
  }
});
