import type { ProviderOptions } from "../provider/provider-options.ts";

/** How a model is asked not to think for long, and how much room its thinking gets. */
export interface Thinking {
  readonly providerOptions?: ProviderOptions | undefined;
  readonly tokens: number;
}

/** What little thinking takes; without room for it the reply itself would be cut, or empty. */
const ROOM = 2_000;

const NO_THINKING: Thinking = { tokens: 0 };

/** By provider, then by what the model's name begins with. The first match counts. */
const KNOWN: Readonly<Record<string, readonly (readonly [RegExp, Thinking])[]>> = {
  openai: [
    [/^gpt-5[^-]*-chat/, NO_THINKING],
    // These only think long.
    [/^(?:gpt-\d.*|o\d)-pro/, { tokens: 8 * ROOM }],
    [
      /^(?:gpt-[5-9]|o[1-9])/,
      // A summary of the thoughts, which the package asks for, is paid for and read by nobody.
      { providerOptions: { openai: { reasoningEffort: "low", reasoningSummary: null } }, tokens: ROOM },
    ],
  ],
  google: [
    [
      /^gemini-2\.5-flash/,
      { providerOptions: { google: { thinkingConfig: { thinkingBudget: 0 } } }, tokens: 0 },
    ],
    // 128 is the least that it takes.
    [
      /^gemini-2\.5-pro/,
      { providerOptions: { google: { thinkingConfig: { thinkingBudget: 128 } } }, tokens: ROOM },
    ],
    [
      /^gemini-[3-9]/,
      { providerOptions: { google: { thinkingConfig: { thinkingLevel: "low" } } }, tokens: ROOM },
    ],
  ],
};

/** Describing a passage or reading out facts needs little thought, and thought is paid for as output. */
export function thinkingOf(provider: string, model: string): Thinking {
  const known = Object.hasOwn(KNOWN, provider) ? KNOWN[provider] : [];
  return known.find(([pattern]) => pattern.test(model))?.[1] ?? NO_THINKING;
}
