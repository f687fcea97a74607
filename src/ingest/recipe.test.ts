import { expect, it } from "vitest";
import { languageIn, makerOf, recipeOf, withLanguage, withoutLanguage } from "./recipe.ts";

it("names maker, analysis and language, and takes them apart again", () => {
  const recipe = recipeOf("parent-child@1");
  const german = withLanguage(recipe, "de");
  expect(german).not.toBe(recipe);
  expect(withLanguage(recipe, "en")).toBe(recipe);
  expect([recipe, german].map(languageIn)).toEqual(["en", "de"]);
  expect([recipe, german].map(withoutLanguage)).toEqual([recipe, recipe]);
  expect([recipe, german, "another"].map(makerOf)).toEqual(["parent-child@1", "parent-child@1", "another"]);
  expect(withLanguage(german, "fr")).toBe(withLanguage(recipe, "fr"));
});
