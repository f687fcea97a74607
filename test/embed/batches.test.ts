import { describe, expect, it } from "vitest";
import { aiSdkEmbedder, RateLimiter, resolveEmbedder } from "../../src/embed/index.ts";
import { FAKE_DIMENSIONS, fakeModel, goodAnswer, statusError } from "./support/fake-model.ts";
import { localServer, sendJson } from "./support/local-server.ts";
import { DIMENSIONS, openAiReply } from "./support/openai-wire.ts";
import { ManualClock, scaledClock } from "./support/scaled-clock.ts";
import { unitVectorOf } from "./support/text-vectors.ts";
import { thrown } from "./support/thrown.ts";

const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
const expected = texts.map((text) => unitVectorOf(text, FAKE_DIMENSIONS));
const quick = { baseDelayMs: 1, maxDelayMs: 2 };
const options = { dimensions: FAKE_DIMENSIONS, retry: quick };

describe("batches", () => {
  it("hold no more than the model or the caller allows", async () => {
    const model = fakeModel(goodAnswer, { most: 30 });
    expect(await (await aiSdkEmbedder(model, options)).embed(texts, "document")).toEqual(expected);
    expect(model.calls.map((call) => call.length)).toEqual([30, 30, 30, 30, 30, 30, 20]);
    const fewer = fakeModel(goodAnswer, { most: 30 });
    await (await aiSdkEmbedder(fewer, { ...options, maxBatchItems: 7 })).embed(texts, "document");
    expect(Math.max(...fewer.calls.map((call) => call.length))).toBe(7);
  });

  it("hold no more than so many tokens", async () => {
    const model = fakeModel();
    const long = Array.from({ length: 20 }, (_, i) => `${i} ${"word ".repeat(200)}`);
    await (await aiSdkEmbedder(model, { ...options, maxBatchTokens: 1_000 })).embed(long, "document");
    expect(model.calls.map((call) => call.length)).toEqual([3, 3, 3, 3, 3, 3, 2]);
  });

  it("are sent no more than so many at a time", async () => {
    const slow = async (values: string[]) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return goodAnswer(values, AbortSignal.any([]));
    };
    const model = fakeModel(slow, { most: 5 });
    await (await aiSdkEmbedder(model, { ...options, concurrency: 3 })).embed(texts, "document");
    expect(model.mostRunning()).toBe(3);
    const serial = fakeModel(slow, { most: 5, parallel: false });
    await (await aiSdkEmbedder(serial, options)).embed(texts, "document");
    expect(serial.mostRunning()).toBe(1);
  });

  it("that are too large are halved, and those after them are cut smaller", async () => {
    const model = fakeModel((values, signal) => {
      if (values.length > 10) throw statusError(400, "too many inputs: at most 10");
      return goodAnswer(values, signal);
    });
    const embedder = await aiSdkEmbedder(model, { ...options, maxBatchItems: 80, concurrency: 1 });
    expect(await embedder.embed(texts, "document")).toEqual(expected);
    const refused = model.calls.filter((call) => call.length > 10);
    expect(refused.length).toBeLessThanOrEqual(10);
    model.calls.length = 0;
    await embedder.embed(texts, "document");
    expect(Math.max(...model.calls.map((call) => call.length))).toBe(10);
  });

  it("that one text spoils are halved until that text is found and named", async () => {
    const model = fakeModel((values, signal) => {
      if (values.includes("text 137")) throw statusError(400, "cannot embed this");
      return goodAnswer(values, signal);
    });
    const embedder = await aiSdkEmbedder(model, { ...options, concurrency: 1 });
    const error = await thrown(embedder.embed(texts, "document"));
    expect(error.code).toBe("EMBEDDING_REJECTED");
    expect(error.details).toMatchObject({ index: 137, text: "text 137", status: 400 });
    expect(error.message).toContain('text 137 ("text 137")');
    // Two batches, then at most two halves for each of the seven halvings of 96.
    expect(model.calls.length).toBeLessThanOrEqual(2 + 2 * 7);
  });

  it("say so where no text was ever accepted", async () => {
    const model = fakeModel(() => Promise.reject(statusError(400, "unknown setting")));
    const error = await thrown((await aiSdkEmbedder(model, options)).embed(texts, "document"));
    expect(error.message).toContain("the request itself may be what is wrong");
  });

  it("name no more than the start of a long text, in whole characters", async () => {
    const model = fakeModel(() => Promise.reject(statusError(400, "no")));
    const long = `${"x".repeat(59)}😀${"y".repeat(100)}`;
    const error = await thrown((await aiSdkEmbedder(model, options)).embed([long], "document"));
    expect(error.details.text).toBe(`${"x".repeat(59)}…`);
  });
});

