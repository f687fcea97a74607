import { expect, it } from "vitest";
import { rolesOf } from "./roles.ts";

it.each([
  ["ollama", "nomic-embed-text:v1.5", "search_query: ", "search_document: "],
  ["transformers", "Xenova/multilingual-e5-small", "query: ", "passage: "],
  ["transformers", "intfloat/e5-base-v2", "query: ", "passage: "],
  [
    "transformers",
    "Xenova/bge-small-en-v1.5",
    "Represent this sentence for searching relevant passages: ",
    "",
  ],
  ["ollama", "mxbai-embed-large", "Represent this sentence for searching relevant passages: ", ""],
  ["ollama", "snowflake-arctic-embed2", "query: ", ""],
  ["ollama", "snowflake-arctic-embed:335m", "Represent this sentence for searching relevant passages: ", ""],
  ["ollama", "embeddinggemma:300m", "task: search result | query: ", "title: none | text: "],
])("%s:%s puts words before its texts", (provider, model, query, document) => {
  expect(rolesOf(provider, model)).toEqual({ query: { prefix: query }, document: { prefix: document } });
});

it.each([
  ["ollama", "all-minilm"],
  ["ollama", "bge-m3"],
  ["openai", "text-embedding-3-small"],
  ["transformers", "Xenova/all-MiniLM-L6-v2"],
])("%s:%s makes no difference", (provider, model) => {
  expect(rolesOf(provider, model)).toEqual({ query: {}, document: {} });
});

it("takes the role as a setting where the provider has one", () => {
  expect(rolesOf("cohere", "embed-v4.0").query.providerOptions).toEqual({
    cohere: { inputType: "search_query" },
  });
});
