import type { Clock } from "../core/clock.ts";
import type { RateLimiter } from "../core/rate-limiter.ts";
import { type RetryPolicy, retry } from "../core/retry.ts";
import { classifyFault } from "./classify-fault.ts";
import type { Redact } from "./redact.ts";

export interface RequestSettings {
  readonly policy: RetryPolicy;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly redact: Redact;
}

/** An answer that makes no sense this often is no accident of the network. */
const MOST_INVALID_REPLIES = 6;

/**
 * Sends a request of so many tokens until `send` gives an answer. Throws a `ProviderFault` that no retry mends,
 * or `GaveUp` whose last error is one.
 */
export function sendRequest<T>(
  { policy, limiter, clock, redact }: RequestSettings,
  send: (signal: AbortSignal) => Promise<T>,
  tokens: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  return retry(
    async (attempt) => {
      try {
        return await send(attempt);
      } catch (error) {
        attempt.throwIfAborted();
        throw classifyFault(error, clock.now(), redact);
      }
    },
    {
      policy,
      clock,
      signal,
      before: (waiting) => limiter.acquire(tokens, waiting),
      judge(error, now) {
        const { kind, notBefore } = classifyFault(error, now, redact);
        if (notBefore !== undefined && notBefore - now <= policy.deadlineMs) limiter.pauseUntil(notBefore);
        return {
          retry: kind === "unavailable" || kind === "rate-limit" || kind === "invalid",
          notBefore,
          kind,
          most: kind === "invalid" ? MOST_INVALID_REPLIES : undefined,
        };
      },
    },
  );
}
