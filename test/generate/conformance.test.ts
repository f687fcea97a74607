import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { describe, expect, it } from "vitest";
import { aiSdkGenerator } from "../../src/generate/index.ts";
import { itIsAGenerator } from "./generator-conformance.ts";
import { chatServers, connectTo, NAMED_WIRES } from "./support.ts";

const serve = chatServers();

describe.each(NAMED_WIRES)("$provider", (wire) => {
  itIsAGenerator({ make: async (behaviour) => connectTo(await serve(behaviour), wire) });
});

describe("aiSdkGenerator", () => {
  // Chat completions, which the name does not use, and the tool that stands in for structured output in older models.
  describe("over chat completions", () => {
    itIsAGenerator({
      make: async (behaviour) => {
        const server = await serve(behaviour);
        return aiSdkGenerator(createOpenAI(server.access("openai")).chat("gpt-4.1-mini"));
      },
    });
  });

  describe("over a model without structured output", () => {
    itIsAGenerator({
      make: async (behaviour) => {
        const server = await serve(behaviour);
        return aiSdkGenerator(createAnthropic(server.access("anthropic"))("claude-3-5-haiku-latest"));
      },
    });
  });

  it("has the same id as the model resolved by its name", async () => {
    const server = await serve();
    const model = createOpenAI(server.access("openai"))("gpt-5-mini");
    const named = await connectTo(server, { provider: "openai", model: "gpt-5-mini" });
    expect((await aiSdkGenerator(model)).id).toBe(named.id);
    expect(named.id).toBe("openai:gpt-5-mini");
  });

  it.each([undefined, "openai:gpt-5-mini", {}])("refuses %j as a model", async (model) => {
    await expect(aiSdkGenerator(model as never)).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });
});
