import { describe, expect, it } from "vitest";
import { everythingIn, thrown } from "../../test/embed/support/thrown.ts";
import { SherdError } from "../core/errors.ts";
import type { GenerateRequest, Generation, Generator } from "../core/generator.ts";
import { generateObject } from "./generate-object.ts";
import { usageIn } from "./token-usage.ts";

type Step = string | Partial<Generation> | Error;

const USAGE = { input: 10, cachedInput: 4, output: 2 };
const times = (n: number) => ({ input: 10 * n, cachedInput: 4 * n, output: 2 * n });

/** Says one thing after the other. */
function scripted(...steps: Step[]): Generator & { readonly requests: GenerateRequest[] } {
  const requests: GenerateRequest[] = [];
  return {
    id: "scripted:model",
    requests,
    async generate(request) {
      const step = steps[requests.length];
      requests.push(request);
      if (step instanceof Error) throw step;
      const reply = typeof step === "string" ? { text: step } : step;
      return { text: "", finish: "stop", usage: USAGE, ...reply };
    },
  };
}

const REQUEST: GenerateRequest = {
  prompt: [{ text: "Give me a number." }],
  maxOutputTokens: 50,
  shape: {
    name: "number",
    schema: {
      type: "object",
      properties: { number: { type: "number" } },
      required: ["number"],
      additionalProperties: false,
    },
  },
};
const even = (value: unknown) => {
  const { number } = value as { number: number };
  if (number % 2 !== 0) throw new Error(`${number} is odd; it must be even.`);
  return number;
};
const ask = (generator: Generator) => generateObject(generator, REQUEST, even);

describe("generateObject", () => {
  it.each(['{"number": 4}', 'Here:\n```json\n{"number": 4}\n```'])("reads %j at once", async (text) => {
    const generator = scripted(text);
    expect(await ask(generator)).toEqual({ value: 4, usage: USAGE, attempts: 1 });
    expect(generator.requests).toEqual([{ ...REQUEST, repairs: [] }]);
  });

  it.each([
    ["prose", "Four.", "no complete JSON object"],
    ["another form", '{"number": "4"}', '"number" of the object must be of type number'],
    ["what parse throws for", '{"number": 3}', "3 is odd; it must be even."],
  ])("has %s repaired, saying what is wrong", async (_name, text, complaint) => {
    const generator = scripted(text, '{"number": 4}');
    expect(await ask(generator)).toEqual({ value: 4, usage: times(2), attempts: 2 });
    expect(generator.requests[1]).toEqual({
      ...REQUEST,
      repairs: [{ reply: text, complaint: expect.stringContaining(complaint) }],
    });
  });

  it("asks for less where the reply was cut off", async () => {
    const generator = scripted({ text: '{"number": 4', finish: "length" }, '{"number": 4}');
    await ask(generator);
    expect(generator.requests[1].repairs?.[0].complaint).toContain("must be shorter");
  });

  it("gives up after one repair, with what both turns cost", async () => {
    const generator = scripted("no", '{"number": 5}', '{"number": 4}');
    const error = await thrown(ask(generator));
    expect(error.code).toBe("REPLY_INVALID");
    expect(error.message).toContain("scripted:model");
    expect(error.message).toContain("5 is odd");
    expect(error.details).toMatchObject({ attempts: 2, usage: times(2), reply: '{"number": 5}' });
    expect(usageIn(error)).toEqual(times(2));
    expect(generator.requests).toHaveLength(2);
  });

  it("does not argue with a refusal", async () => {
    const generator = scripted({ text: "I cannot.", finish: "refusal" });
    const error = await thrown(ask(generator));
    expect(error.code).toBe("REPLY_REFUSED");
    expect(usageIn(error)).toEqual(USAGE);
    expect(generator.requests).toHaveLength(1);
  });

  it("adds what was spent to an error of the repair's own request", async () => {
    const failed = new SherdError("PROVIDER_FAILED", "down", { status: 500, usage: USAGE });
    const error = await thrown(ask(scripted("no", failed)));
    expect(error).toMatchObject({ code: "PROVIDER_FAILED", message: "down" });
    expect(error.details).toEqual({ status: 500, usage: times(2) });
  });

  it("lets an abort through as it is", async () => {
    const reason = new Error("enough");
    await expect(ask(scripted(reason))).rejects.toBe(reason);
  });

  it("keeps what it shows of a reply and a complaint short", async () => {
    const long = "x".repeat(100_000);
    const parse = () => {
      throw new Error(long);
    };
    const generator = scripted(`{"number": 1} ${long}`, `{"number": 1} ${long}`);
    const error = await thrown(generateObject(generator, REQUEST, parse));
    expect(everythingIn(error).length).toBeLessThan(10_000);
    expect(generator.requests[1].repairs?.[0].complaint.length).toBeLessThan(1_000);
  });

  it("needs a shape", async () => {
    const error = await thrown(generateObject(scripted(), { ...REQUEST, shape: undefined }, even));
    expect(error.code).toBe("INVALID_OPTION");
  });
});