describe("answers", () => {
  it("that are never valid for one text end in an error that names it", async () => {
    const model = fakeModel(async (values, signal) => {
      const vectors = await goodAnswer(values, signal);
      const at = values.indexOf("text 3");
      if (at >= 0) vectors[at].fill(Number.NaN);
      return vectors;
    });
    const error = await thrown((await aiSdkEmbedder(model, options)).embed(texts.slice(0, 8), "document"));
    expect(error.code).toBe("EMBEDDING_INVALID");
    expect(error.details).toMatchObject({ index: 3, text: "text 3" });
    expect(model.calls.length).toBeLessThanOrEqual(6 * 4 + 4);
  });

  it("of other dimensions, again and again, end in an error without halving", async () => {
    const model = fakeModel((values) => values.map(() => [1, 2, 3]));
    const error = await thrown((await aiSdkEmbedder(model, options)).embed(texts.slice(0, 8), "document"));
    expect(error.code).toBe("EMBEDDING_INVALID");
    expect(error.message).toContain("3 dimensions instead of 16");
    expect(model.calls.map((call) => call.length)).toEqual([8, 8, 8, 8, 8, 8]);
  });

  it("are put in order also where the SDK sends one batch as several requests", async () => {
    await using server = await localServer(({ body }, response) => {
      const reply = openAiReply(body.input);
      sendJson(response, 200, { ...reply, data: reply.data.toReversed() });
    });
    const long = Array.from({ length: 8 }, (_, i) => `${i} ${"x".repeat(100_000)}`);
    const embedder = await resolveEmbedder("openai:fake", {
      apiKey: "sk-unused",
      baseURL: server.url,
      dimensions: DIMENSIONS,
      maxBatchTokens: 1_000_000,
    });
    const vectors = await embedder.embed(long, "document");
    expect(server.requests.length).toBeGreaterThan(1);
    expect(vectors).toEqual(long.map((text) => unitVectorOf(text, DIMENSIONS)));
  });
});

describe("errors that no retry mends", () => {
  it.each([
    [429, "You exceeded your current quota: insufficient_quota", "PROVIDER_QUOTA"],
    [402, "Payment required", "PROVIDER_QUOTA"],
    [401, "Unauthorized", "PROVIDER_FAILED"],
    [403, "Forbidden", "PROVIDER_FAILED"],
    [404, "No such model", "PROVIDER_FAILED"],
  ])("status %d (%s) is thrown after one call as %s", async (status, message, code) => {
    const model = fakeModel(() => Promise.reject(statusError(status, message)));
    const embedder = await aiSdkEmbedder(model, { ...options, concurrency: 1 });
    expect(await thrown(embedder.embed(texts, "document"))).toMatchObject({ code, details: { status } });
    expect(model.calls).toHaveLength(1);
  });

  it("a wait longer than the deadline says when to come back", async () => {
    const clock = new ManualClock(Date.UTC(2026, 0, 5));
    const model = fakeModel(() => Promise.reject(statusError(429, "slow down", { "retry-after": "3600" })));
    const embedder = await aiSdkEmbedder(model, { ...options, clock, concurrency: 1 });
    const error = await thrown(embedder.embed(["a"], "query"));
    expect(error.code).toBe("PROVIDER_RATE_LIMITED");
    expect(error.details).toMatchObject({ retryAt: "2026-01-05T01:00:00.000Z" });
    expect(model.calls).toHaveLength(1);
  });

  it("an outage ends after the policy's attempts", async () => {
    const model = fakeModel(() => Promise.reject(statusError(503, "down")));
    const embedder = await aiSdkEmbedder(model, { ...options, retry: { ...quick, maxAttempts: 3 } });
    const error = await thrown(embedder.embed(["a"], "query"));
    expect(error).toMatchObject({ code: "PROVIDER_FAILED", details: { attempts: 3, status: 503 } });
  });
});

