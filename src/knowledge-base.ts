import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Chunk } from "./core/chunk.ts";
import type { Call, Chunker } from "./core/chunker.ts";
import type { Embedder } from "./core/embedder.ts";
import { invalidOption } from "./core/errors.ts";
import type { Report, Task } from "./core/progress.ts";
import type {
  DocumentRecord,
  Filter,
  Problem,
  Space,
  Spending,
  StoredDocument,
  StoreStats,
} from "./core/store.ts";
import type { VectorFormat } from "./core/vector-format.ts";
import type { ChunkingSettings } from "./ingest/chunking.ts";
import type { ContextSettings } from "./ingest/context/context-settings.ts";
import { type ContextEstimate, estimateContexts } from "./ingest/context/estimate-contexts.ts";
import { type IngestRun, ingest, summarise } from "./ingest/ingest.ts";
import type { IngestInput, IngestOptions, IngestSummary, SyncOptions } from "./ingest/ingest-types.ts";
import { plan, planFolder } from "./ingest/plan.ts";
import { prune } from "./ingest/prune.ts";
import { checkId, checkOptions, checkPath } from "./knowledge-base/check-arguments.ts";
import { type ContextCounts, contextCounts } from "./knowledge-base/context-counts.ts";
import { checkedEmbedder, Engine, NO_EMBEDDER } from "./knowledge-base/engine.ts";
import { exportSpace } from "./knowledge-base/export.ts";
import { filterDocuments } from "./knowledge-base/filter-documents.ts";
import { outdatedDocuments, rebuild, retryContexts } from "./knowledge-base/rebuild.ts";
import { reembed } from "./knowledge-base/reembed.ts";
import { restoreSpace } from "./knowledge-base/restore.ts";
import { searchSpace } from "./knowledge-base/search-space.ts";
import type { SearchResult } from "./knowledge-base/search-types.ts";
import { seenProblem } from "./knowledge-base/seen-problem.ts";
import { discardAbandoned } from "./knowledge-base/staging.ts";
import { readingFrom, writingTo } from "./knowledge-base/streams.ts";
import type { ExportTarget, RestoreSource, TransferSummary } from "./knowledge-base/transfer-types.ts";
import { checkWorkspace, documentsOf, isOwn } from "./knowledge-base/workspace-name.ts";
import type { SearchOptions } from "./search/types.ts";

export type { Spending } from "./core/store.ts";
export type { ChunkingSettings } from "./ingest/chunking.ts";
export type { ContextSettings, LlmContextSettings } from "./ingest/context/context-settings.ts";
export type { ContextEstimate } from "./ingest/context/estimate-contexts.ts";
export type { ContextSummary } from "./ingest/context/situator.ts";
export type {
  ChunkedDocument,
  IngestFailure,
  IngestInput,
  IngestItem,
  IngestOptions,
  IngestSummary,
  SyncOptions,
} from "./ingest/ingest-types.ts";
export { MOST_PRUNED_SHARE } from "./ingest/prune.ts";
export type { ContextCounts } from "./knowledge-base/context-counts.ts";
export { DEFAULT_EMBEDDER, NO_EMBEDDER } from "./knowledge-base/engine.ts";
export type { SearchResult } from "./knowledge-base/search-types.ts";
export type { ExportTarget, RestoreSource, TransferSummary } from "./knowledge-base/transfer-types.ts";

export const DEFAULT_WORKSPACE = "default";

export interface KnowledgeBaseOptions {
  /** Whose rows are seen: every call is scoped to one. Default `default`. */
  readonly workspace?: string | undefined;
  /**
   * A model's name (`bundled`, `openai:text-embedding-3-small` …), an embedder, or `none` for words alone. By
   * default the one whose vectors are stored, and `bundled` for a new base.
   */
  readonly embedder?: string | Embedder | undefined;
  /** A chunker, or settings of the one that is built in. Worker threads can use settings, not an object. */
  readonly chunker?: Chunker | ChunkingSettings | undefined;
  /**
   * What situates chunks: their document's outline, or sentences that a language model writes when documents are put
   * in (`{ by: "llm", model: "openai:gpt-5-mini" }`).
   */
  readonly context?: ContextSettings | undefined;
  /**
   * How vectors are kept: `int8`, or `float32` for scores without rounding at four more bytes a dimension. By
   * default as the stored ones are, and `int8` for a new base. `reembed` changes it.
   */
  readonly vectors?: VectorFormat | undefined;
  /** Opens without the right to change anything; the file must be there. */
  readonly readOnly?: boolean | undefined;
}

/** What the knowledge base knows of itself. */
export interface KnowledgeBaseStats extends StoreStats {
  readonly workspace: string;
  readonly location: string;
  /** Documents that another chunker or analyser made. */
  readonly outdated: number;
  /** Documents with contexts that a model wrote; absent where there are none. */
  readonly contexts?: ContextCounts;
  /** What language models were paid for in this workspace. */
  readonly spending: readonly Spending[];
}

