import { type Clock, systemClock } from "./clock.ts";

export interface RetryPolicy {
  /** Most calls for one request. Default 10. */
  readonly maxAttempts: number;
  /** The first wait is below this; each further one may be twice as long. Default 500. */
  readonly baseDelayMs: number;
  /** No wait of our own choosing is longer. Default 30,000. */
  readonly maxDelayMs: number;
  /** From the first call to the start of the last. Default 300,000 (five minutes). */
  readonly deadlineMs: number;
  /** How long one call may take. Default 60,000. */
  readonly attemptTimeoutMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxAttempts: 10,
  baseDelayMs: 500,
  maxDelayMs: 30_000,
  deadlineMs: 300_000,
  attemptTimeoutMs: 60_000,
};

/** What is to be done about an error. */
export interface Verdict {
  readonly retry: boolean;
  /** The other side asked not to be called before this time (milliseconds since 1970). */
  readonly notBefore?: number | undefined;
  /** Groups errors that may happen only `most` times in one request. */
  readonly kind?: string | undefined;
  readonly most?: number | undefined;
}

export type GaveUpReason =
  /** The policy's number of calls is used up. */
  | "attempts"
  /** Another wait would pass the deadline. */
  | "deadline"
  /** The other side asks for a wait that passes the deadline. */
  | "wait"
  /** One kind of error came too often. */
  | "kind";

/** Thrown when errors that may pass did not pass; `last` is the last of them. */
export class GaveUp extends Error {
  override readonly name = "GaveUp";
  readonly reason: GaveUpReason;
  readonly attempts: number;
  readonly last: unknown;
  /** When to come back, where the other side said so (milliseconds since 1970). */
  readonly notBefore: number | undefined;

  constructor(reason: GaveUpReason, attempts: number, last: unknown, notBefore?: number) {
    super(`gave up after ${attempts} attempts (${reason})`);
    this.reason = reason;
    this.attempts = attempts;
    this.last = last;
    this.notBefore = notBefore;
  }
}

/** What `judge` sees for a call that took longer than the policy allows. */
export class AttemptTimedOut extends Error {
  override readonly name = "AttemptTimedOut";
}

export interface RetryOptions {
  readonly policy?: Partial<RetryPolicy> | undefined;
  readonly clock?: Clock | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Waited for before each call, outside its time limit: a rate limit's turn. */
  readonly before?: ((signal?: AbortSignal) => Promise<void>) | undefined;
  readonly judge: (error: unknown, now: number) => Verdict;
}

/**
 * Calls `work` until it succeeds, an error says that calling again is pointless, or the policy ends it
 * (`GaveUp`). Waits are drawn evenly from nothing to a ceiling that doubles ("full jitter"), so that many
 * callers that failed together do not come back together. An abort is thrown as the signal's reason.
 */
export async function retry<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { policy: given, clock = systemClock, signal, before, judge }: RetryOptions,
): Promise<T> {
  const policy = { ...DEFAULT_RETRY_POLICY, ...given };
  const seen = new Map<string, number>();
  let deadline: number | undefined;
  for (let attempt = 1; ; attempt++) {
    await before?.(signal);
    signal?.throwIfAborted();
    deadline ??= clock.now() + policy.deadlineMs;
    try {
      return await attemptOnce(work, policy.attemptTimeoutMs, clock, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const now = clock.now();
      const { retry: again, notBefore, kind, most } = judge(error, now);
      if (!again) throw error;
      if (kind !== undefined) {
        const times = (seen.get(kind) ?? 0) + 1;
        seen.set(kind, times);
        if (most !== undefined && times >= most) throw new GaveUp("kind", attempt, error);
      }
      if (attempt >= policy.maxAttempts) throw new GaveUp("attempts", attempt, error, notBefore);
      const ceiling = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
      const asked = Math.max(0, (notBefore ?? now) - now);
      // A wait that was asked for is kept whole, and a little more, so that not all come back in one instant.
      const wait = asked > 0 ? asked + clock.random() * policy.baseDelayMs : clock.random() * ceiling;
      if (now + asked > deadline) throw new GaveUp("wait", attempt, error, notBefore);
      if (now + wait > deadline) throw new GaveUp("deadline", attempt, error, notBefore);
      await clock.sleep(wait, signal);
    }
  }
}

/** One call, ended by the time limit or the caller even where `work` does not listen to its signal. */
async function attemptOnce<T>(
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  clock: Clock,
  outer: AbortSignal | undefined,
): Promise<T> {
  const ended = new AbortController();
  const stop = new AbortController();
  const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal]);
  const abandoned = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  abandoned.catch(() => {}); // it may be aborted when nobody waits any more
  clock.sleep(timeoutMs, ended.signal).then(
    () => stop.abort(new AttemptTimedOut(`no answer within ${timeoutMs} ms`)),
    () => {},
  );
  try {
    return await Promise.race([work(signal), abandoned]);
  } catch (error) {
    // Whatever the call threw when it was cut off, the reason is the cut.
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    ended.abort();
  }
}
