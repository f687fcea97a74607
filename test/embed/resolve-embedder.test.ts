import { describe, expect, it } from "vitest";
import { EMBEDDER_NAMES, resolveEmbedder } from "../../src/embed/index.ts";
import { importPackage } from "../../src/provider/import-package.ts";
import { localServer, sendJson } from "./support/local-server.ts";
import { openAiReply } from "./support/openai-wire.ts";
import { everythingIn, thrown } from "./support/thrown.ts";

describe("a name", () => {
  it.each(["", "openai", "openai:", "nonsense:model", "constructor:x", "transformers:", "Bundled"])(
    "%j is refused with the names there are",
    async (name) => {
      const error = await thrown(resolveEmbedder(name, { env: {} }));
      expect(error.code).toBe("INVALID_OPTION");
      for (const known of EMBEDDER_NAMES) expect(error.message).toContain(known);
    },
  );

  it.each(["openai-compatible:", "openai-compatible:http://localhost", "openai-compatible:#m"])(
    "%j is refused for its form",
    async (name) => {
      const error = await thrown(resolveEmbedder(name, { env: {} }));
      expect(error.message).toContain("openai-compatible:URL#model");
    },
  );
});

describe("a key", () => {
  it.each([
    ["openai:m", "OPENAI_API_KEY"],
    ["google:m", "GOOGLE_GENERATIVE_AI_API_KEY"],
    ["cohere:m", "COHERE_API_KEY"],
    ["voyage:m", "VOYAGE_API_KEY"],
    ["mistral:m", "MISTRAL_API_KEY"],
  ])("that %s lacks is asked for by its variable %s", async (name, variable) => {
    const error = await thrown(resolveEmbedder(name, { env: {} }));
    expect(error.code).toBe("KEY_MISSING");
    expect(error.message).toContain(variable);
    expect(error.details).toMatchObject({ variable });
  });

  it("is read from the environment, and the one given counts more", async () => {
    await using server = await localServer(({ body }, response) =>
      sendJson(response, 200, openAiReply(body.input)),
    );
    const options = { baseURL: server.url, env: { OPENAI_API_KEY: "sk-of-the-environment" } };
    await resolveEmbedder("openai:fake", options);
    await resolveEmbedder("openai:fake", { ...options, apiKey: "sk-given" });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer sk-of-the-environment",
      "Bearer sk-given",
    ]);
  });

  it("of OpenAI is not sent to another address by way of openai-compatible", async () => {
    await using server = await localServer(({ body }, response) =>
      sendJson(response, 200, openAiReply(body.input)),
    );
    await resolveEmbedder(`openai-compatible:${server.url}/v1#m`, {
      env: { OPENAI_API_KEY: "sk-of-openai" },
    });
    expect(server.requests[0].headers.authorization).toBeUndefined();
  });

  it.each(["https://me:secret-word@localhost/v1", "http://localhost/v1?key=secret-word", "secret-word"])(
    "inside the address %s is refused, and not repeated",
    async (baseURL) => {
      const byOption = await thrown(resolveEmbedder("openai:m", { baseURL, apiKey: "x", env: {} }));
      const byName = await thrown(resolveEmbedder(`openai-compatible:${baseURL}#m`, { env: {} }));
      for (const error of [byOption, byName]) {
        expect(error.code).toBe("INVALID_OPTION");
        expect(everythingIn(error)).not.toContain("secret-word");
      }
    },
  );

  it("is kept out of the error when nothing listens at the address", async () => {
    const apiKey = "plain-key-without-a-shape";
    const closed = await localServer(() => {});
    await closed[Symbol.asyncDispose]();
    const retry = { maxAttempts: 2, baseDelayMs: 1 };
    const error = await thrown(resolveEmbedder("openai:m", { baseURL: closed.url, apiKey, retry }));
    expect(error.code).toBe("PROVIDER_FAILED");
    expect(error.details).toMatchObject({ kind: "unavailable", attempts: 2 });
    expect(everythingIn(error)).not.toContain(apiKey);
  });
});

describe("a model", () => {
  it("of unknown length is asked for it, with one text", async () => {
    await using server = await localServer(({ body }, response) =>
      sendJson(response, 200, openAiReply(body.input, 24)),
    );
    const embedder = await resolveEmbedder(`openai-compatible:${server.url}/v1#m`);
    expect(embedder.dimensions).toBe(24);
    expect(embedder.id).toBe(`openai-compatible:${server.url}/v1#m;dimensions=24;version=1;norm=unit`);
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([1]);
  });

  it("of known length is not called before it is used", async () => {
    const embedder = await resolveEmbedder("openai:text-embedding-3-large", { apiKey: "sk-unused" });
    expect(embedder.dimensions).toBe(3_072);
    expect(embedder.id).toBe("openai:text-embedding-3-large;dimensions=3072;version=1;norm=unit");
  });

  it("with another length has another id", async () => {
    const whole = await resolveEmbedder("openai:text-embedding-3-large", { apiKey: "sk-unused" });
    const short = await resolveEmbedder("openai:text-embedding-3-large", {
      apiKey: "sk-unused",
      dimensions: 256,
    });
    expect(short.id).not.toBe(whole.id);
    expect(short.dimensions).toBe(256);
  });
});

describe("a package that is not installed", () => {
  it("is named with the line that installs it", async () => {
    const install = ["ai", "@sherd-test/not-there"];
    const error = await thrown(importPackage("@sherd-test/not-there", "some:model", install));
    expect(error.code).toBe("PACKAGE_MISSING");
    expect(error.message).toContain("npm i ai @sherd-test/not-there");
    expect(error.message).toContain("some:model");
  });

  it("is not blamed where an installed one is broken", async () => {
    const broken = `data:text/javascript,${encodeURIComponent('throw new Error("broken inside")')}`;
    await expect(importPackage(broken, "some:model", [broken])).rejects.toThrow("broken inside");
  });
});
