import type { Call } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { invalidOption } from "../core/errors.ts";
import { type ConnectOptions, connect, readCompatibleName, splitName } from "../provider/connect.ts";
import { aiSdkEmbedder } from "./ai-sdk-embedder.ts";
import type { BatchEmbedder, EmbedRequestOptions } from "./batched-embedder.ts";
import { bundledEmbedder } from "./bundled/bundled-embedder.ts";
import { type KnownProvider, PROVIDERS, pickModel } from "./providers.ts";
import { transformersEmbedder } from "./transformers-embedder.ts";

export interface ResolveEmbedderOptions extends EmbedRequestOptions, ConnectOptions {
  /** Asks for vectors of this length, where the model can shorten them; else the length to expect. */
  readonly dimensions?: number | undefined;
  /** Number format of a local model's weights: `fp32`, `fp16`, `q8` … Default `fp32`. */
  readonly dtype?: string | undefined;
}

/** The names that can be given, as help and messages show them. */
export const EMBEDDER_NAMES: readonly string[] = [
  "bundled",
  ...Object.keys(PROVIDERS).map((name) =>
    name === "openai-compatible" ? "openai-compatible:URL#model" : `${name}:model`,
  ),
  "transformers:model",
];

/**
 * The embedder of a name: `bundled`, `openai:text-embedding-3-small`, `ollama:nomic-embed-text`,
 * `openai-compatible:http://localhost:1234/v1#model`, `transformers:Xenova/all-MiniLM-L6-v2` …
 */
export async function resolveEmbedder(
  name: string,
  options: ResolveEmbedderOptions = {},
  call?: Call,
): Promise<Embedder> {
  if (name === "bundled") return bundledEmbedder({ dimensions: options.dimensions });
  const { provider, model } = splitName(name) ?? { provider: "", model: "" };
  if (provider === "transformers" && model !== "") return transformersEmbedder(model, options, call);
  if (provider === "openai-compatible") return compatible(model, options, call);
  const known = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (known === undefined || model === "") {
    invalidOption("embedder", name, `one of: ${EMBEDDER_NAMES.join(", ")}`);
  }
  return remote(known, name, model, options, call);
}

function compatible(
  address: string,
  options: ResolveEmbedderOptions,
  call: Call | undefined,
): Promise<BatchEmbedder> {
  const { name, url, model } = readCompatibleName("embedder", address);
  const settings = { ...options, baseURL: options.baseURL ?? url };
  return remote(PROVIDERS["openai-compatible"], name, model, settings, call);
}

async function remote(
  known: KnownProvider,
  name: string,
  model: string,
  options: ResolveEmbedderOptions,
  call: Call | undefined,
): Promise<BatchEmbedder> {
  const { dimensions } = options;
  const { model: found, secrets } = await connect(known, name, pickModel(model), options);
  const own = Object.hasOwn(known.dimensions, model) ? known.dimensions[model] : undefined;
  const shorten = dimensions !== undefined && dimensions !== own;
  return aiSdkEmbedder(
    found,
    {
      ...options,
      name,
      dimensions: dimensions ?? own,
      providerOptions: shorten ? known.shorten?.(dimensions) : undefined,
      secrets,
    },
    call,
  );
}
