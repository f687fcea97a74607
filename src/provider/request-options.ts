import { type Clock, systemClock } from "../core/clock.ts";
import { invalidOption } from "../core/errors.ts";
import { RateLimiter, type RateLimits } from "../core/rate-limiter.ts";
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from "../core/retry.ts";
import { type Redact, redactor } from "./redact.ts";
import type { RequestSettings } from "./send-request.ts";

/** How requests are made, for everything that asks a provider. */
export interface RequestOptions {
  /** Most requests at a time. Default 4, or 1 where the model cannot serve several. */
  readonly concurrency?: number | undefined;
  /** The key's limits; pass one `RateLimiter` to everything that shares a key. */
  readonly rateLimit?: RateLimiter | RateLimits | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  readonly clock?: Clock | undefined;
}

/** Enough to hide the way to a provider and back, and few enough for the smallest accounts. */
export const DEFAULT_CONCURRENCY = 4;

export function requestSettings(
  { clock = systemClock, rateLimit = {}, retry }: RequestOptions,
  redact: Redact = redactor([]),
): RequestSettings {
  return {
    policy: { ...DEFAULT_RETRY_POLICY, ...retry },
    limiter: rateLimit instanceof RateLimiter ? rateLimit : new RateLimiter(rateLimit, clock),
    clock,
    redact,
  };
}

export function checkCount(option: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) invalidOption(option, value, "a whole number, 1 or more");
}
