import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { resolveEmbedder } from "../../src/embed/index.ts";
import { localServer, type ReceivedRequest, sendJson } from "./support/local-server.ts";
import { openAiReply } from "./support/openai-wire.ts";
import { unitVectorOf, vectorOf } from "./support/text-vectors.ts";
import { everythingIn, thrown } from "./support/thrown.ts";

/** One that every provider can be asked for. */
const DIMENSIONS = 256;
const KEY = "pa-4f9c27be51d0a6e83b72";

interface Wire {
  readonly name: string;
  /** Below the server's address. */
  readonly base: string;
  readonly path: string;
  readonly key: (headers: ReceivedRequest["headers"]) => unknown;
  /** The texts that a request holds, as the provider's format has them. */
  readonly texts: (body: ReceivedRequest["body"]) => string[];
  readonly reply: (texts: readonly string[]) => unknown;
  /** What of the request tells the role, or asks for the length. */
  readonly query: object;
  readonly document: object;
  readonly id: string;
  /** The texts as they should arrive. */
  readonly prefixes?: { readonly query: string; readonly document: string };
}

const bearer = (headers: ReceivedRequest["headers"]) => headers.authorization?.replace("Bearer ", "");
const vectors = (texts: readonly string[]) => texts.map((text) => vectorOf(text, DIMENSIONS));

const WIRES: readonly Wire[] = [
  {
    name: "openai:text-embedding-3-small",
    base: "/v1",
    path: "/v1/embeddings",
    key: bearer,
    texts: (body) => body.input,
    reply: (texts) => openAiReply(texts, DIMENSIONS),
    query: { model: "text-embedding-3-small", dimensions: DIMENSIONS, encoding_format: "float" },
    document: { model: "text-embedding-3-small", dimensions: DIMENSIONS },
    id: "openai:text-embedding-3-small;dimensions=256;version=1;norm=unit;settings=",
  },
  {
    name: "google:gemini-embedding-001",
    base: "/v1beta",
    path: "/v1beta/models/gemini-embedding-001:batchEmbedContents",
    key: (headers) => headers["x-goog-api-key"],
    texts: ({ requests }) =>
      requests.map(({ content }: { content: { parts: { text: string }[] } }) => content.parts[0].text),
    reply: (texts) => ({ embeddings: vectors(texts).map((values) => ({ values })) }),
    query: {
      requests: [
        { taskType: "RETRIEVAL_QUERY", outputDimensionality: DIMENSIONS },
        { taskType: "RETRIEVAL_QUERY" },
      ],
    },
    document: { requests: [{ taskType: "RETRIEVAL_DOCUMENT" }, { taskType: "RETRIEVAL_DOCUMENT" }] },
    id: "google:gemini-embedding-001;dimensions=256;version=1;norm=unit;settings=",
  },
  {
    name: "google:gemini-embedding-2",
    base: "/v1beta",
    path: "/v1beta/models/gemini-embedding-2:batchEmbedContents",
    key: (headers) => headers["x-goog-api-key"],
    texts: ({ requests }) =>
      requests.map(({ content }: { content: { parts: { text: string }[] } }) => content.parts[0].text),
    reply: (texts) => ({ embeddings: vectors(texts).map((values) => ({ values })) }),
    query: {},
    document: {},
    id: "google:gemini-embedding-2;dimensions=256;version=1;norm=unit;settings=",
    prefixes: { query: "task: search result | query: ", document: "title: none | text: " },
  },
  {
    name: "cohere:embed-v4.0",
    base: "/v2",
    path: "/v2/embed",
    key: bearer,
    texts: (body) => body.texts,
    reply: (texts) => ({
      embeddings: { float: vectors(texts) },
      meta: { billed_units: { input_tokens: 1 } },
    }),
    query: { model: "embed-v4.0", input_type: "search_query", output_dimension: DIMENSIONS },
    document: { model: "embed-v4.0", input_type: "search_document", embedding_types: ["float"] },
    id: "cohere:embed-v4.0;dimensions=256;version=1;norm=unit;settings=",
  },
  {
    name: "voyage:voyage-3.5",
    base: "/v1",
    path: "/v1/embeddings",
    key: bearer,
    texts: (body) => body.input,
    reply: (texts) => openAiReply(texts, DIMENSIONS),
    query: { model: "voyage-3.5", input_type: "query", output_dimension: DIMENSIONS },
    document: { model: "voyage-3.5", input_type: "document", output_dimension: DIMENSIONS },
    id: "voyage:voyage-3.5;dimensions=256;version=1;norm=unit;settings=",
  },
  {
    name: "mistral:mistral-embed",
    base: "/v1",
    path: "/v1/embeddings",
    key: bearer,
    texts: (body) => body.input,
    reply: (texts) => openAiReply(texts, DIMENSIONS),
    query: { model: "mistral-embed" },
    document: { model: "mistral-embed" },
    id: "mistral:mistral-embed;dimensions=256;version=1;norm=unit",
  },
  {
    name: "ollama:nomic-embed-text",
    base: "/api",
    path: "/api/embed",
    key: bearer,
    texts: (body) => body.input,
    reply: (texts) => ({
      model: "nomic-embed-text",
      embeddings: vectors(texts),
      total_duration: 1,
      load_duration: 1,
      prompt_eval_count: 1,
    }),
    query: { model: "nomic-embed-text", dimensions: DIMENSIONS },
    document: { model: "nomic-embed-text", dimensions: DIMENSIONS },
    id: "ollama:nomic-embed-text;dimensions=256;version=1;norm=unit;settings=",
    prefixes: { query: "search_query: ", document: "search_document: " },
  },
];

