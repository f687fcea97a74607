import { expect, it } from "vitest";
import { stemOf } from "./stem.ts";

it.each([
  ["moves", "moved", "moving", "move"],
  ["studies", "studied", "study"],
  ["stops", "stopped", "stopping", "stop"],
  ["changes", "changed", "changing", "change"],
  ["went", "gone", "goes", "go"],
  ["colours", "colors"],
  ["favourite", "favorite"],
  ["organise", "organize"],
  ["boxes", "box"],
])("gives forms of one word one stem: %s", (...forms) => {
  expect(new Set(forms.map(stemOf)).size).toBe(1);
});

it.each([
  ["car", "care"],
  ["plan", "plane"],
  ["hop", "hope"],
  ["new", "news"],
  ["universe", "university"],
  ["police", "policy"],
  ["hopped", "hoped"],
])("tells %s from %s", (a, b) => expect(stemOf(a)).not.toBe(stemOf(b)));
