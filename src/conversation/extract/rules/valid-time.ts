import type { Pattern } from "./english.ts";
import type { FoundDate } from "./find-date.ts";

export interface ValidTime {
  readonly validFrom?: number;
  readonly validTo?: number;
}

/**
 * When a statement holds, from the dates in it: an event on its day, a task up to its limit, a change of
 * state from its day on. What is decided or preferred may name a day without ending with it.
 */
export function validTime(pattern: Pattern, dates: readonly FoundDate[]): ValidTime {
  if (pattern.isTimeless || dates.length === 0) return {};
  const limit = dates.find(({ relation }) => relation === "by");
  const [first] = dates;
  if (pattern.type === "task") {
    if (limit !== undefined) return { validTo: limit.to };
    return pattern.isLimit ? { validTo: first.to } : period(first);
  }
  if (first.relation === "since" || first.relation === "until") return period(first);
  if (pattern.type === "decision" || pattern.type === "preference") return {};
  if (pattern.beginsState) return { validFrom: first.from };
  return period(first);
}

function period({ from, to, relation }: FoundDate): ValidTime {
  if (relation === "since") return { validFrom: from };
  if (relation === "until" || relation === "by") return { validTo: to };
  return { validFrom: from, validTo: to };
}
