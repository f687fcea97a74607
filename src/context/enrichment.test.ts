import { expect, it } from "vitest";
import { ENRICHMENT_SHAPE, MOST_KEYWORDS, MOST_QUESTIONS, parseEnrichment } from "./enrichment.ts";

it("cleans, bounds and drops repeats", () => {
  const questions = ["How hot?\n", "how HOT?", "", ...Array.from({ length: 9 }, (_, i) => `Question ${i}?`)];
  const keywords = Array.from({ length: 50 }, (_, i) => `word${i}`.repeat(40));
  const parsed = parseEnrichment({ context: " About\u0000 kilns. ", questions, keywords });
  expect(parsed.context).toBe("About kilns.");
  expect(parsed.questions).toEqual(["How hot?", "Question 0?", "Question 1?", "Question 2?", "Question 3?"]);
  expect(parsed.questions).toHaveLength(MOST_QUESTIONS);
  expect(parsed.keywords).toHaveLength(MOST_KEYWORDS);
  for (const keyword of parsed.keywords) expect(keyword.length).toBeLessThanOrEqual(80);
});

it.each([
  [null, "JSON object"],
  [["context"], "JSON object"],
  [{ questions: [], keywords: [] }, `"context" must be a string`],
  [{ context: "\u0000", questions: [], keywords: [] }, `"context" must not be empty`],
  [{ context: "a", questions: "b", keywords: [] }, `"questions" must be a list`],
  [{ context: "a", questions: [], keywords: [1] }, `"keywords" must be a list of strings`],
])("says what is wrong with %j", (value, complaint) => {
  expect(() => parseEnrichment(value)).toThrow(complaint);
});

it("has a schema that strict modes take: all properties required, none further", () => {
  const { properties, required, additionalProperties } = ENRICHMENT_SHAPE.schema;
  expect(required).toEqual(Object.keys(properties as object));
  expect(additionalProperties).toBe(false);
});
