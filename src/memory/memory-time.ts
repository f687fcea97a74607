import { parseTime } from "../conversation/times.ts";
import { invalidOption } from "../core/errors.ts";
import type { MemoryTime } from "./recall-types.ts";

/** Milliseconds since 1970 of a time as callers give it. Throws `INVALID_OPTION`. */
export function memoryTime(option: string, value: MemoryTime): number {
  const time =
    typeof value === "number"
      ? value
      : value instanceof Date
        ? value.getTime()
        : typeof value === "string"
          ? parseTime(value)?.time
          : undefined;
  if (time === undefined || !Number.isFinite(time) || Math.abs(time) > 8.64e15)
    invalidOption(
      option,
      value,
      "milliseconds since 1970, a Date, or an ISO time such as 2026-03-01T10:00:00Z",
    );
  return Math.round(time);
}
