import { SherdError } from "../core/errors.ts";
import type { TokenUsage } from "../core/generator.ts";
import { failedRequest, providerError } from "../provider/provider-errors.ts";
import { withUsage } from "./token-usage.ts";

/** Faults and given-up retries as the one error class, with what was spent on them. Other errors stay what they are. */
export function toSherdError(error: unknown, model: string, deadlineMs: number, spent: TokenUsage): unknown {
  const failed = failedRequest(error, model);
  if (failed === undefined) return error;
  const { fault, details } = failed;
  if (fault.kind === "invalid") {
    return new SherdError(
      "REPLY_INVALID",
      `${model} keeps sending a reply that cannot be used: ${fault.message}. Nothing of it was used; try again later, or another model.`,
      { ...details, usage: spent },
    );
  }
  if (fault.kind === "rejected" || fault.kind === "too-large") {
    return new SherdError(
      "PROMPT_REJECTED",
      `${model} rejects the prompt (${fault.message}). Shorten it, or check the settings that are sent with it.`,
      { ...details, usage: spent },
    );
  }
  return withUsage(providerError(failed, deadlineMs), spent);
}
