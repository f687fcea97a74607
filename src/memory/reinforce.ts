import { DAY, type MemoryTrace } from "./decay.ts";

/** A use after this long counts half of one; soon after the last it counts next to nothing. */
const HALF_SPACING = DAY;

/** Uses beyond this many spaced ones make a memory no more important. */
const MOST_USES = 100;

/** What a store keeps of a memory's use. Both change together, at each counted use. */
export interface Use {
  readonly accessCount: number;
  readonly lastUse?: number | undefined;
  readonly spacedUses: number;
}

export const UNUSED: Use = { accessCount: 0, spacedUses: 0 };

/**
 * The use after one more. Spacing: a memory that is recalled ten times in a minute was needed once, one that
 * is recalled ten times in a year is needed again and again; so each use counts gap / (gap + a day). A clock
 * that ran backwards counts the access and moves nothing back.
 */
export function reinforce(use: Use, at: number, now: number): Use {
  const { accessCount, spacedUses, lastUse = at } = use;
  const latest = Math.max(at, lastUse);
  const gap = Math.max(0, now - latest);
  return {
    accessCount: accessCount + 1,
    lastUse: Math.max(latest, now),
    spacedUses: spacedUses + gap / (gap + HALF_SPACING),
  };
}

/**
 * 0 to 1: what was given (½ where nothing was), and the rest of the way to 1 by the logarithm of the spaced
 * uses, full at 100.
 */
export function importanceOf({
  importance = 0.5,
  spacedUses = 0,
}: Pick<MemoryTrace, "importance" | "spacedUses">): number {
  const given = clamp(importance);
  const used = Math.log1p(spacedUses > 0 ? Math.min(spacedUses, MOST_USES) : 0) / Math.log1p(MOST_USES);
  return given + (1 - given) * used;
}

function clamp(value: number): number {
  return value >= 0 ? Math.min(1, value) : 0;
}
