import { expect, it } from "vitest";
import type { GenerateRequest, Generator } from "../../src/core/generator.ts";
import type { ChatServerOptions } from "../support/chat-server/chat-server.ts";

export interface ConformanceSubject {
  /** Made once or more for each test, over a model that behaves as the options say. */
  readonly make: (behaviour?: ChatServerOptions) => Promise<Generator>;
}

const SCHEMA = {
  type: "object",
  properties: { words: { type: "array", items: { type: "string" } } },
  required: ["words"],
  additionalProperties: false,
};

export function request(text: string, more: Partial<GenerateRequest> = {}): GenerateRequest {
  return { system: "You answer.", prompt: [{ text }], maxOutputTokens: 2_000, ...more };
}

/** What the contract of `Generator` asks of every implementation. */
export function itIsAGenerator({ make }: ConformanceSubject): void {
  const echo: ChatServerOptions = { reply: (prompt) => prompt };

  it("has an id that names provider and model", async () => {
    expect((await make()).id).toMatch(/^[\w-]+:.+/);
  });

  it("gives a prompt's parts to the model in order, whole and unchanged", async () => {
    const parts = ["One. ", "👩‍👩‍👧 陶器\n", '"quotes" \\ \t', "x".repeat(3_000), " end"];
    const generator = await make(echo);
    const { text, finish } = await generator.generate(
      request("", { prompt: parts.map((part, i) => ({ text: part, cache: i === 1 })) }),
    );
    expect(text).toBe(parts.join(""));
    expect(finish).toBe("stop");
  });

  it("counts tokens", async () => {
    const { usage } = await (await make(echo)).generate(request("Some words to count."));
    expect(usage.input).toBeGreaterThan(0);
    expect(usage.output).toBeGreaterThan(0);
    expect(usage.cachedInput).toBeGreaterThanOrEqual(0);
    expect(usage.cachedInput).toBeLessThanOrEqual(usage.input);
  });

  it("gives the model the shape of the reply, and the reply as text", async () => {
    const generator = await make();
    const { text } = await generator.generate(
      request("Words?", { shape: { name: "words", schema: SCHEMA } }),
    );
    expect(JSON.parse(text)).toEqual({ words: [expect.any(String)] });
  });

  it("gives prose back as it is, where an object was asked for", async () => {
    const generator = await make({ reply: () => "No object today." });
    const { text, finish } = await generator.generate(
      request("Words?", { shape: { name: "words", schema: SCHEMA } }),
    );
    expect({ text, finish }).toEqual({ text: "No object today.", finish: "stop" });
  });

  it("shows the model its earlier replies and what was wrong with them", async () => {
    const generator = await make({
      reply: (_prompt, _shape, { turns }) =>
        turns.map(({ role, parts }) => `${role}: ${parts.join("")}`).join("\n"),
    });
    const repairs = [{ reply: "First.", complaint: "Wrong." }];
    const { text } = await generator.generate(request("Begin.", { repairs }));
    expect(text).toBe("user: Begin.\nassistant: First.\nuser: Wrong.");
  });

  it("says that a reply was cut short", async () => {
    const generator = await make({ reply: () => "word ".repeat(5_000) });
    const { finish, text } = await generator.generate(request("Go on.", { maxOutputTokens: 20 }));
    expect(finish).toBe("length");
    expect(text).toMatch(/^word /);
  });

  it("says that a reply was withheld", async () => {
    const generator = await make({ faults: () => "refusal" });
    const { finish } = await generator.generate(request("Something bad."));
    expect(finish).toBe("refusal");
  });

  it("answers many at once, each with its own", async () => {
    const generator = await make(echo);
    const texts = Array.from({ length: 25 }, (_, i) => `Text ${i}`);
    const replies = await Promise.all(texts.map((text) => generator.generate(request(text))));
    expect(replies.map(({ text }) => text)).toEqual(texts);
  });

  it("does not begin for a caller that has aborted", async () => {
    const reason = new Error("enough");
    const generator = await make();
    await expect(generator.generate(request("Hi"), { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });

  it("ends when its caller aborts, with the caller's reason", async () => {
    const reason = new Error("enough");
    const stop = new AbortController();
    const generator = await make({
      faults: () => {
        setImmediate(() => stop.abort(reason));
        return "stall";
      },
    });
    await expect(generator.generate(request("Hi"), { signal: stop.signal })).rejects.toBe(reason);
  });
}
