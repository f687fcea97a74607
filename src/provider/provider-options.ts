type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What the AI SDK calls `providerOptions`: settings by provider. */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Both, setting by setting; the second counts more. */
export function mergeOptions(
  first: ProviderOptions | undefined,
  second: ProviderOptions | undefined,
): ProviderOptions | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const merged: Record<string, ProviderOptions[string]> = { ...first };
  for (const [provider, settings] of Object.entries(second)) {
    merged[provider] = { ...merged[provider], ...settings };
  }
  return merged;
}
