import { SherdError } from "../core/errors.ts";
import type { AiSdkEmbeddingModel } from "./ai-sdk-embedder.ts";
import type { ProviderOptions } from "./roles.ts";

interface ProviderSettings {
  readonly apiKey?: string | undefined;
  readonly baseURL?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A provider as it is known by name: its package, its key, and what its models are. */
export interface KnownProvider {
  /** The AI SDK package of the provider. */
  readonly package: string;
  /** Environment variables that may hold the key, the provider's own first. */
  readonly keyVariables: readonly string[];
  readonly keyRequired: boolean;
  /** Makes the provider with what the package exports. */
  readonly create: (exports: ProviderPackage, settings: ProviderSettings) => Provider;
  /** Asks for shorter vectors, where the provider can give them. */
  readonly shorten?: ((dimensions: number) => ProviderOptions) | undefined;
  /** Known lengths spare a call; every other model is asked. */
  readonly dimensions: Readonly<Record<string, number>>;
}

interface Provider {
  embeddingModel?(model: string): AiSdkEmbeddingModel;
  /** Its name in packages made for earlier versions of the SDK. */
  textEmbeddingModel?(model: string): AiSdkEmbeddingModel;
}

/** The factories that the packages export, by name. */
export type ProviderPackage = Readonly<Record<string, (settings: object) => Provider>>;

export const PROVIDERS: Readonly<Record<string, KnownProvider>> = {
  openai: {
    package: "@ai-sdk/openai",
    keyVariables: ["OPENAI_API_KEY"],
    keyRequired: true,
    create: ({ createOpenAI }, settings) => createOpenAI(given(settings)),
    shorten: (dimensions) => ({ openai: { dimensions } }),
    dimensions: {
      "text-embedding-3-small": 1_536,
      "text-embedding-3-large": 3_072,
      "text-embedding-ada-002": 1_536,
    },
  },
  google: {
    package: "@ai-sdk/google",
    keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
    keyRequired: true,
    create: ({ createGoogleGenerativeAI }, settings) => createGoogleGenerativeAI(given(settings)),
    shorten: (dimensions) => ({ google: { outputDimensionality: dimensions } }),
    dimensions: { "gemini-embedding-001": 3_072 },
  },
  cohere: {
    package: "@ai-sdk/cohere",
    keyVariables: ["COHERE_API_KEY", "CO_API_KEY"],
    keyRequired: true,
    create: ({ createCohere }, settings) => createCohere(given(settings)),
    shorten: (dimensions) => ({ cohere: { outputDimension: dimensions } }),
    dimensions: {
      "embed-v4.0": 1_536,
      "embed-english-v3.0": 1_024,
      "embed-multilingual-v3.0": 1_024,
      "embed-english-light-v3.0": 384,
      "embed-multilingual-light-v3.0": 384,
    },
  },
  voyage: {
    package: "voyage-ai-provider",
    keyVariables: ["VOYAGE_API_KEY"],
    keyRequired: true,
    create: ({ createVoyage }, settings) => createVoyage(given(settings)),
    shorten: (dimensions) => ({ voyage: { outputDimension: dimensions } }),
    dimensions: {
      "voyage-3-large": 1_024,
      "voyage-3.5": 1_024,
      "voyage-3.5-lite": 1_024,
      "voyage-code-3": 1_024,
    },
  },
  // Mistral speaks OpenAI's wire format, but for the name of the setting that shortens vectors.
  mistral: {
    package: "@ai-sdk/openai-compatible",
    keyVariables: ["MISTRAL_API_KEY"],
    keyRequired: true,
    create: ({ createOpenAICompatible }, { baseURL = "https://api.mistral.ai/v1", ...settings }) =>
      createOpenAICompatible({ name: "mistral", ...given({ ...settings, baseURL }) }),
    dimensions: { "mistral-embed": 1_024 },
  },
  ollama: {
    package: "ollama-ai-provider-v2",
    keyVariables: ["OLLAMA_API_KEY"],
    keyRequired: false,
    create: ({ createOllama }, { apiKey, ...settings }) => {
      const headers = { ...(apiKey && { Authorization: `Bearer ${apiKey}` }), ...settings.headers };
      return createOllama(given({ ...settings, headers }));
    },
    shorten: (dimensions) => ({ ollama: { dimensions } }),
    dimensions: {},
  },
  "openai-compatible": {
    package: "@ai-sdk/openai-compatible",
    keyVariables: ["OPENAI_COMPATIBLE_API_KEY"],
    keyRequired: false,
    create: ({ createOpenAICompatible }, settings) =>
      createOpenAICompatible({ name: "compatible", ...given(settings) }),
    shorten: (dimensions) => ({ compatible: { dimensions } }),
    dimensions: {},
  },
};

/** The model of that name. Throws where the installed package is of a version that has no such thing. */
export function createModel(
  known: KnownProvider,
  exports: ProviderPackage,
  model: string,
  settings: ProviderSettings,
): AiSdkEmbeddingModel {
  try {
    const provider = known.create(exports, settings);
    const made = provider.embeddingModel?.(model) ?? provider.textEmbeddingModel?.(model);
    if (made !== undefined) return made;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const command = `npm i ai@latest ${known.package}@latest`;
  throw new SherdError(
    "PACKAGE_MISSING",
    `The installed version of ${known.package} has no embedding models that can be used. Run: ${command}`,
    { package: known.package, command },
  );
}

/** Without what is undefined: some packages take a property that is there for a value. */
function given(settings: ProviderSettings): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