/** What a provider's own server might say to a wrong key, at its worst. */
function refuse(response: ServerResponse, status: number): void {
  const message = `Incorrect API key provided: ${KEY}`;
  sendJson(response, status, {
    message,
    error: { message, code: null, param: null, type: "x", status: "x" },
  });
}

describe.each(WIRES)("$name", (wire) => {
  const texts = ["What is a sherd?", "A piece of a broken pot."];
  const options = (url: string) => ({
    apiKey: KEY,
    baseURL: url + wire.base,
    dimensions: DIMENSIONS,
    retry: { maxAttempts: 1 },
  });

  it.each(["query", "document"] as const)(
    "sends a %s as its wire format has it, and reads the reply",
    async (role) => {
      await using server = await localServer(({ body }, response) =>
        sendJson(response, 200, wire.reply(wire.texts(body))),
      );
      const embedder = await resolveEmbedder(wire.name, options(server.url));
      const found = await embedder.embed(texts, role);

      const [request] = server.requests;
      const sent = texts.map((text) => (wire.prefixes?.[role] ?? "") + text);
      expect(server.requests).toHaveLength(1);
      expect(request).toMatchObject({ method: "POST", path: wire.path });
      expect(wire.key(request.headers)).toBe(KEY);
      expect(request.body).toMatchObject(wire[role]);
      expect(wire.texts(request.body)).toEqual(sent);
      expect(found).toEqual(sent.map((text) => unitVectorOf(text, DIMENSIONS)));
      expect(embedder.dimensions).toBe(DIMENSIONS);
      expect(embedder.id.replace(/(?<=settings=)[0-9a-f]{8}$/, "")).toBe(wire.id);
    },
  );

  it.each([400, 401, 403, 404, 429, 500])(
    "keeps the key out of what it throws for status %d",
    async (status) => {
      await using server = await localServer((_request, response) => refuse(response, status));
      const error = await thrown(
        resolveEmbedder(wire.name, options(server.url)).then((embedder) => embedder.embed(texts, "query")),
      );
      expect(error.code).toBe(status === 429 ? "PROVIDER_RATE_LIMITED" : "PROVIDER_FAILED");
      expect(error.message).toContain(wire.name);
      expect(everythingIn(error)).not.toContain(KEY);
    },
  );
});