export interface ExpansionComparison {
  readonly parents: SearchResult;
  readonly children: SearchResult;
}

/** Documents, indexed: what goes in is found again, with what surrounds it. */
export class KnowledgeBase {
  readonly #engine: Engine;
  readonly #space: Space;

  /** `kb.db`, `:memory:`, `sqlite:kb.db` or `file:///…/kb.db`; made where there is none. */
  static async open(location: string, options: KnowledgeBaseOptions = {}): Promise<KnowledgeBase> {
    const { workspace = DEFAULT_WORKSPACE, readOnly = false, ...engine } = checkOptions(options);
    const space = documentsOf(checkWorkspace(workspace));
    return new KnowledgeBase(await Engine.open(location, readOnly, engine), space);
  }

  private constructor(engine: Engine, space: Space) {
    this.#engine = engine;
    this.#space = space;
  }

  get workspaceName(): string {
    return this.#space.workspace;
  }

  /** The same base as another tenant sees it. Whichever is closed, all are. */
  workspace(name: string): KnowledgeBase {
    return new KnowledgeBase(this.#engine, documentsOf(checkWorkspace(name)));
  }

  /** Workspaces that hold documents. */
  async workspaces(): Promise<string[]> {
    const spaces = await this.#engine.store.spaces();
    return spaces
      .filter(({ workspace, collection }) => collection === this.#space.collection && !isOwn(workspace))
      .map(({ workspace }) => workspace)
      .sort();
  }

  /** Adds or updates. Begins at once: await it for the summary, iterate it for the progress. */
  add(input: IngestInput, options: IngestOptions = {}): Task<IngestSummary> {
    return this.#writing(options, async (report, signal) => {
      const own = { ...options, signal };
      this.#checkRetry(options);
      return this.#settled(await ingest(await this.#context(signal, report), plan(input, own), own, report));
    });
  }

