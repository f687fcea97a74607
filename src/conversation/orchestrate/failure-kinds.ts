import { type ErrorCode, SherdError } from "../../core/errors.ts";

/** Errors that the next call would meet too, whatever it asks. */
const STANDING_CODES: ReadonlySet<ErrorCode> = new Set(["KEY_MISSING", "PACKAGE_MISSING", "PROVIDER_QUOTA"]);

export function isBudgetSpent(error: unknown): boolean {
  return error instanceof SherdError && error.code === "BUDGET_SPENT";
}

/** The chunk holds too much for one reply, or for the model's window: less of it may do. */
export function isTooMuch(error: unknown): boolean {
  if (!(error instanceof SherdError)) return false;
  return error.code === "OUTPUT_TRUNCATED" || error.details.kind === "too-large";
}

/** A key that is refused, a quota that is used up: to ask about the other chunks only costs time. */
export function isStanding(error: unknown): boolean {
  if (!(error instanceof SherdError)) return false;
  if (STANDING_CODES.has(error.code) || error.details.kind === "refused") return true;
  return error.code === "EXTRACTION_FAILED" && isStanding(error.cause);
}
