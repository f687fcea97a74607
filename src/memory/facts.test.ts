import { expect, it } from "vitest";
import { factsIn, factsOf, withFacts } from "./facts.ts";
import { turnDocument } from "./render-turn.ts";
import { TurnChunker } from "./turn-chunker.ts";

const AT = Date.UTC(2026, 0, 1);

it("finds what a turn states, at its place in the turn's text", async () => {
  const turn = { user: "Hello there. I prefer tea over coffee.", assistant: "Fine." };
  const document = turnDocument(turn);
  const { by, facts } = await factsOf(turn, document, AT);
  expect(by).toMatch(/^rules@/);
  expect(facts).toHaveLength(1);
  expect(document.text.slice(facts[0].start)).toMatch(/^I prefer tea/);
});

it("puts a fact beside the chunk that holds its words, and none beside the parent", async () => {
  const filler = "We talked about the weather for a while and then went on. ".repeat(12);
  const turn = { user: `${filler}I prefer tea over coffee. ${filler}`, assistant: "Fine." };
  const document = turnDocument(turn, "t");
  const chunks = withFacts(await new TurnChunker().split(document), await factsOf(turn, document, AT));
  const holding = chunks.filter(({ kind, text }) => kind === "child" && text.includes("I prefer tea"));
  expect(holding.length).toBeGreaterThan(0);
  for (const chunk of chunks)
    expect(factsIn(chunk).length > 0).toBe(holding.includes(chunk) && chunk.text.includes("I prefer"));
});
