import { expect, it } from "vitest";
import { createModel } from "../provider/connect.ts";
import { PROVIDERS, pickModel } from "./providers.ts";

const model = {
  provider: "voyage.embedding",
  modelId: "m",
  maxEmbeddingsPerCall: 1,
  supportsParallelCalls: true,
  doEmbed: async () => undefined,
};

it.each(["embeddingModel", "textEmbeddingModel"])("finds models under the name %s", (name) => {
  const exports = { createVoyage: () => ({ [name]: () => model }) };
  expect(createModel(PROVIDERS.voyage, exports, pickModel("m"), {})).toBe(model);
});

it.each([
  ["no factory", {}],
  ["no embedding models", { createVoyage: () => ({}) }],
])("says how to update a package that has %s", (_name, exports) => {
  expect(() => createModel(PROVIDERS.voyage, exports, pickModel("m"), {})).toThrow(
    "npm i ai@latest voyage-ai-provider@latest",
  );
});
