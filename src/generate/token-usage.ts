import { SherdError } from "../core/errors.ts";
import type { TokenUsage } from "../core/generator.ts";
import { addUsage, NO_USAGE } from "../core/token-usage.ts";

/** What was spent before the error: replies that were paid for and could not be used. */
export function usageIn(error: unknown): TokenUsage {
  const usage = error instanceof SherdError ? (error.details.usage as TokenUsage | undefined) : undefined;
  return usage ?? NO_USAGE;
}

/** The same error, with more spent before it. Other errors, aborts above all, stay what they are. */
export function withUsage(error: unknown, spent: TokenUsage): unknown {
  if (!(error instanceof SherdError)) return error;
  const usage = addUsage(usageIn(error), spent);
  return new SherdError(error.code, error.message, { ...error.details, usage }, { cause: error.cause });
}
