import type { Call } from "../core/chunker.ts";
import { SherdError } from "../core/errors.ts";
import { importPackage } from "../provider/import-package.ts";
import { type BatchEmbedder, batchedEmbedder, type EmbedRequestOptions } from "./batched-embedder.ts";
import { embedderId } from "./embedder-id.ts";
import { rolesOf } from "./roles.ts";
import type { EmbedTransport } from "./vector-requests.ts";

/** The slice of `@huggingface/transformers` that is used. */
export interface TransformersLibrary {
  pipeline(
    task: "feature-extraction",
    model: string,
    options: { readonly dtype: string },
  ): Promise<FeatureExtractor>;
}

type Pooling = "mean" | "cls" | "last_token";

type FeatureExtractor = (
  texts: string[],
  options: { readonly pooling: Pooling; readonly normalize: boolean },
) => Promise<{ readonly dims: readonly number[]; readonly data: ArrayLike<number> }>;

export interface TransformersEmbedderOptions extends EmbedRequestOptions {
  readonly dimensions?: number | undefined;
  /** Number format of the weights; the library's own default differs between runtimes. Default `fp32`. */
  readonly dtype?: string | undefined;
  /** How the vectors of a text's tokens become one. Default: what is known of the model, else their mean. */
  readonly pooling?: Pooling | undefined;
  /** The library, where the caller has loaded it. Default: the installed package. */
  readonly library?: TransformersLibrary | undefined;
}

const PACKAGE = "@huggingface/transformers";
/** Every text of a batch is padded to its longest, and one process computes them: small batches, one at a time. */
const BATCH_ITEMS = 16;
/** A computation cannot be interrupted: to start it again while it runs would only make it slower. */
const LOCAL_PATIENCE = { attemptTimeoutMs: 3_600_000, deadlineMs: 3_600_000 };
const VERSION = 1;

/** Models whose first position was trained to stand for the text; all others are averaged. */
const CLS_POOLED = /bge-|arctic-embed|mxbai-embed|gte-.*-v1\.5/;

/** A local ONNX model. It is downloaded when it is first used, by the library, into the library's cache. */
export async function transformersEmbedder(
  model: string,
  { library, dtype = "fp32", pooling = poolingOf(model), ...options }: TransformersEmbedderOptions = {},
  call?: Call,
): Promise<BatchEmbedder> {
  const name = `transformers:${model}`;
  const { pipeline } = library ?? (await importPackage<TransformersLibrary>(PACKAGE, name, [PACKAGE]));
  const extract = await pipeline("feature-extraction", model, { dtype }).catch((error: unknown) => {
    throw new SherdError(
      "EMBEDDER_UNAVAILABLE",
      `${name} could not be loaded (${error instanceof Error ? error.message : String(error)}). Check the model's name and the connection.`,
      { embedder: name },
    );
  });
  return batchedEmbedder(
    {
      maxBatchItems: BATCH_ITEMS,
      concurrency: 1,
      ...options,
      model: name,
      retry: { ...LOCAL_PATIENCE, ...options.retry },
      transport: transformersTransport(extract, model, pooling),
      id: (dimensions) =>
        embedderId({
          name,
          dimensions,
          version: VERSION,
          settings: { dtype, pooling },
        }),
    },
    call,
  );
}

function poolingOf(model: string): Pooling {
  return CLS_POOLED.test(model.toLowerCase()) ? "cls" : "mean";
}

function transformersTransport(extract: FeatureExtractor, model: string, pooling: Pooling): EmbedTransport {
  const roles = rolesOf("transformers", model);
  return async (texts, role) => {
    const prefix = roles[role].prefix ?? "";
    const { dims, data } = await extract(
      texts.map((text) => prefix + text),
      { pooling, normalize: false },
    );
    const width = dims.at(-1) ?? 0;
    return Array.from({ length: dims[0] }, (_, row) =>
      Array.prototype.slice.call(data, row * width, (row + 1) * width),
    );
  };
}
