import type { EncodingName } from "./pretokens.ts";
import type { TokenCountMethod } from "./token-counter.ts";

/** OpenAI models before GPT-4o, and the embedding models, use the older vocabulary. */
const CL100K_MODELS = /^(?:gpt-4(?!o|\.1|\.5)|gpt-3\.5|gpt-35|text-embedding-)/;

export function encodingForModel(model: string): EncodingName {
  return CL100K_MODELS.test(baseName(model)) ? "cl100k_base" : "o200k_base";
}

const METHODS: readonly (readonly [RegExp, TokenCountMethod])[] = [
  [/^(?:openai|azure|gpt-|o\d|chatgpt|codex|text-embedding-)/, "openai-tiktoken"],
  [/^(?:anthropic|claude)/, "anthropic-estimate"],
  [/^(?:google|gemini|gemma|vertex|palm)/, "gemini-estimate"],
];

/** By provider ("anthropic"), model ("claude-sonnet-4-5") or both ("anthropic:claude-…", "openai/gpt-4o"). */
export function recommendedMethod(providerOrModel: string): TokenCountMethod {
  const name = providerOrModel.trim().toLowerCase();
  for (const candidate of [name, baseName(name)]) {
    for (const [pattern, method] of METHODS) if (pattern.test(candidate)) return method;
  }
  return "approximate";
}

/** The model without its provider. */
function baseName(model: string): string {
  return model
    .trim()
    .toLowerCase()
    .replace(/^[^:/]*[:/]/, "");
}
