import type { StoredUse, TurnStore } from "../core/turn-store.ts";
import type { MemorySettings } from "./memory-options.ts";
import { type EvictionPlan, planEviction, type RetainedRecord, retentionScore } from "./retention.ts";
import type { MemorySpaces } from "./scope.ts";

/** How long a list counts, in milliseconds: worths fall with time, each at its own pace. */
const LONGEST_USE = 60_000;
/** A list is this share of the memory, between bounds. */
const SHARE = 0.01;
const SHORTEST = 64;
const LONGEST = 4_096;
/** Turns read beside those that must go: some were used or forgotten since. */
const BESIDE = 16;

/** What is in a memory and what comes, as far as limits of records and bytes are concerned. */
export interface Stock {
  readonly turns: number;
  readonly bytes: number;
  readonly arriving: readonly RetainedRecord[];
}

/**
 * The turns that go next where a memory is at its limit: to weigh all of them for each that comes takes a second at a
 * hundred thousand. Made when all are weighed, good for a minute; each is weighed again before it goes, and one that
 * was used or pinned since stays.
 */
export class EvictionList {
  readonly #store: TurnStore;
  readonly #spaces: MemorySpaces;
  readonly #settings: MemorySettings;
  #ids: string[] = [];
  /** What the last of the list was worth: who is worth more now is no longer of it. */
  #most = 0;
  #made = -Infinity;

  constructor(store: TurnStore, spaces: MemorySpaces, settings: MemorySettings) {
    this.#store = store;
    this.#spaces = spaces;
    this.#settings = settings;
  }

  /** How many of so many turns are to be listed. */
  static lengthFor(turns: number): number {
    return Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(SHARE * turns)));
  }

  fill({ next = [] }: EvictionPlan, now: number): void {
    this.#ids = next.map(({ id }) => id);
    this.#most = next.at(-1)?.worth ?? 0;
    this.#made = now;
  }

  /** What comes may be worth less than what is listed: old turns of an import. */
  note(turns: readonly RetainedRecord[], now: number): void {
    const { scoring } = this.#settings;
    if (turns.some((turn) => !turn.pinned && retentionScore(turn, now, scoring) <= this.#most))
      this.#ids = [];
  }

  /** What goes for what comes; undefined where all turns must be weighed. */
  async take(
    { turns, bytes, arriving }: Stock,
    now: number,
  ): Promise<{ plan: EvictionPlan; uses: readonly StoredUse[] } | undefined> {
    const age = now - this.#made;
    if (this.#ids.length === 0 || !(age >= 0 && age <= LONGEST_USE)) return undefined;
    const { limits, scoring } = this.#settings;
    const { maxRecords = Infinity, maxBytes = Infinity } = limits;
    const coming = new Map(arriving.map((one) => [one.id, one]));
    const told = await this.#store.uses(this.#spaces.turns, { ids: [...coming.keys()] });
    const fresh = [...coming.values()];
    const records = turns - told.length + fresh.length;
    const size = sum(fresh) - sum(told) + bytes;
    const least = Math.max(1, records - maxRecords);
    for (let from = 0, to = least + BESIDE; from < this.#ids.length; from = to, to *= 2) {
      const read = await this.#store.uses(this.#spaces.turns, { ids: this.#ids.slice(0, to) });
      const uses = read.filter(
        (use) => !use.pinned && !coming.has(use.id) && retentionScore(use, now, scoring) <= this.#most,
      );
      if (uses.length < records - maxRecords) continue;
      // The rest of the memory as one that stays.
      const rest = { id: "", at: now, bytes: size - sum(uses), pinned: true };
      const plan = planEviction(
        [...uses, rest],
        { maxRecords: lowered(maxRecords, records - uses.length - 1), maxBytes: lowered(maxBytes, 0) },
        now,
        scoring,
      );
      if (plan.unmet.length === 0) {
        const there = new Set(uses.map(({ id }) => id));
        this.#ids = [...this.#ids.slice(0, to).filter((id) => there.has(id)), ...this.#ids.slice(to)];
        return { plan, uses };
      }
    }
    return undefined;
  }
}

/** A limit on what is looked at, where so many others are there too. */
function lowered(limit: number, others: number): number | undefined {
  return limit === Infinity ? undefined : limit - others;
}

function sum(turns: readonly { readonly bytes: number }[]): number {
  return turns.reduce((total, { bytes }) => total + bytes, 0);
}
