import { expect, it } from "vitest";
import { findObject } from "./find-object.ts";

const OBJECT = { a: 'braces } { and "quotes"', b: { c: [1] } };
const JSON_TEXT = JSON.stringify(OBJECT);

it.each([
  ["alone", JSON_TEXT],
  ["with space around it", `\n ${JSON_TEXT}\n`],
  ["in a fenced block", `\`\`\`json\n${JSON.stringify(OBJECT, null, 2)}\n\`\`\``],
  ["between sentences", `Sure! Here it is: ${JSON_TEXT} I hope "this" helps.`],
  ["after braces that are no JSON", `For {chunk} and {document}: ${JSON_TEXT}`],
])("finds an object %s", (_name, text) => {
  expect(findObject(text)).toEqual({ value: OBJECT });
});

it.each([
  ["prose", "Of course, with pleasure.", "no complete JSON object"],
  ["nothing", "", "no complete JSON object"],
  ["an array", "[1, 2]", "no complete JSON object"],
  ["an object cut off", JSON_TEXT.slice(0, -1), "no complete JSON object"],
  ["two objects", `${JSON_TEXT}\n${JSON_TEXT}`, "more than one"],
])("says what is wrong with %s", (_name, text, complaint) => {
  expect(findObject(text)).toEqual({ complaint: expect.stringContaining(complaint) });
});

it("takes any length of braces and quotes", () => {
  for (const text of ["{".repeat(300_000), "{}}".repeat(100_000).slice(2), '{"'.repeat(100_000)]) {
    expect(findObject(text)).toHaveProperty("complaint");
  }
});
