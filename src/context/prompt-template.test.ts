import { expect, it } from "vitest";
import { DEFAULT_PROMPT, parsePromptTemplate } from "./prompt-template.ts";

it("takes a template apart, with doubled braces as text", () => {
  expect(parsePromptTemplate('A {document} B {{"x": 1}} {chunk} C {{{{')).toEqual({
    before: "A ",
    between: ' B {"x": 1} ',
    after: " C {{",
  });
  expect(parsePromptTemplate("{{{document}}}{chunk}")).toEqual({ before: "{", between: "}", after: "" });
  expect(parsePromptTemplate(DEFAULT_PROMPT).before).toBe("Here is a document:\n\n");
});

it.each([
  ["{chunk}", "has no {document}"],
  ["{document}", "has no {chunk}"],
  ["{chunk} {document}", "{chunk} before {document}"],
  ["{document} {document} {chunk}", "{document} twice"],
  ["{document} {chunk} {chunk}", "{chunk} twice"],
  ["{document} {chunk} {title}", "has {title} at 19"],
  ["{document} {chunk} {", "has { at 19"],
  ["{document}} {chunk}", "has } at 10"],
  ["{ document } {chunk}", "has { document } at 0"],
  ["{{document}} {chunk}", "has no {document}"],
  ['{document} {chunk} {"json": {"a": 1}}', "has { at 19"],
])("refuses %j: it %s", (template, fault) => {
  expect(() => parsePromptTemplate(template)).toThrow(
    expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining(fault) }),
  );
});

it("does not hang on braces without an end", () => {
  expect(() => parsePromptTemplate("{".repeat(1_000_001))).toThrow(/has \{ at 1000000/);
  expect(() => parsePromptTemplate(`{${"a".repeat(1_000_000)}`)).toThrow(/has \{ at 0/);
});
