import { SherdError } from "../core/errors.ts";
import type { TokenUsage } from "../core/generator.ts";

export const NO_USAGE: TokenUsage = { input: 0, cachedInput: 0, output: 0 };

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    cachedInput: a.cachedInput + b.cachedInput,
    output: a.output + b.output,
  };
}

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
