interface ConnectionSettings {
  readonly apiKey?: string | undefined;
  readonly baseURL?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The factories that a provider's package exports, by name. */
export type ProviderPackage = Readonly<Record<string, (settings: object) => object>>;

/** How a provider is reached: its package and its key. What its models are is told where they are used. */
export interface Connection {
  /** The AI SDK package of the provider. */
  readonly package: string;
  /** Environment variables that may hold the key, the provider's own first. */
  readonly keyVariables: readonly string[];
  readonly keyRequired: boolean;
  /** Makes the provider with what the package exports. */
  readonly create: (exports: ProviderPackage, settings: ConnectionSettings) => object;
}

export const CONNECTIONS = {
  openai: {
    package: "@ai-sdk/openai",
    keyVariables: ["OPENAI_API_KEY"],
    keyRequired: true,
    create: ({ createOpenAI }, settings) => createOpenAI(given(settings)),
  },
  anthropic: {
    package: "@ai-sdk/anthropic",
    keyVariables: ["ANTHROPIC_API_KEY"],
    keyRequired: true,
    create: ({ createAnthropic }, settings) => createAnthropic(given(settings)),
  },
  google: {
    package: "@ai-sdk/google",
    keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
    keyRequired: true,
    create: ({ createGoogleGenerativeAI }, settings) => createGoogleGenerativeAI(given(settings)),
  },
  cohere: {
    package: "@ai-sdk/cohere",
    keyVariables: ["COHERE_API_KEY", "CO_API_KEY"],
    keyRequired: true,
    create: ({ createCohere }, settings) => createCohere(given(settings)),
  },
  voyage: {
    package: "voyage-ai-provider",
    keyVariables: ["VOYAGE_API_KEY"],
    keyRequired: true,
    create: ({ createVoyage }, settings) => createVoyage(given(settings)),
  },
  // Mistral speaks OpenAI's wire format.
  mistral: {
    package: "@ai-sdk/openai-compatible",
    keyVariables: ["MISTRAL_API_KEY"],
    keyRequired: true,
    create: ({ createOpenAICompatible }, { baseURL = "https://api.mistral.ai/v1", ...settings }) =>
      createOpenAICompatible({ name: "mistral", ...STRUCTURED, ...given({ ...settings, baseURL }) }),
  },
  ollama: {
    package: "ollama-ai-provider-v2",
    keyVariables: ["OLLAMA_API_KEY"],
    keyRequired: false,
    create: ({ createOllama }, { apiKey, ...settings }) => {
      const headers = { ...(apiKey && { Authorization: `Bearer ${apiKey}` }), ...settings.headers };
      return createOllama(given({ ...settings, headers }));
    },
  },
  "openai-compatible": {
    package: "@ai-sdk/openai-compatible",
    keyVariables: ["OPENAI_COMPATIBLE_API_KEY"],
    keyRequired: false,
    create: ({ createOpenAICompatible }, settings) =>
      createOpenAICompatible({ name: "compatible", ...STRUCTURED, ...given(settings) }),
  },
} as const satisfies Readonly<Record<string, Connection>>;

/** Without it the package sends no schema, only the wish for some JSON. */
const STRUCTURED = { supportsStructuredOutputs: true };

/** Without what is undefined: some packages take a property that is there for a value. */
function given(settings: ConnectionSettings): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