  /** Makes the base agree with a folder: adds, updates, and removes what came from it and is gone. */
  sync(folder: string, options: SyncOptions = {}): Task<IngestSummary> {
    return this.#writing(options, async (report, signal) => {
      const own = { ...options, signal };
      this.#checkRetry(options);
      const root = await realOr(checkPath("folder", folder));
      const base = options.root === undefined ? root : await realOr(checkPath("root", options.root));
      const context = await this.#context(signal, report);
      const run = await ingest(context, planFolder(folder, base, own), own, report);
      if (options.retryFailed !== true) await prune(context.store, this.#space, root, run, own);
      return this.#settled(run);
    });
  }

  async #settled(run: IngestRun): Promise<IngestSummary> {
    await this.#engine.store.settle(this.#space, summarise(run).chunks);
    return summarise(run);
  }

  /**
   * What `add` would ask the model for contexts, and what that would cost; without an input, what `retryContexts`
   * would. Nothing is sent, and no key is needed.
   */
  async estimateContexts(
    input?: IngestInput | undefined,
    options: IngestOptions = {},
  ): Promise<ContextEstimate> {
    const context = await this.#engine.estimateContext(this.#space);
    const settings = this.#engine.contextSettings;
    if (settings === undefined) return invalidOption("context", settings, `{ by: "llm", model }`);
    const planned = input === undefined ? undefined : plan(input, checkOptions(options));
    return estimateContexts(context, planned, settings, options);
  }

  /** Asks again for every context of the workspace that failed or was left out, and does nothing else. */
  retryContexts(options: Call = {}): Task<IngestSummary> {
    return this.#writing(options, async (report, signal) => {
      this.#checkRetry({ retryFailed: true });
      return retryContexts(await this.#context(signal, report), report, signal);
    });
  }

  /** Any text is a legal query. */
  async search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    return searchSpace(this.#engine, this.#space, query, checkOptions(options));
  }

  /** One query answered with parents and with the chunks alone, to compare them and what each costs in tokens. */
  async compare(query: string, options: Omit<SearchOptions, "expand"> = {}): Promise<ExpansionComparison> {
    const [parents, children] = await Promise.all([
      this.search(query, { ...checkOptions(options), expand: "parent" }),
      this.search(query, { ...options, expand: "none" }),
    ]);
    return { parents, children };
  }

  /** A document with its text. */
  async get(id: string): Promise<StoredDocument | undefined> {
    return this.#engine.store.document(this.#space, checkId("id", id));
  }

  /** A chunk by its id, as hits name it. */
  async chunk(id: string): Promise<Chunk | undefined> {
    return (await this.#engine.store.chunksById(this.#space, [checkId("id", id)]))[0];
  }

  /** A document's chunks in order, parents before their children. */
  async chunks(documentId: string): Promise<Chunk[]> {
    return this.#engine.store.chunksOf(this.#space, checkId("documentId", documentId));
  }

  /** Removes documents by id, or all that a filter fits. How many there were. */
  async remove(what: string | readonly string[] | Filter): Promise<number> {
    return this.#engine.store.remove(this.#space, await this.#idsOf(what));
  }

  /** Records without text, by id. */
  documents(options: { readonly filter?: Filter | undefined } = {}): AsyncIterable<DocumentRecord> {
    const { store } = this.#engine;
    const { filter } = checkOptions(options);
    return filter === undefined ? store.documents(this.#space) : filterDocuments(store, this.#space, filter);
  }

  async stats(): Promise<KnowledgeBaseStats> {
    const stats = await this.#engine.store.stats(this.#space);
    const contexts = contextCounts(stats.recipes);
    return {
      ...stats,
      workspace: this.workspaceName,
      location: this.#engine.location,
      outdated: outdatedDocuments(stats.recipes, this.#engine.recipes()),
      ...(contexts === undefined ? {} : { contexts }),
      spending: await this.#engine.store.spending(this.workspaceName),
    };
  }

  /**
   * Proves that rows, words and vectors agree, in every workspace; with `repair`, makes derived parts again. Of
   * another workspace it tells that something is damaged, not what. What a restore left behind that was stopped is
   * no problem, and goes with a repair a day later; a change of model that was stopped waits to be taken up.
   */
  async verify(options: { readonly repair?: boolean } & Call = {}): Promise<Problem[]> {
    const { store } = this.#engine;
    if (checkOptions(options).repair === true) await discardAbandoned(store);
    const problems = await store.verify(options);
    return problems.map((problem) => seenProblem(this.#space, problem));
  }

  /**
   * Makes every vector again, with another model or, without one, with the present one, and kept as `vectors` said
   * at the opening; searches see the old ones until all new ones are there.
   */
  reembed(embedder?: string | Embedder | undefined, options: Call = {}): Task<IngestSummary> {
    return this.#engine.task(options, async (report, signal) => {
      const asked = embedder ?? (await this.#engine.embedder(this.#space, { signal })) ?? NO_EMBEDDER;
      const model = typeof asked === "string" ? await this.#engine.named(asked) : checkedEmbedder(asked);
      const made = { embedder: model, format: this.#engine.vectors };
      const summary = await reembed(this.#engine.store, this.#space, made, report, signal);
      this.#engine.use(this.#space, model);
      return summary;
    });
  }

  /** Splits and analyses again what another chunker or analyser made, from the stored texts. */
  rebuild(options: Call = {}): Task<IngestSummary> {
    return this.#engine.task(options, async (report, signal) =>
      rebuild(await this.#context(signal, report), report, signal),
    );
  }

  /** Writes the workspace as JSON lines, with a checksum at the end. */
  export(target: ExportTarget, options: Call = {}): Task<TransferSummary> {
    return this.#engine.task(options, (report, signal) =>
      writingTo(target, (write) => exportSpace(this.#engine.store, this.#space, write, report, signal)),
    );
  }

  /** Puts an export in the place of all the workspace's documents: all of it, or nothing. */
  restore(source: RestoreSource, options: Call = {}): Task<TransferSummary> {
    return this.#writing(options, (report, signal) =>
      restoreSpace(this.#engine.store, this.#space, readingFrom(source), report, signal),
    );
  }

  /** Stops what is under way, which loses nothing that was told as stored, and closes the file. */
  close(): Promise<void> {
    return this.#engine.close();
  }

  /** Work after which documents of other languages may be there. */
  #writing<Summary>(
    options: Call,
    work: (report: Report, signal: AbortSignal) => Promise<Summary>,
  ): Task<Summary> {
    return this.#engine.task(options, (report, signal) =>
      work(report, signal).finally(() => this.#engine.languages.forget(this.#space)),
    );
  }

  #checkRetry({ retryFailed }: Pick<IngestOptions, "retryFailed">): void {
    if (retryFailed === true && this.#engine.contextSettings === undefined)
      invalidOption("retryFailed", retryFailed, `given with the model to ask: context: { by: "llm", model }`);
  }

  async #context(signal: AbortSignal, report: Report) {
    await this.#engine.checkVectors(this.#space);
    return this.#engine.context(this.#space, await this.#engine.embedder(this.#space, { signal }), report);
  }

  async #idsOf(what: string | readonly string[] | Filter): Promise<readonly string[]> {
    if (typeof what === "string") return [what];
    if (typeof what !== "object" || what === null)
      invalidOption("what", what, "a document's id, a list of ids, or a filter");
    if (isList(what)) return what.map((id) => checkId("id", id));
    if (Object.keys(what).length === 0)
      invalidOption("filter", "{}", "at least one condition, for without any all documents would go");
    const ids: string[] = [];
    for await (const { id } of this.documents({ filter: what })) ids.push(id);
    return ids;
  }
}

/** The path without links, where it is there. */
function realOr(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

function isList(what: readonly string[] | Filter): what is readonly string[] {
  return Array.isArray(what);
}
