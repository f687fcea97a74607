import { CONNECTIONS, type Connection } from "../provider/connections.ts";
import type { ProviderOptions } from "../provider/provider-options.ts";
import type { AiSdkEmbeddingModel } from "./ai-sdk-embedder.ts";

/** A provider as it is known by name: how it is reached, and what its embedding models are. */
export interface KnownProvider extends Connection {
  /** Asks for shorter vectors, where the provider can give them. */
  readonly shorten?: ((dimensions: number) => ProviderOptions) | undefined;
  /** Known lengths spare a call; every other model is asked. */
  readonly dimensions: Readonly<Record<string, number>>;
}

export const PROVIDERS: Readonly<Record<string, KnownProvider>> = {
  openai: {
    ...CONNECTIONS.openai,
    shorten: (dimensions) => ({ openai: { dimensions } }),
    dimensions: {
      "text-embedding-3-small": 1_536,
      "text-embedding-3-large": 3_072,
      "text-embedding-ada-002": 1_536,
    },
  },
  google: {
    ...CONNECTIONS.google,
    shorten: (dimensions) => ({ google: { outputDimensionality: dimensions } }),
    dimensions: { "gemini-embedding-001": 3_072 },
  },
  cohere: {
    ...CONNECTIONS.cohere,
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
    ...CONNECTIONS.voyage,
    shorten: (dimensions) => ({ voyage: { outputDimension: dimensions } }),
    dimensions: {
      "voyage-3-large": 1_024,
      "voyage-3.5": 1_024,
      "voyage-3.5-lite": 1_024,
      "voyage-code-3": 1_024,
    },
  },
  // It speaks OpenAI's wire format, but for the name of the setting that shortens vectors.
  mistral: {
    ...CONNECTIONS.mistral,
    dimensions: { "mistral-embed": 1_024 },
  },
  ollama: {
    ...CONNECTIONS.ollama,
    shorten: (dimensions) => ({ ollama: { dimensions } }),
    dimensions: {},
  },
  "openai-compatible": {
    ...CONNECTIONS["openai-compatible"],
    shorten: (dimensions) => ({ compatible: { dimensions } }),
    dimensions: {},
  },
};

interface EmbeddingProvider {
  embeddingModel?(model: string): AiSdkEmbeddingModel;
  /** Its name in packages made for earlier versions of the SDK. */
  textEmbeddingModel?(model: string): AiSdkEmbeddingModel;
}

/** Finds the embedding model of that name. */
export function pickModel(model: string): (provider: EmbeddingProvider) => AiSdkEmbeddingModel | undefined {
  return (provider) => provider.embeddingModel?.(model) ?? provider.textEmbeddingModel?.(model);
}
