import { type Clock, systemClock } from "../../../src/core/clock.ts";
import { randomFrom } from "./text-vectors.ts";

/** A clock that runs `scale` times as fast as the real one, with seeded chance. */
export function scaledClock(scale: number, seed: string): Clock {
  const start = Date.now();
  const origin = performance.now();
  return {
    now: () => start + (performance.now() - origin) * scale,
    sleep: (ms, signal) => systemClock.sleep(ms / scale, signal),
    random: randomFrom(seed),
  };
}

/** A clock on which waiting takes no time: it only moves on. */
export class ManualClock implements Clock {
  readonly waits: number[] = [];
  #now: number;
  #random: () => number;

  constructor(now = 0, random: () => number = () => 0.5) {
    this.#now = now;
    this.#random = random;
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return this.#random();
  }

  /** A wait that is under way while something else happens ends when that does: only others move the time. */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    this.waits.push(ms);
    this.#now += ms;
  }
}
