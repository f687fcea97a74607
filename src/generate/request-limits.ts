import { mergeOptions, type ProviderOptions } from "../provider/provider-options.ts";
import type { AiSdkLanguageModel } from "./ai-sdk.ts";

/**
 * Limits that the SDK does not pass on by itself. Ollama's package sends the most tokens under a name that Ollama
 * does not know; and Ollama cuts prompts to a small window unless it is told the size.
 */
export function withRequestLimits(
  { provider }: AiSdkLanguageModel,
  options: ProviderOptions | undefined,
  maxOutputTokens: number,
  contextTokens: number | undefined,
): ProviderOptions | undefined {
  if (!provider.startsWith("ollama")) return options;
  const given = options?.ollama?.options;
  const limits = {
    num_predict: maxOutputTokens,
    ...(contextTokens !== undefined && { num_ctx: contextTokens }),
    ...(typeof given === "object" && given),
  };
  return mergeOptions(options, { ollama: { options: limits } });
}
