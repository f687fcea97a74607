import type { SemanticChunkerOptions } from "../chunk/index.ts";
import { invalidOption } from "../core/errors.ts";

/** The flags that only `--by semantic` has, as commander gives them. */
export interface SemanticFlags {
  readonly by: string;
  readonly threshold?: string;
  readonly embedder?: string;
  readonly plot?: boolean;
}

/** The same, checked, as plain data. */
export interface SemanticSettings {
  readonly embedder: string;
  /** Absent for the optimal cutting. */
  readonly threshold?: SemanticChunkerOptions["threshold"];
}

export function readSemanticSettings(flags: SemanticFlags): SemanticSettings | undefined {
  if (flags.by !== "semantic") {
    for (const name of ["threshold", "embedder", "plot"] as const)
      if (flags[name] !== undefined)
        invalidOption(
          `--${name}`,
          flags[name],
          `left out with --by ${flags.by}, or given with --by semantic`,
        );
    return undefined;
  }
  const { embedder = "bundled", threshold } = flags;
  return { embedder, ...(threshold === undefined ? {} : { threshold: readThreshold(threshold) }) };
}

/** "0.75" is a cosine, "p10" the least alike tenth, "1.5sd" so many deviations below the mean. */
function readThreshold(value: string): NonNullable<SemanticChunkerOptions["threshold"]> {
  const [, percent, before, number, behind] =
    /^(p)?(-)?(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(sd)?$/.exec(value) ?? [];
  const amount = Number(`${before ?? ""}${number}`);
  const fits =
    percent === undefined ? behind === "sd" || Math.abs(amount) <= 1 : amount >= 0 && amount <= 100;
  if (number === undefined || !fits || (percent !== undefined && behind !== undefined))
    return invalidOption(
      "--threshold",
      value,
      "a cosine such as 0.75, a percentile such as p10, or deviations such as 1.5sd",
    );
  if (percent !== undefined) return { percentile: amount };
  return behind === "sd" ? { deviations: amount } : amount;
}
