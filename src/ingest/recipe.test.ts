import { expect, it } from "vitest";
import {
  contextsIn,
  isOutdated,
  languageIn,
  makerOf,
  missingContexts,
  recipeOf,
  withContexts,
  withLanguage,
  withoutContexts,
  withoutLanguage,
} from "./recipe.ts";

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

it("names the contexts that a model wrote beside the maker, and whether some are missing", () => {
  const recipe = withLanguage(recipeOf("parent-child@1"), "de");
  const whole = withContexts(recipe, { name: "0a1b", hasFailed: false, hasSkipped: false });
  const gaps = withContexts(whole, { name: "2c3d", hasFailed: true, hasSkipped: true });
  expect([recipe, whole, gaps].map(contextsIn)).toEqual([
    undefined,
    { name: "0a1b", hasFailed: false, hasSkipped: false },
    { name: "2c3d", hasFailed: true, hasSkipped: true },
  ]);
  expect([whole, gaps].map(withoutContexts)).toEqual([recipe, recipe]);
  expect(languageIn(gaps)).toBe("de");
  // What is analysed anew keeps its contexts.
  expect(contextsIn(recipeOf(makerOf(gaps)))).toEqual(contextsIn(gaps));
  expect(contextsIn("one context=0a1b more outline@1")).toBeUndefined();
});

it("tells which contexts are to be written, and what they outdate", () => {
  const own = recipeOf("m");
  const made = (name: string, hasFailed: boolean, hasSkipped: boolean) =>
    withContexts(own, { name, hasFailed, hasSkipped });
  const wanted = { contexts: "aa" };
  expect(missingContexts(own, wanted, false)).toBe("all");
  expect(missingContexts(made("bb", false, false), wanted, false)).toBe("all");
  expect(missingContexts(made("aa", true, false), wanted, false)).toBeUndefined();
  expect(missingContexts(made("aa", true, true), wanted, false)).toBe("skipped");
  expect(missingContexts(made("bb", true, false), wanted, true)).toBe("failed");
  expect(missingContexts(own, wanted, true)).toBeUndefined();
  expect(missingContexts(made("bb", true, true), {}, true)).toBeUndefined();
  expect(isOutdated(made("bb", false, false), own, wanted)).toBe(false);
  expect(isOutdated(made("bb", false, false), own, {})).toBe(false);
  expect(isOutdated(made("bb", false, false), own, { contexts: null })).toBe(true);
  expect(isOutdated(made("aa", false, false), recipeOf("n"), wanted)).toBe(true);
});
