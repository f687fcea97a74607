import { describe, expect, it } from "vitest";
import { analyse } from "../text/analysis/analyse.ts";
import { clipText } from "./clip-text.ts";
import { highlightsOf } from "./highlights.ts";
import { termLocator } from "./locate-terms.ts";
import { readQuestion } from "./question.ts";

describe("a question", () => {
  it("has each term once, and their order", () => {
    const { terms, sequence } = readQuestion("How does the kiln fire clay in a kiln?");
    expect(terms.map(({ term }) => term)).toEqual(["kiln", "fire", "clai"]);
    expect(sequence).toEqual(["kiln", "fire", "clai", "kiln"]);
  });

  it.each(["", "   ", '"AND" OR (NOT', "\0\0", "🎉🎉", "'; DROP TABLE chunks; --", "\ud800"])(
    "may be %j",
    (query) => {
      expect(() => readQuestion(query)).not.toThrow();
    },
  );

  it("of a megabyte is cut, not inside a character", () => {
    const { text, terms } = readQuestion(`a${"🎉word".repeat(200_000)}`);
    expect(text.length).toBeLessThanOrEqual(8_000);
    expect(text.isWellFormed()).toBe(true);
    expect(terms.length).toBeLessThanOrEqual(128);
    expect(clipText("a🎉b", 2)).toBe("a");
  });
});

describe("highlights", () => {
  const marked = (text: string, query: string) =>
    highlightsOf(readQuestion(query).placesIn(text)).map(({ start, end }) => text.slice(start, end));

  it("mark words in any form, and the parts of names", () => {
    expect(marked("Firing kilns: the kilnMaster fires.", "fire a kiln")).toEqual([
      "Firing",
      "kilns",
      "kilnMaster",
      "fires",
    ]);
  });

  it("mark only the matched part of a run without blanks", () => {
    expect(marked("私は東京都に住む", "東京")).toEqual(["東京"]);
  });

  it("are in order and do not overlap", () => {
    const places = termLocator(new Set(["gettarget", "target", "get"]))("getTarget target getTarget");
    const spans = highlightsOf(places);
    spans.slice(1).forEach(({ start }, i) => {
      expect(start).toBeGreaterThanOrEqual(spans[i].end);
    });
    expect(spans).toHaveLength(3);
  });
});

it("places are the same as analysing the whole text would give", () => {
  const text =
    "Skies, sky-high flying and dying: getHTTPResponse2 DRY dry dries l'état Été 3.14 C++ FOO_bar fooBar and the foo.";
  const all = analyse(text);
  for (const term of new Set(all)) {
    const count = all.filter((one) => one === term).length;
    expect([term, termLocator(new Set([term]))(text).length]).toEqual([term, count]);
  }
});
