import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOpenAI } from "@ai-sdk/openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AiSdkEmbeddingModel,
  aiSdkEmbedder,
  bundledEmbedder,
  cachedEmbedder,
  resolveEmbedder,
} from "../../src/embed/index.ts";
import { transformersEmbedder } from "../../src/embed/transformers-embedder.ts";
import { itIsAnEmbedder } from "./embedder-conformance.ts";
import { fakeTransformers } from "./support/fake-transformers.ts";
import { type LocalServer, localServer, sendJson } from "./support/local-server.ts";
import { openAiReply } from "./support/openai-wire.ts";
import { vectorOf } from "./support/text-vectors.ts";

let server: LocalServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sherd-embed-"));
  server = await localServer(({ path, body }, response) => {
    if (path.endsWith("/embed")) {
      const embeddings = (body.input as string[]).map((text) => vectorOf(text, 16));
      sendJson(response, 200, {
        model: "m",
        embeddings,
        total_duration: 1,
        load_duration: 1,
        prompt_eval_count: 1,
      });
    } else {
      sendJson(response, 200, openAiReply(body.input));
    }
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const model = (): AiSdkEmbeddingModel =>
  createOpenAI({ apiKey: "sk-unused", baseURL: server.url }).embeddingModel("fake");

describe("aiSdkEmbedder", () => {
  itIsAnEmbedder({ make: () => aiSdkEmbedder(model()) });

  it("has the same id as the model resolved by its name", async () => {
    const named = await resolveEmbedder("openai:fake", { apiKey: "sk-unused", baseURL: server.url });
    expect((await aiSdkEmbedder(model())).id).toBe(named.id);
  });
});

describe("openai-compatible", () => {
  itIsAnEmbedder({ make: () => resolveEmbedder(`openai-compatible:${server.url}/v1#m`) });
});

describe("ollama", () => {
  itIsAnEmbedder({ make: () => resolveEmbedder("ollama:m", { baseURL: `${server.url}/api` }) });
});

describe("transformers", () => {
  itIsAnEmbedder({ make: () => transformersEmbedder("some/model", { library: fakeTransformers() }) });
});

describe("bundledEmbedder", () => {
  itIsAnEmbedder({ make: () => bundledEmbedder() });

  it("is what its name resolves to, at any length", async () => {
    expect((await resolveEmbedder("bundled")).id).toBe((await bundledEmbedder()).id);
    expect((await resolveEmbedder("bundled", { dimensions: 128 })).dimensions).toBe(128);
  });

  it("can be cached, blank texts too", async () => {
    const embedder = await bundledEmbedder();
    const cached = cachedEmbedder(embedder, { path: join(folder, "bundled.db") });
    const texts = ["", "a pot", " "];
    expect(await cached.embed(texts, "document")).toEqual(await embedder.embed(texts, "document"));
    cached.close();
  });
});

describe("cachedEmbedder", () => {
  itIsAnEmbedder({
    make: async () => cachedEmbedder(await aiSdkEmbedder(model()), { path: join(folder, "cache.db") }),
  });
});
