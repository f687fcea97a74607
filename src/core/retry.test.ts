import { describe, expect, it } from "vitest";
import { ManualClock } from "../../test/embed/support/scaled-clock.ts";
import { systemClock } from "./clock.ts";
import { AttemptTimedOut, GaveUp, retry, type Verdict } from "./retry.ts";

const again = (): Verdict => ({ retry: true });

/** Fails with each of the errors in turn, then succeeds. */
function failing(...errors: unknown[]) {
  let calls = 0;
  const work = async () => {
    const error = errors[calls++];
    if (error !== undefined) throw error;
    return "done";
  };
  return Object.assign(work, { calls: () => calls });
}

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("retry", () => {
  it("returns what a later call returns, and waits below a ceiling that doubles", async () => {
    const clock = new ManualClock(0, () => 0.999);
    const work = failing(1, 2, 3, 4, 5);
    expect(await retry(work, { clock, judge: again, policy: { baseDelayMs: 100, maxDelayMs: 500 } })).toBe(
      "done",
    );
    expect(clock.waits.map(Math.round)).toEqual([100, 200, 400, 500, 500]);
  });

  it("draws each wait evenly from nothing up", async () => {
    const draws = [0, 0.25, 0.5];
    const clock = new ManualClock(0, () => draws.shift() as number);
    await retry(failing(1, 2, 3), { clock, judge: again, policy: { baseDelayMs: 100 } });
    expect(clock.waits).toEqual([0, 50, 200]);
  });

  it("throws an error that no retry mends as it is, after one call", async () => {
    const error = new Error("bad request");
    const work = failing(error);
    expect(await caught(retry(work, { judge: () => ({ retry: false }) }))).toBe(error);
    expect(work.calls()).toBe(1);
  });

  it("gives up after the policy's number of calls", async () => {
    const work = failing(...Array(50).fill("no"));
    const error = await caught(
      retry(work, { clock: new ManualClock(), judge: again, policy: { maxAttempts: 4 } }),
    );
    expect(error).toMatchObject({ reason: "attempts", attempts: 4, last: "no" });
    expect(work.calls()).toBe(4);
  });

  it("gives up before a wait that would pass the deadline", async () => {
    const clock = new ManualClock(0, () => 0.999);
    const policy = { baseDelayMs: 1_000, deadlineMs: 2_500, maxAttempts: 99 };
    const error = await caught(retry(failing(...Array(50).fill("no")), { clock, judge: again, policy }));
    expect(error).toMatchObject({ reason: "deadline" });
    expect(clock.now()).toBeLessThanOrEqual(2_500);
  });

  it("counts a kind of error that may come only so often", async () => {
    const work = failing("odd", "plain", "odd", "plain", "odd", "plain");
    const judge = (error: unknown): Verdict =>
      error === "odd" ? { retry: true, kind: "odd", most: 3 } : { retry: true };
    const error = await caught(retry(work, { clock: new ManualClock(), judge }));
    expect(error).toMatchObject({ reason: "kind", attempts: 5, last: "odd" });
  });

  it("keeps a wait that was asked for, also when it is long", async () => {
    const clock = new ManualClock(1_000);
    const judge = (_error: unknown, now: number): Verdict => ({ retry: true, notBefore: now + 120_000 });
    await retry(failing("later"), { clock, judge, policy: { baseDelayMs: 100 } });
    expect(clock.waits).toEqual([120_050]);
  });

  it("says when to come back, where the wait asked for passes the deadline", async () => {
    const clock = new ManualClock(1_000);
    const judge = (): Verdict => ({ retry: true, notBefore: 9_000_000 });
    const error = await caught(retry(failing("later"), { clock, judge }));
    expect(error).toBeInstanceOf(GaveUp);
    expect(error).toMatchObject({ reason: "wait", notBefore: 9_000_000 });
    expect(clock.waits).toEqual([]);
  });

  it("ends a call that takes too long, even one that does not listen", async () => {
    const seen: unknown[] = [];
    let calls = 0;
    const work = () => (++calls === 1 ? new Promise<string>(() => {}) : Promise.resolve("done"));
    const judge = (error: unknown) => {
      seen.push(error);
      return again();
    };
    expect(await retry(work, { judge, policy: { attemptTimeoutMs: 5, baseDelayMs: 1 } })).toBe("done");
    expect(seen).toEqual([expect.any(AttemptTimedOut)]);
  });

  it("stops at once when the caller aborts, in a call and in a wait", async () => {
    const inCall = new AbortController();
    const hanging = retry(() => new Promise(() => {}), { signal: inCall.signal, judge: again });
    inCall.abort("enough");
    expect(await caught(hanging)).toBe("enough");

    const inWait = new AbortController();
    const judge = () => {
      queueMicrotask(() => inWait.abort("enough"));
      return again();
    };
    const waiting = retry(failing(1, 2, 3), { signal: inWait.signal, judge, policy: { baseDelayMs: 1e9 } });
    expect(await caught(waiting)).toBe("enough");
  });

  it("starts nothing for a caller that has aborted", async () => {
    const work = failing();
    expect(await caught(retry(work, { signal: AbortSignal.abort("enough"), judge: again }))).toBe("enough");
    expect(work.calls()).toBe(0);
  });

  it("does not count a turn that is waited for against the deadline", async () => {
    const clock = new ManualClock();
    const before = () => clock.sleep(1_000_000);
    expect(await retry(failing(), { clock, judge: again, before })).toBe("done");
  });
});

describe("the system's clock", () => {
  it("does not take a wait of years for none", async () => {
    const controller = new AbortController();
    const sleep = systemClock.sleep(1e12, controller.signal).then(
      () => "woke up",
      (reason: unknown) => reason,
    );
    setTimeout(() => controller.abort("enough"), 20);
    expect(await sleep).toBe("enough");
  });
});
