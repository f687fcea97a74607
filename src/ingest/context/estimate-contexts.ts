import { chunksByKey } from "../../context/chunks-by-key.ts";
import { ContextWriter } from "../../context/context-writer.ts";
import { addCost, type ContextCost, documentCost, NO_COST, secondsFor } from "../../context/estimate-cost.ts";
import { SherdError } from "../../core/errors.ts";
import { RateLimiter } from "../../core/rate-limiter.ts";
import { generateObject } from "../../generate/generate-object.ts";
import { TokenCounter } from "../../text/index.ts";
import { Checker, type Work } from "../check.ts";
import type { IngestContext } from "../ingest.ts";
import type { IngestFailure, IngestOptions } from "../ingest-types.ts";
import type { Planned } from "../plan.ts";
import type { Prepared } from "../prepare.ts";
import { Preparer } from "../preparer.ts";
import { readWhole } from "../read-whole.ts";
import { missingContexts } from "../recipe.ts";
import {
  expectedThinking,
  type LlmContextSettings,
  Tariff,
  unconnected,
  writerOptions,
} from "./context-settings.ts";
import { type ChosenContexts, chosen } from "./situator.ts";

/** What a run would ask a model, and what that would cost. */
export interface ContextEstimate extends ContextCost {
  readonly model: string;
  /** US dollars; absent where no price is known. */
  readonly dollars?: number;
  /** At the limits that were given. */
  readonly seconds: number;
  /** Documents that could not be read. */
  readonly failed: readonly IngestFailure[];
}

/**
 * Loads and splits what a run would, counts the tokens of what would be asked, and sends nothing. Without a plan: what
 * failed or was left out, of everything that is stored.
 */
export async function estimateContexts(
  context: IngestContext,
  planned: AsyncIterable<Planned> | undefined,
  settings: LlmContextSettings,
  options: IngestOptions,
): Promise<ContextEstimate> {
  const { store, space } = context;
  const { signal, threads } = options;
  const generator = unconnected(settings);
  const writer = new ContextWriter({ ...writerOptions(settings), generator, generateObject });
  const tariff = new Tariff(generator.id, settings);
  const counter = await TokenCounter.create();
  const works =
    planned === undefined
      ? worksToRetry(context)
      : new Checker(store, space, { ...options, ...context }).check(planned);
  const preparer = new Preparer({ ...context, threads });
  const failed: IngestFailure[] = [];
  let cost = NO_COST;

  const add = async ({ document, chunks }: Pick<Prepared, "document" | "chunks">, which: ChosenContexts) => {
    const { scope = "section" } = settings;
    const keys = { model: generator.id, scope, only: chosen(which) };
    const byKey = chunksByKey(writer.prompt.forDocument(document, chunks), chunks, keys);
    const known = await store.replies([...byKey.keys()], { signal });
    cost = addCost(
      cost,
      documentCost(document, chunks, {
        ...keys,
        prompt: writer.prompt,
        countTokens: (text) => counter.count(text),
        isKnown: (key) => known.has(key),
      }),
    );
  };
  const addStored = async (id: string, which: ChosenContexts) => {
    const whole = await readWhole(store, space, id);
    if (whole !== undefined) await add(whole, which);
  };

  try {
    for await (const work of works) {
      signal?.throwIfAborted();
      if (work.kind === "error") failed.push(work);
      else if (work.kind === "given") await add(work.prepared, "unwritten");
      else if (work.kind === "situate") await addStored(work.id, work.missing);
      else if (work.kind === "prepare") {
        try {
          const prepared = await preparer.prepare(work.job, work.bytes, { signal });
          if (!("sameFile" in prepared)) await add(prepared, "all");
          else if (work.missing !== undefined) await addStored(work.id, work.missing);
        } catch (error) {
          signal?.throwIfAborted();
          if (!(error instanceof SherdError)) throw error;
          failed.push({ id: work.id, error });
        }
      }
    }
  } finally {
    await preparer.close();
  }
  // By estimate: a description, and questions and keywords, are in the cost already.
  const output = cost.usage.output + cost.calls * expectedThinking(settings);
  cost = { ...cost, usage: { ...cost.usage, output } };
  const { rateLimit } = settings;
  const limits = rateLimit instanceof RateLimiter ? {} : rateLimit;
  const dollars = tariff.dollars(cost.usage);
  return {
    model: generator.id,
    ...cost,
    ...(dollars === undefined ? {} : { dollars }),
    seconds: secondsFor(cost, { ...limits, concurrency: writer.concurrency }),
    failed,
  };
}

async function* worksToRetry(context: IngestContext): AsyncGenerator<Work> {
  for await (const { id, recipe, length } of context.store.documents(context.space)) {
    const missing = missingContexts(recipe, context, true);
    if (missing !== undefined) yield { kind: "situate", id, missing, bytes: length };
  }
}
