import { ContextWriter } from "../../context/context-writer.ts";
import type { Chunk } from "../../core/chunk.ts";
import type { Call } from "../../core/chunker.ts";
import type { Generator, TokenUsage } from "../../core/generator.ts";
import type { Report } from "../../core/progress.ts";
import type { Store } from "../../core/store.ts";
import { generateObject } from "../../generate/generate-object.ts";
import { hashText } from "../../text/hash.ts";
import { analysed, type Prepared } from "../prepare.ts";
import { contextsIn, type MissingContexts, withContexts } from "../recipe.ts";
import { Budget } from "./budget.ts";
import { type LlmContextSettings, Tariff, unconnected, writerOptions } from "./context-settings.ts";
import { MeteredGenerator } from "./metered-generator.ts";
import { ReplyLog } from "./reply-log.ts";

/** What a run did about contexts. Chunks are counted, but for `calls` and `repeated`: chunks that are alike share one. */
export interface ContextSummary {
  readonly model: string;
  readonly ok: number;
  /** Of the ok ones, those whose reply was stored already. */
  readonly cached: number;
  /** Without a reply that can be used; they are found by their outline. */
  readonly failed: number;
  /** Why one of them failed. */
  readonly failure?: string;
  /** Not asked about: the limit of cost was reached, or the provider is down. */
  readonly skipped: number;
  /** Why the last of them was skipped. */
  readonly reason?: string;
  readonly calls: number;
  /** Of these, calls that were under way when an earlier run was killed, and were made again. */
  readonly repeated: number;
  readonly usage: TokenUsage;
  /** US dollars; absent where no price is known. */
  readonly dollars?: number;
}

/** Has a model write the contexts of documents, within a run's budget, and keeps what it wrote. */
export class Situator {
  /** Stands in recipes. */
  readonly name: string;
  readonly concurrency: number;
  readonly #writer: ContextWriter;
  readonly #generator: MeteredGenerator;
  readonly #log: ReplyLog;
  readonly #tariff: Tariff;
  readonly #counts = { ok: 0, cached: 0, failed: 0, skipped: 0 };
  #reason: string | undefined;
  #failure: string | undefined;

  constructor(
    store: Store,
    workspace: string,
    model: Generator,
    settings: LlmContextSettings,
    report: Report = () => {},
  ) {
    const { maxCost } = settings;
    this.#tariff = new Tariff(model.id, settings);
    const { price } = this.#tariff;
    this.#log = new ReplyLog(store, workspace, model.id, this.#tariff);
    const budget = maxCost === undefined || price === undefined ? undefined : new Budget(price, maxCost);
    this.#generator = new MeteredGenerator(model, this.#log, budget, (done) =>
      report({ phase: "context", done, unit: "calls" }),
    );
    this.#writer = new ContextWriter({
      ...writerOptions(settings),
      generator: this.#generator,
      generateObject,
      cache: this.#log,
      decline: this.#generator.decline,
    });
    this.name = contextName(this.#writer, model.id);
    this.concurrency = this.#writer.concurrency;
  }

  /**
   * The document with contexts, analysed anew. Where only some are written, the recipe goes on naming what wrote the
   * others: every chunk says for itself.
   */
  async situate(
    { document, chunks }: Pick<Prepared, "document" | "chunks">,
    which: ChosenContexts,
    { signal }: Call = {},
  ): Promise<Prepared> {
    const written = await this.#writer.write(document, chunks, { signal, only: chosen(which) });
    for (const status of ["ok", "cached", "failed", "skipped"] as const)
      this.#counts[status] += written.tally[status];
    const gaps = gapsOf(written.chunks);
    this.#reason = gaps.reason ?? this.#reason;
    if (written.tally.failed > 0)
      this.#failure ??= written.chunks.find(({ context }) => context?.status === "failed")?.context?.reason;
    const other = which === "failed" ? contextsIn(document.recipe)?.name : undefined;
    const recipe = withContexts(document.recipe, { name: other ?? this.name, ...gaps });
    return analysed({ ...document, recipe }, written.chunks);
  }

  /** When the run is over, however it ended. */
  finish(): Promise<void> {
    return this.#log.drain();
  }

  summary(): ContextSummary {
    const { id, calls, usage } = this.#generator;
    const dollars = this.#tariff.dollars(usage);
    return {
      model: id,
      ...this.#counts,
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
      calls,
      repeated: this.#log.repeated,
      usage,
      ...(dollars === undefined ? {} : { dollars }),
    };
  }
}

/** The name without a connection to the model. */
export function contextNameOf(settings: LlmContextSettings): string {
  const generator = unconnected(settings);
  const writer = new ContextWriter({ ...writerOptions(settings), generator, generateObject });
  return contextName(writer, generator.id);
}

/** Of what the contexts depend on, whichever the document. */
function contextName({ prompt }: Pick<ContextWriter, "prompt">, model: string): string {
  return hashText(JSON.stringify([model, prompt.hash])).slice(0, 16);
}

/** `unwritten`: of chunks that were given, those without a generated context. */
export type ChosenContexts = MissingContexts | "unwritten";

/** Which chunks are asked about; undefined for all that are searched. */
export function chosen(which: ChosenContexts): ((chunk: Chunk) => boolean) | undefined {
  if (which === "all") return undefined;
  if (which === "unwritten") return ({ context }) => context?.prompt === undefined;
  const statuses = which === "failed" ? ["failed", "skipped"] : ["skipped"];
  return ({ context }) => context !== undefined && statuses.includes(context.status);
}

function gapsOf(chunks: readonly Chunk[]): { hasFailed: boolean; hasSkipped: boolean; reason?: string } {
  const missing = chunks.flatMap(({ context }) =>
    context === undefined || context.status === "ok" ? [] : [context],
  );
  const skipped = missing.find(({ status }) => status === "skipped");
  return {
    hasFailed: missing.some(({ status }) => status === "failed"),
    hasSkipped: skipped !== undefined,
    ...(skipped?.reason === undefined ? {} : { reason: skipped.reason }),
  };
}
