import { type Clock, systemClock } from "../../core/clock.ts";
import type { ExtractedMemory } from "../../core/extraction.ts";

/** Memories that held at a time (milliseconds since 1970): from `validFrom` on, up to but not at `validTo`. One without either always holds. */
export function trueAt<M extends Pick<ExtractedMemory, "validFrom" | "validTo">>(
  memories: readonly M[],
  time: number,
): M[] {
  return memories.filter(
    ({ validFrom = Number.NEGATIVE_INFINITY, validTo = Number.POSITIVE_INFINITY }) =>
      validFrom <= time && time < validTo,
  );
}

/** Memories that hold now. */
export function trueNow<M extends Pick<ExtractedMemory, "validFrom" | "validTo">>(
  memories: readonly M[],
  clock: Pick<Clock, "now"> = systemClock,
): M[] {
  return trueAt(memories, clock.now());
}