describe("waits", () => {
  it("that one answer asks for hold for all calls of the key, also when they are long", async () => {
    const clock = scaledClock(1_000, "waits");
    const starts: number[] = [];
    const model = fakeModel(
      async (values, signal) => {
        starts.push(clock.now());
        if (starts.length === 1) throw statusError(429, "slow down", { "retry-after": "200" });
        return goodAnswer(values, signal);
      },
      { most: 10 },
    );
    // The clock is fast; a busy machine must not run into the limits that this is not about.
    const retry = { attemptTimeoutMs: 1e8, deadlineMs: 1e8 };
    const embedder = await aiSdkEmbedder(model, {
      dimensions: FAKE_DIMENSIONS,
      clock,
      retry,
      concurrency: 2,
    });
    expect(await embedder.embed(texts, "document")).toEqual(expected);
    const early = starts.filter((start) => start < starts[0] + 200_000);
    // The first, and the one that was under way with it.
    expect(early.length).toBeLessThanOrEqual(2);
  });

  it("of a shared rate limit hold for both embedders that share it", async () => {
    const clock = new ManualClock();
    const rateLimit = new RateLimiter({ requestsPerMinute: 10 }, clock);
    const make = () => aiSdkEmbedder(fakeModel(), { ...options, clock, rateLimit });
    const [one, other] = [await make(), await make()];
    for (let i = 0; i < 5; i++) {
      await one.embed(["a"], "query");
      await other.embed(["b"], "query");
    }
    expect(clock.now()).toBeCloseTo(9 * 6_000, 3);
  });
});

describe("an abort", () => {
  it("ends a call that hangs, with the caller's reason, and hangs up", async () => {
    const hungUp = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    await using server = await localServer((_request, response) => {
      response.on("close", () => hungUp.resolve());
      arrived.resolve();
    });
    const embedder = await resolveEmbedder(`openai-compatible:${server.url}/v1#m`, { dimensions: 4 });
    const controller = new AbortController();
    const embedding = embedder.embed(texts, "document", { signal: controller.signal });
    await arrived.promise;
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(embedding).rejects.toBe(reason);
    await hungUp.promise;
  });

  it("by a reader that has enough ends what is under way", async () => {
    let aborted = 0;
    const model = fakeModel(
      (values, signal) => {
        if (values.includes("text 0")) return goodAnswer(values, signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted++;
            reject(signal.reason);
          });
        });
      },
      { most: 10 },
    );
    const embedder = await aiSdkEmbedder(model, { ...options, concurrency: 3 });
    for await (const { start, vectors } of embedder.embedBatches(texts, "document")) {
      expect([start, vectors.length]).toEqual([0, 10]);
      break;
    }
    expect(aborted).toBe(model.calls.length - 1);
  });
});

describe("options that cannot work", () => {
  it.each([
    ["maxBatchItems", 0],
    ["maxBatchTokens", 0.5],
    ["concurrency", -1],
    ["dimensions", 0],
  ])("%s: %d is refused", async (option, value) => {
    const error = await thrown(aiSdkEmbedder(fakeModel(), { ...options, [option]: value }));
    expect(error).toMatchObject({ code: "INVALID_OPTION", details: { option, value } });
  });

  it("a text that is no string is refused before anything is sent", async () => {
    const model = fakeModel();
    const embedder = await aiSdkEmbedder(model, options);
    const error = await thrown(embedder.embed(["a", 7 as unknown as string], "query"));
    expect(error.message).toContain("texts[1] must be a string; got 7");
    expect(model.calls).toEqual([]);
  });

  it("what is no model is refused", async () => {
    const error = await thrown(aiSdkEmbedder("text-embedding-3-small" as never));
    expect(error.code).toBe("INVALID_OPTION");
  });
});
