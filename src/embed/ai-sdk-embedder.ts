import type { Call } from "../core/chunker.ts";
import { invalidOption } from "../core/errors.ts";
import { importPackage } from "../provider/import-package.ts";
import { mergeOptions, type ProviderOptions } from "../provider/provider-options.ts";
import { redactor } from "../provider/redact.ts";
import {
  type BatchEmbedder,
  batchedEmbedder,
  DEFAULT_BATCH_ITEMS,
  type EmbedRequestOptions,
} from "./batched-embedder.ts";
import { embedderId } from "./embedder-id.ts";
import { inRequestOrder } from "./reply-order.ts";
import { type Roles, rolesOf } from "./roles.ts";
import type { EmbedTransport } from "./vector-requests.ts";

/** The slice of an AI SDK embedding model that is used: models of every specification version have it. */
export interface AiSdkEmbeddingModel {
  /** `openai.embedding` */
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  /** Called by the SDK only. */
  doEmbed(options: never): PromiseLike<unknown>;
}

/** The slice of the package `ai` that is used. */
interface AiSdk {
  embedMany(options: {
    readonly model: AiSdkEmbeddingModel;
    readonly values: string[];
    readonly maxRetries: number;
    readonly abortSignal: AbortSignal;
    readonly providerOptions?: ProviderOptions | undefined;
  }): Promise<{
    readonly embeddings: readonly (readonly number[])[];
    readonly responses?: readonly ({ readonly body?: unknown } | undefined)[];
  }>;
}

export interface AiSdkEmbedderOptions extends EmbedRequestOptions {
  /** How long the model's vectors are; without it one text is embedded to learn it. */
  readonly dimensions?: number | undefined;
  /** Sent with every request, for example `{ openai: { dimensions: 512 } }`. */
  readonly providerOptions?: ProviderOptions | undefined;
  /** How queries and documents are sent. Default: what is known of the model. */
  readonly roles?: Roles | undefined;
  /** Names provider and model in id and messages, as `provider:model`. Default: what the model says. */
  readonly name?: string | undefined;
  /** Never repeated in a message, even where the provider repeats them. */
  readonly secrets?: readonly string[] | undefined;
}

/** Raised when the same text would be sent differently, for example after a change to the known roles. */
const VERSION = 1;

/** Any embedding model of the Vercel AI SDK (`ai` 6 or 7), with Sherd's batches, retries and checks. */
export async function aiSdkEmbedder(
  model: AiSdkEmbeddingModel,
  options: AiSdkEmbedderOptions = {},
  call?: Call,
): Promise<BatchEmbedder> {
  if (typeof model?.doEmbed !== "function" || typeof model.modelId !== "string") {
    invalidOption("model", model, 'an AI SDK embedding model, such as openai.embeddingModel("…")');
  }
  const { name = `${model.provider.split(".")[0]}:${model.modelId}`, providerOptions, dimensions } = options;
  const roles = options.roles ?? rolesOf(name.split(":")[0], model.modelId);
  const sdk = await importPackage<AiSdk>("ai", name, ["ai"]);
  const most = (await model.maxEmbeddingsPerCall) ?? Number.POSITIVE_INFINITY;
  const parallel = await model.supportsParallelCalls;
  return batchedEmbedder(
    {
      ...options,
      model: name,
      dimensions,
      maxBatchItems: Math.min(options.maxBatchItems ?? DEFAULT_BATCH_ITEMS, most),
      concurrency: options.concurrency ?? (parallel ? undefined : 1),
      transport: aiSdkTransport(sdk, model, roles, providerOptions),
      redact: redactor(options.secrets ?? []),
      id: (length) =>
        embedderId({
          name,
          dimensions: length,
          version: VERSION,
          settings:
            options.roles === undefined && providerOptions === undefined
              ? undefined
              : { roles: options.roles, providerOptions },
        }),
    },
    call,
  );
}

function aiSdkTransport(
  { embedMany }: AiSdk,
  model: AiSdkEmbeddingModel,
  roles: Roles,
  shared: ProviderOptions | undefined,
): EmbedTransport {
  return async (texts, role, signal) => {
    const { prefix = "", providerOptions } = roles[role];
    const { embeddings, responses = [] } = await embedMany({
      model,
      values: texts.map((text) => prefix + text),
      maxRetries: 0,
      abortSignal: signal,
      providerOptions: mergeOptions(shared, providerOptions),
    });
    return inRequestOrder(
      embeddings,
      responses.map((response) => response?.body),
    );
  };
}
