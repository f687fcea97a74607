import { describe, expect, it } from "vitest";
import { fakeTransformers } from "../../test/embed/support/fake-transformers.ts";
import { thrown } from "../../test/embed/support/thrown.ts";
import { transformersEmbedder } from "./transformers-embedder.ts";

describe("transformersEmbedder", () => {
  it("puts the model's words before a text and pools as the model was trained", async () => {
    const library = fakeTransformers();
    const embedder = await transformersEmbedder("Xenova/bge-small-en-v1.5", { library, dimensions: 12 });
    await embedder.embed(["what?"], "query");
    await embedder.embed(["that."], "document");
    expect(library.calls.map(({ texts, options }) => [texts[0], options])).toEqual([
      [
        "Represent this sentence for searching relevant passages: what?",
        { dtype: "fp32", pooling: "cls", normalize: false },
      ],
      ["that.", { dtype: "fp32", pooling: "cls", normalize: false }],
    ]);
  });

  it("has another id for another number format or pooling", async () => {
    const library = fakeTransformers();
    const ids = await Promise.all(
      [{}, { dtype: "q8" }, { pooling: "cls" as const }].map(
        async (options) => (await transformersEmbedder("some/model", { library, ...options })).id,
      ),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it("says which model could not be loaded", async () => {
    const library = { pipeline: () => Promise.reject(new Error("404")) };
    const error = await thrown(transformersEmbedder("no/model", { library }));
    expect(error).toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    expect(error.message).toContain("transformers:no/model");
  });
});
