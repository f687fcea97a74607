import type { Call } from "../core/chunker.ts";
import type { Embedder, EmbedRole } from "../core/embedder.ts";
import { invalidOption } from "../core/errors.ts";
import { GaveUp } from "../core/retry.ts";
import { ProviderFault } from "../provider/provider-fault.ts";
import type { Redact } from "../provider/redact.ts";
import {
  checkCount,
  DEFAULT_CONCURRENCY,
  type RequestOptions,
  requestSettings,
} from "../provider/request-options.ts";
import { type Batch, BatchQueue, BatchSize } from "./batch-queue.ts";
import { type FailureContext, toSherdError } from "./embedding-errors.ts";
import { type EmbedTransport, requestVectors, type VectorRequestSettings } from "./vector-requests.ts";

/** How requests are made, for every embedder that makes requests. */
export interface EmbedRequestOptions extends RequestOptions {
  /** Most texts in one request. Default 96, or what the model allows if that is less. */
  readonly maxBatchItems?: number | undefined;
  /** Most tokens in one request, by estimate. Default 50,000. */
  readonly maxBatchTokens?: number | undefined;
}

export interface BatchedEmbedderSettings extends EmbedRequestOptions {
  /** `openai:text-embedding-3-small`, for messages. */
  readonly model: string;
  readonly transport: EmbedTransport;
  /** Where the number is not known, one text is embedded to learn it. */
  readonly dimensions?: number | undefined;
  readonly id: (dimensions: number) => string;
  readonly redact?: Redact | undefined;
}

/** Vectors of the texts from `start` on. */
export interface EmbeddedBatch {
  readonly start: number;
  readonly vectors: readonly Float32Array[];
}

/** An embedder that hands over each batch when it is there, so that a cache can keep what was paid for. */
export interface BatchEmbedder extends Embedder {
  /** Every text's vector once, batches in the order of their arrival. `numberOf` numbers texts in messages. */
  embedBatches(
    texts: readonly string[],
    role: EmbedRole,
    call?: Call,
    numberOf?: (index: number) => number,
  ): AsyncIterable<EmbeddedBatch>;
}

/** Small enough for every provider; larger batches hardly save time and cost more when one fails. */
export const DEFAULT_BATCH_ITEMS = 96;
const DEFAULT_BATCH_TOKENS = 50_000;

/** An embedder over a transport: batches, bounded concurrency, retries, validation. */
export async function batchedEmbedder(
  settings: BatchedEmbedderSettings,
  call?: Call,
): Promise<BatchEmbedder> {
  const {
    maxBatchItems = DEFAULT_BATCH_ITEMS,
    maxBatchTokens = DEFAULT_BATCH_TOKENS,
    concurrency = DEFAULT_CONCURRENCY,
  } = settings;
  checkCount("maxBatchItems", maxBatchItems);
  checkCount("maxBatchTokens", maxBatchTokens);
  checkCount("concurrency", concurrency);
  const requests: VectorRequestSettings = {
    transport: settings.transport,
    ...requestSettings(settings, settings.redact),
  };
  if (settings.dimensions !== undefined) checkCount("dimensions", settings.dimensions);
  const dimensions = settings.dimensions ?? (await probeDimensions(requests, settings.model, call));
  return new RemoteEmbedder({
    id: settings.id(dimensions),
    dimensions,
    model: settings.model,
    requests,
    concurrency,
    size: new BatchSize({ items: maxBatchItems, tokens: maxBatchTokens }),
  });
}

const PROBE = "dimensions";

async function probeDimensions(requests: VectorRequestSettings, model: string, call?: Call): Promise<number> {
  try {
    const batch = { texts: [PROBE], tokens: 1, role: "document" as const };
    const [vector] = await requestVectors(requests, batch, undefined, call?.signal);
    return vector.length;
  } catch (error) {
    const { deadlineMs } = requests.policy;
    throw toSherdError(error, { model, deadlineMs, single: { index: 0, text: PROBE }, accepted: false });
  }
}

