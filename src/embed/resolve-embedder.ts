import type { Call } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import { aiSdkEmbedder } from "./ai-sdk-embedder.ts";
import type { BatchEmbedder, RequestOptions } from "./batched-embedder.ts";
import { bundledEmbedder } from "./bundled/bundled-embedder.ts";
import { type Environment, findApiKey, processEnvironment, requireApiKey } from "./provider/api-key.ts";
import { checkBaseUrl } from "./provider/base-url.ts";
import { importPackage } from "./provider/import-package.ts";
import { createModel, type KnownProvider, PROVIDERS, type ProviderPackage } from "./providers.ts";
import { transformersEmbedder } from "./transformers-embedder.ts";

export interface ResolveEmbedderOptions extends RequestOptions {
  /** Default: the environment variable that the provider documents. */
  readonly apiKey?: string | undefined;
  /** Another address for the provider's API: a proxy, or a server of your own. */
  readonly baseURL?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Asks for vectors of this length, where the model can shorten them; else the length to expect. */
  readonly dimensions?: number | undefined;
  /** Number format of a local model's weights: `fp32`, `fp16`, `q8` … Default `fp32`. */
  readonly dtype?: string | undefined;
  /** Where keys are looked up. Default: the environment of the process. */
  readonly env?: Environment | undefined;
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
  const colon = typeof name === "string" ? name.indexOf(":") : -1;
  const provider = colon < 0 ? "" : name.slice(0, colon);
  const model = name.slice(colon + 1);
  if (provider === "transformers" && model !== "") return transformersEmbedder(model, options, call);
  if (provider === "openai-compatible") return compatible(model, options, call);
  const known = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (known === undefined || model === "") {
    invalidOption("embedder", name, `one of: ${EMBEDDER_NAMES.join(", ")}`);
  }
  return remote(known, name, model, options, call);
}

/** `URL#model`: the address belongs to the identity, as anyone can serve anything under a model's name. */
function compatible(
  address: string,
  options: ResolveEmbedderOptions,
  call: Call | undefined,
): Promise<BatchEmbedder> {
  const hash = address.indexOf("#");
  const model = address.slice(hash + 1);
  if (hash < 1 || model === "") {
    throw new SherdError("INVALID_OPTION", "embedder must be written openai-compatible:URL#model.", {
      option: "embedder",
    });
  }
  const url = checkBaseUrl("the address of openai-compatible:URL#model", address.slice(0, hash));
  const baseURL = options.baseURL ?? url;
  const settings = { ...options, baseURL };
  return remote(PROVIDERS["openai-compatible"], `openai-compatible:${url}#${model}`, model, settings, call);
}

async function remote(
  known: KnownProvider,
  name: string,
  model: string,
  options: ResolveEmbedderOptions,
  call: Call | undefined,
): Promise<BatchEmbedder> {
  const { env = processEnvironment(), headers, dimensions, ...requests } = options;
  const apiKey = known.keyRequired
    ? requireApiKey(name, options.apiKey, known.keyVariables, env)
    : findApiKey(options.apiKey, known.keyVariables, env);
  const baseURL = options.baseURL === undefined ? undefined : checkBaseUrl("baseURL", options.baseURL);
  const exports = await importPackage<ProviderPackage>(known.package, name, ["ai", known.package]);
  const own = Object.hasOwn(known.dimensions, model) ? known.dimensions[model] : undefined;
  const shorten = dimensions !== undefined && dimensions !== own;
  return aiSdkEmbedder(
    createModel(known, exports, model, { apiKey, baseURL, headers }),
    {
      ...requests,
      name,
      dimensions: dimensions ?? own,
      providerOptions: shorten ? known.shorten?.(dimensions) : undefined,
      secrets: [apiKey, ...Object.values(headers ?? {})].filter((secret) => secret !== undefined),
    },
    call,
  );
}
