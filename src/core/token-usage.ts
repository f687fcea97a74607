import type { TokenUsage } from "./generator.ts";

export const NO_USAGE: TokenUsage = { input: 0, cachedInput: 0, output: 0 };

export function addUsage(a: TokenUsage, b: TokenUsage = NO_USAGE): TokenUsage {
  return {
    input: a.input + b.input,
    cachedInput: a.cachedInput + b.cachedInput,
    output: a.output + b.output,
  };
}