interface RemoteEmbedderParts {
  readonly id: string;
  readonly dimensions: number;
  readonly model: string;
  readonly requests: VectorRequestSettings;
  readonly concurrency: number;
  readonly size: BatchSize;
}

type Outcome =
  | { readonly batch: Batch; readonly vectors: Float32Array[] }
  | { readonly batch: Batch; readonly error: unknown };

class RemoteEmbedder implements BatchEmbedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #parts: RemoteEmbedderParts;
  #accepted = false;

  constructor(parts: RemoteEmbedderParts) {
    this.id = parts.id;
    this.dimensions = parts.dimensions;
    this.#parts = parts;
  }

  async embed(texts: readonly string[], role: EmbedRole, call?: Call): Promise<Float32Array[]> {
    const vectors = new Array<Float32Array>(texts.length);
    for await (const batch of this.embedBatches(texts, role, call)) {
      batch.vectors.forEach((vector, i) => {
        vectors[batch.start + i] = vector;
      });
    }
    return vectors;
  }

  async *embedBatches(
    texts: readonly string[],
    role: EmbedRole,
    call?: Call,
    numberOf: (index: number) => number = (index) => index,
  ): AsyncGenerator<EmbeddedBatch, void> {
    checkTexts(texts);
    const queue = new BatchQueue(texts, this.#parts.size);
    const stop = new AbortController();
    const signal = call?.signal === undefined ? stop.signal : AbortSignal.any([call.signal, stop.signal]);
    const running = new Map<Batch, Promise<Outcome>>();
    try {
      for (;;) {
        call?.signal?.throwIfAborted();
        while (running.size < this.#parts.concurrency) {
          const batch = queue.take();
          if (batch === undefined) break;
          running.set(batch, this.#send(texts, role, batch, signal));
        }
        if (running.size === 0) return;
        const outcome = await Promise.race(running.values());
        running.delete(outcome.batch);
        if ("vectors" in outcome) {
          this.#accepted = true;
          yield { start: outcome.batch.start, vectors: outcome.vectors };
        } else {
          const { batch, error } = outcome;
          if (this.#divide(queue, batch, error)) continue;
          const single = { index: numberOf(batch.start), text: texts[batch.start] };
          throw this.#explain(error, batch.end - batch.start === 1 ? single : undefined);
        }
      }
    } finally {
      stop.abort();
    }
  }

  /** Never rejects: a failure is an outcome, so that none goes unhandled while another is looked at. */
  async #send(
    texts: readonly string[],
    role: EmbedRole,
    batch: Batch,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { requests, dimensions } = this.#parts;
    const part = { texts: texts.slice(batch.start, batch.end), tokens: batch.tokens, role };
    try {
      return { batch, vectors: await requestVectors(requests, part, dimensions, signal) };
    } catch (error) {
      return { batch, error };
    }
  }

  /** Where one text may be the cause, the batch is halved until it is found. */
  #divide(queue: BatchQueue, batch: Batch, error: unknown): boolean {
    const fault = error instanceof GaveUp ? error.last : error;
    if (batch.end - batch.start === 1 || !(fault instanceof ProviderFault) || !mayBeOneText(fault))
      return false;
    if (fault.kind === "too-large") this.#parts.size.shrinkBelow(batch);
    queue.putBackHalves(batch);
    return true;
  }

  #explain(error: unknown, single: FailureContext["single"]): unknown {
    const { model, requests } = this.#parts;
    return toSherdError(error, {
      model,
      deadlineMs: requests.policy.deadlineMs,
      single,
      accepted: this.#accepted,
    });
  }
}

function mayBeOneText({ kind, dependsOnTexts }: ProviderFault): boolean {
  return kind === "too-large" || kind === "rejected" || (kind === "invalid" && dependsOnTexts);
}

function checkTexts(texts: readonly string[]): void {
  texts.forEach((text: unknown, index) => {
    if (typeof text !== "string") invalidOption(`texts[${index}]`, text, "a string");
  });
}
