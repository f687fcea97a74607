import { type Clock, systemClock } from "./clock.ts";
import { invalidOption } from "./errors.ts";

export interface RateLimits {
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
}

/** What may be used at once after a pause: a tenth of a minute's share, so that no minute sees twice its limit. */
const BURST_SHARE = 0.1;

/**
 * Keeps the calls made with one key within the provider's limits. Give the same limiter to everything that
 * shares the key. Turns are given in the order they are asked for.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #requests: Bucket | undefined;
  readonly #tokens: Bucket | undefined;
  #pausedUntil = 0;

  constructor({ requestsPerMinute, tokensPerMinute }: RateLimits = {}, clock: Clock = systemClock) {
    this.#clock = clock;
    this.#requests = bucket("requestsPerMinute", requestsPerMinute, clock);
    this.#tokens = bucket("tokensPerMinute", tokensPerMinute, clock);
  }

  /** Resolves when a call with this many tokens may start. */
  async acquire(tokens: number, signal?: AbortSignal): Promise<void> {
    const taken: (readonly [Bucket, number])[] = [];
    if (this.#requests !== undefined) taken.push([this.#requests, 1]);
    if (this.#tokens !== undefined) taken.push([this.#tokens, tokens]);
    const now = this.#clock.now();
    let wait = 0;
    for (const [from, cost] of taken) wait = Math.max(wait, from.take(cost, now));
    try {
      if (wait > 0) await this.#clock.sleep(wait, signal);
      // Another caller's answer may lengthen the pause while this one waits it out.
      for (;;) {
        const pause = this.#pausedUntil - this.#clock.now();
        if (pause <= 0) break;
        await this.#clock.sleep(pause, signal);
      }
    } catch (error) {
      for (const [from, cost] of taken) from.giveBack(cost);
      throw error;
    }
  }

  /** Nothing starts before this time (milliseconds since 1970): one answer's `Retry-After` holds for all. */
  pauseUntil(time: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, time);
  }
}

function bucket(name: string, perMinute: number | undefined, clock: Clock): Bucket | undefined {
  if (perMinute === undefined) return undefined;
  if (!(perMinute > 0)) invalidOption(name, perMinute, "a number above 0");
  return new Bucket(perMinute, clock.now());
}

/** A token bucket that may be overdrawn: who overdraws it waits, and who comes later waits behind. */
class Bucket {
  readonly #perMs: number;
  readonly #capacity: number;
  #level: number;
  #at: number;

  constructor(perMinute: number, now: number) {
    this.#perMs = perMinute / 60_000;
    this.#capacity = Math.max(1, perMinute * BURST_SHARE);
    this.#level = this.#capacity;
    this.#at = now;
  }

  /** Takes at once and returns how long to wait. What costs more than the bucket holds waits for a full one. */
  take(cost: number, now: number): number {
    this.#level = Math.min(this.#capacity, this.#level + Math.max(0, now - this.#at) * this.#perMs);
    this.#at = now;
    const missing = Math.min(cost, this.#capacity) - this.#level;
    this.#level -= cost;
    return Math.max(0, missing / this.#perMs);
  }

  giveBack(cost: number): void {
    this.#level = Math.min(this.#capacity, this.#level + cost);
  }
}
