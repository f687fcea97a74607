import { describe, expect, it } from "vitest";
import { ManualClock } from "../../test/embed/support/scaled-clock.ts";
import { RateLimiter } from "./rate-limiter.ts";

describe("RateLimiter", () => {
  it("lets calls start no faster than its requests a minute, after a small burst", async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ requestsPerMinute: 60 }, clock);
    const starts: number[] = [];
    for (let i = 0; i < 66; i++) {
      await limiter.acquire(1);
      starts.push(clock.now());
    }
    expect(starts.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(starts.at(-1)).toBeCloseTo(60_000, 3);
  });

  it("counts tokens, and lets a call pass that is larger than the burst, at the price of a longer wait after", async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ tokensPerMinute: 6_000 }, clock);
    await limiter.acquire(1_200);
    expect(clock.now()).toBe(0);
    await limiter.acquire(600);
    expect(clock.now()).toBeCloseTo(12_000, 3);
  });

  it("starts nothing before the time one answer named", async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({}, clock);
    limiter.pauseUntil(5_000);
    limiter.pauseUntil(3_000);
    await limiter.acquire(1);
    expect(clock.now()).toBe(5_000);
  });

  it("gives a turn back that was not used", async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ requestsPerMinute: 10 }, clock);
    await limiter.acquire(1);
    await expect(limiter.acquire(1, AbortSignal.abort("enough"))).rejects.toBe("enough");
    await limiter.acquire(1);
    expect(clock.now()).toBeCloseTo(6_000, 3);
  });

  it.each([0, -1, Number.NaN])("refuses %d requests a minute", (requestsPerMinute) => {
    expect(() => new RateLimiter({ requestsPerMinute })).toThrow(
      "requestsPerMinute must be a number above 0",
    );
  });
});
