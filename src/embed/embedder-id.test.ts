import { expect, it } from "vitest";
import { embedderId } from "./embedder-id.ts";

const identity = { name: "openai:m", dimensions: 3, version: 1 };

it("names everything that decides whether vectors may meet", () => {
  expect(embedderId(identity)).toBe("openai:m;dimensions=3;version=1;norm=unit");
});

it("differs with each part", () => {
  const ids = [
    identity,
    { ...identity, name: "azure:m" },
    { ...identity, name: "openai:n" },
    { ...identity, dimensions: 4 },
    { ...identity, version: 2 },
    { ...identity, settings: { dtype: "q8" } },
    { ...identity, settings: { dtype: "q4" } },
  ].map(embedderId);
  expect(new Set(ids).size).toBe(ids.length);
});
