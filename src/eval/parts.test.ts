import { expect, it } from "vitest";
import { DEFAULT_WEIGHTS } from "../search/weights.ts";
import { PARTS, vectorsAlone, withoutParts } from "./parts.ts";

it("gives every weight of a search a part that switches it off", () => {
  for (const [name, value] of Object.entries(DEFAULT_WEIGHTS)) {
    if (typeof value !== "number" || name === "meaning") continue;
    const part = PARTS.find(
      (one) => withoutParts([one], {}).weights?.[name as "document"] === 0 && one !== "rerank",
    );
    expect(part, name).toBeDefined();
  }
});

it("switches several parts off at once and keeps what was asked", () => {
  const options = withoutParts(["context", "document", "duplicates"], { mode: "hybrid", expand: "none" });
  expect(options).toMatchObject({ mode: "hybrid", expand: "none", suppressDuplicates: false });
  expect(options.weights?.document).toBe(0);
  expect(options.weights?.fields?.text).toBe(DEFAULT_WEIGHTS.fields.text);
  expect(options.weights?.fields?.title).toBe(0);
});

it("takes one of the two lists away by the mode", () => {
  expect(withoutParts(["words"], { mode: "hybrid" }).mode).toBe("meaning");
  expect(withoutParts(["meaning"], { mode: "hybrid" }).mode).toBe("words");
});

it("leaves nothing but vectors in the baseline", () => {
  const { mode, weights, suppressDuplicates } = vectorsAlone({ expand: "none" });
  expect(mode).toBe("meaning");
  expect(suppressDuplicates).toBe(false);
  for (const name of Object.keys(DEFAULT_WEIGHTS))
    if (name !== "fields" && name !== "meaning") expect(weights?.[name as "document"], name).toBe(0);
});

it("names the parts there are when one is unknown", () => {
  expect(() => withoutParts(["luck"], {})).toThrow(/--off must be each, or some of: words, .*; got "luck"/);
});
