import { describe, expect, it } from "vitest";
import { analyse, loadLanguages } from "./analyse.ts";
import { analyseQuery, MOST_QUERY_TERMS } from "./analyse-query.ts";

await loadLanguages(["de", "fr"]);

const terms = (text: string, languages?: string[]) => analyseQuery(text, languages).map(({ term }) => term);

it("gives each term of the text once, in order", () => {
  expect(analyseQuery("How does the DiffExecutor diff two diffs?")).toEqual([
    { term: "diffexecutor", weight: 1 },
    { term: "diff", weight: 1 },
    { term: "executor", weight: 1 },
    { term: "two", weight: 1 },
  ]);
});

it("keeps the stop words of a question that has nothing else", () => {
  expect(terms("To be or not to be")).toEqual(["to", "be", "or", "not"]);
  expect(terms("to be or not?", ["de", "en"])).toEqual(expect.arrayContaining(["to", "be", "or", "not"]));
  expect(terms("?!")).toEqual([]);
  expect(terms("")).toEqual([]);
});

describe("in a base with several languages", () => {
  it("has the terms of a word in each", () => {
    const asked = terms("Verwendungen", ["en", "de", "fr"]);
    for (const language of ["en", "de", "fr"]) {
      expect(asked).toEqual(expect.arrayContaining(analyse("Verwendungen", { language })));
    }
  });

  it("leaves out the stop words of the language that the question is in", () => {
    expect(terms("how are the pots fired?", ["de", "en"])).not.toContain("the");
    expect(terms("wie werden die Töpfe gebrannt?", ["en", "de"])).not.toContain("die");
  });

  it("trusts a word less that says nothing in another language", () => {
    expect(analyseQuery("war kiln", ["en", "de"])).toEqual([
      { term: "war", weight: 0.25 },
      { term: "kiln", weight: 1 },
    ]);
    expect(analyseQuery("war kiln", ["en"])[0]).toEqual({ term: "war", weight: 1 });
  });
});

describe("a whole text as a question", () => {
  const rare = Array.from({ length: 5_000 }, (_, i) => `rare${i}x`).join(" ");

  it("is asked by its most frequent terms, then by the first", () => {
    const asked = terms(`${rare} kiln kiln kiln`);
    expect(asked).toHaveLength(MOST_QUERY_TERMS);
    expect(asked).toContain("kiln");
    expect(asked).toContain("rare0x");
    expect(asked).not.toContain("rare4999x");
  });

  it("may hold anything", () => {
    expect(terms(`"\0 OR * ( 🙂 ${"x".repeat(1_000_000)}`)).toEqual(["or", "x".repeat(64)].slice(1));
  });
});
