import type { Generation, TokenUsage } from "../core/generator.ts";
import { NO_USAGE } from "../core/token-usage.ts";
import type { AiSdkUsage } from "./ai-sdk.ts";

/** The AI SDK's word for why a reply ended, as the contract has it. */
export function finishOf(reason: string): Generation["finish"] {
  if (reason === "stop" || reason === "length") return reason;
  return reason === "content-filter" ? "refusal" : "other";
}

export function usageOf({ inputTokens, outputTokens, inputTokenDetails }: AiSdkUsage): TokenUsage {
  const input = count(inputTokens);
  return {
    input,
    cachedInput: Math.min(input, count(inputTokenDetails?.cacheReadTokens)),
    output: count(outputTokens),
  };
}

function count(value: number | undefined): number {
  return value !== undefined && value > 0 ? value : 0;
}

const WITHHELD = /content[ _-]?(?:filter|policy|management)|invalid_prompt|usage policy|prohibited_content/i;
const MOST_READ = 20_000;

/** Some providers answer a prompt they will not touch with an error; it is a refusal all the same. */
export function refusalIn(error: unknown): Generation | undefined {
  const { statusCode, responseBody, message } = (error ?? {}) as Record<string, unknown>;
  if (statusCode !== 400 && statusCode !== 403) return undefined;
  const said = `${String(message).slice(0, MOST_READ)}\n${String(responseBody).slice(0, MOST_READ)}`;
  return WITHHELD.test(said) ? { text: "", finish: "refusal", usage: NO_USAGE } : undefined;
}
