import { expect, it } from "vitest";
import { analyse, loadLanguages } from "./analyse.ts";
import { analyseQuery } from "./analyse-query.ts";

it("says how a language is loaded that is not, and loads it once for every way to write it", async () => {
  expect(() => analyse("Töpfe", { language: "de-AT" })).toThrow(
    /await loadLanguages\(\["de"\]\).*got "de-AT"/,
  );
  expect(() => analyseQuery("Töpfe", ["en", "de"])).toThrow(/loadLanguages/);
  await loadLanguages(["DE", "de-AT", "en", "xx", "__proto__"]);
  expect(analyse("Töpfe", { language: "de-AT" })).toEqual(["topf"]);
});
