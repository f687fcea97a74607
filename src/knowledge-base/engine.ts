import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { Generator } from "../core/generator.ts";
import { type Report, Task } from "../core/progress.ts";
import type { Entry, Space, Store, StoredDocument } from "../core/store.ts";
import { otherVectorFormat, type VectorFormat } from "../core/vector-format.ts";
import { resolveEmbedder } from "../embed/index.ts";
import { entriesOf } from "../ingest/batch-writer.ts";
import { type ChunkingSettings, chunkerFingerprint, isChunker, lazyChunker } from "../ingest/chunking.ts";
import {
  type ContextSettings,
  checkContextSettings,
  generatorOf,
  type LlmContextSettings,
} from "../ingest/context/context-settings.ts";
import { contextNameOf, Situator } from "../ingest/context/situator.ts";
import { embedNew, isSearched } from "../ingest/embed-texts.ts";
import { GIVEN } from "../ingest/given-chunks.ts";
import { type IngestContext, otherEmbedder } from "../ingest/ingest.ts";
import { recipeOf, type WantedRecipe } from "../ingest/recipe.ts";
import { termsOf } from "../ingest/terms.ts";
import type { Derive } from "../store/sqlite/verify.ts";
import { checkOptions } from "./check-arguments.ts";
import { SpaceLanguages } from "./languages.ts";
import { openStore, ownFiles } from "./location.ts";

export const DEFAULT_EMBEDDER = "bundled";
/** In the place of an embedder: words alone. */
export const NO_EMBEDDER = "none";

export interface EngineOptions {
  readonly embedder?: string | Embedder | undefined;
  readonly chunker?: Chunker | ChunkingSettings | undefined;
  readonly vectors?: VectorFormat | undefined;
  readonly context?: ContextSettings | undefined;
}

/** What all workspaces of one open base share. Models and tokenizers load when they are first needed. */
export class Engine {
  readonly store: Store;
  readonly location: string;
  /** How vectors shall be kept, where that was said. */
  readonly vectors: VectorFormat | undefined;
  readonly #embedder: string | Embedder | undefined;
  readonly #chunking: Chunker | ChunkingSettings;
  readonly #contexts: ContextSettings | undefined;
  readonly #named = new Map<string, Promise<Embedder>>();
  /** Models by workspace: chosen since, */
  readonly #chosen = new Map<string, Embedder>();
  /** and as they were found. */
  readonly #found = new Map<string, Promise<Embedder>>();
  readonly languages: SpaceLanguages;
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #chunker: Chunker | undefined;
  #generator: Promise<Generator> | undefined;

  static async open(location: string, readOnly: boolean, options: EngineOptions): Promise<Engine> {
    checkContextSettings(options.context);
    // Prompt, scope and the like are checked by what is made of them.
    if (typeof options.context === "object") contextNameOf(options.context);
    const derive: Derive = (...asked) => engine.#derive(...asked);
    const store = await openStore(location, { readOnly, derive, vectors: options.vectors });
    const engine = new Engine(store, location, options);
    return engine;
  }

  private constructor(store: Store, location: string, options: EngineOptions) {
    const { embedder, chunker = {}, vectors, context } = options;
    this.store = store;
    this.languages = new SpaceLanguages(store);
    this.location = location;
    this.vectors = vectors;
    this.#embedder = embedder;
    this.#chunking = chunker;
    this.#contexts = context;
  }

  /** How a model is asked for contexts; undefined where none is. */
  get contextSettings(): LlmContextSettings | undefined {
    return typeof this.#contexts === "object" ? this.#contexts : undefined;
  }

  /**
   * The model of a space: what was asked for when the base was opened, else the one whose vectors are stored,
   * else the bundled one. Undefined for words alone.
   */
  async embedder(space: Space, call?: Call): Promise<Embedder | undefined> {
    const asked = this.#chosen.get(space.workspace) ?? this.#embedder;
    if (typeof asked === "object") return checkedEmbedder(asked);
    if (asked === NO_EMBEDDER) return undefined;
    if (asked !== undefined) return this.named(asked, undefined, call);
    let found = this.#found.get(space.workspace);
    if (found === undefined) {
      found = this.#findEmbedder(space);
      found.catch(() => this.#found.delete(space.workspace));
      this.#found.set(space.workspace, found);
    }
    return found;
  }

  /** Looks a space's model up again the next time. False where it was asked for by name: it stays. */
  forgetEmbedder({ workspace }: Space): boolean {
    return this.#embedder === undefined && this.#found.delete(workspace);
  }

  async #findEmbedder(space: Space): Promise<Embedder> {
    const { embedder: stored } = await this.store.facts(space);
    const { name, dimensions } = stored === undefined ? NEW_BASE : readId(stored);
    return this.named(name, dimensions);
  }

  /** After a change of model: what was asked for when the base was opened no longer counts for this space. */
  use(space: Space, embedder: Embedder): void {
    this.#chosen.set(space.workspace, embedder);
  }

  named(name: string, dimensions?: number, call?: Call): Promise<Embedder> {
    const key = `${name} ${dimensions}`;
    let embedder = this.#named.get(key);
    if (embedder === undefined) {
      embedder = resolveEmbedder(name, { dimensions }, call);
      // What failed may be there the next time.
      embedder.catch(() => this.#named.delete(key));
      this.#named.set(key, embedder);
    }
    return embedder;
  }

  /** For one run: what its model's calls may cost together is the run's own. */
  async context(space: Space, embedder: Embedder | undefined, report: Report): Promise<IngestContext> {
    const situator = await this.#situator(space, report);
    return { ...(await this.#frame(space, embedder)), situator, contexts: situator?.name ?? this.#unwanted };
  }

  /** The same for a run that only tells what it would do: no model is connected. */
  async estimateContext(space: Space): Promise<IngestContext & { readonly contexts: string }> {
    const settings = this.contextSettings;
    if (settings === undefined)
      invalidOption("context", this.#contexts, `{ by: "llm", model }, for that is what is estimated`);
    return { ...(await this.#frame(space, undefined)), contexts: contextNameOf(settings) };
  }

  async #situator({ workspace }: Space, report: Report): Promise<Situator | undefined> {
    const settings = this.contextSettings;
    if (settings === undefined) return undefined;
    if (this.#generator === undefined) {
      this.#generator = generatorOf(settings);
      // A key or package that was missing may be there the next time.
      this.#generator.catch(() => {
        this.#generator = undefined;
      });
    }
    return new Situator(this.store, workspace, await this.#generator, settings, report);
  }

  get #unwanted(): null | undefined {
    return this.#contexts === "outline" ? null : undefined;
  }

  async #frame(space: Space, embedder: Embedder | undefined): Promise<Omit<IngestContext, "contexts">> {
    const chunking = this.#chunking;
    this.#chunker ??= isChunker(chunking) ? chunking : lazyChunker(chunking);
    return {
      store: this.store,
      space,
      embedder,
      chunker: this.#chunker,
      settings: isChunker(chunking) ? undefined : chunking,
      ...this.#ownRecipes(),
      ownFiles: await ownFiles(this.location),
    };
  }

  /** What documents are made by now. Loads nothing. */
  recipes(): WantedRecipe {
    const settings = this.contextSettings;
    const contexts = settings === undefined ? this.#unwanted : contextNameOf(settings);
    return { ...this.#ownRecipes(), contexts };
  }

  #ownRecipes(): Omit<WantedRecipe, "contexts"> {
    const chunking = this.#chunking;
    const fingerprint = isChunker(chunking) ? chunking.fingerprint : chunkerFingerprint(chunking);
    return { recipe: recipeOf(fingerprint), givenRecipe: recipeOf(GIVEN) };
  }

  /** Before work whose vectors the store would refuse, or which would change none and so never say. */
  async checkVectors(space: Space): Promise<void> {
    if (this.vectors === undefined) return;
    const { vectorFormat = this.vectors, vectors } = await this.store.stats(space);
    if (vectors > 0 && vectorFormat !== this.vectors) throw otherVectorFormat(vectorFormat, this.vectors);
  }

  /** A document's words and vectors, made again from what is stored: for a repair. */
  async #derive(
    document: StoredDocument,
    chunks: readonly Chunk[],
    space: Space,
    call: Call,
  ): Promise<Entry[]> {
    await this.checkVectors(space);
    const { terms } = await termsOf(document, chunks);
    const { embedder: stored } = await this.store.facts(space);
    if (stored === undefined) return entriesOf({ chunks, terms }, new Map());
    const embedder = await this.embedder(space, call);
    if (embedder?.id !== stored) throw otherEmbedder(space, stored, embedder?.id ?? NO_EMBEDDER);
    const vectors = await embedNew(chunks.filter(isSearched), new Map(), embedder, call);
    return entriesOf({ chunks, terms }, vectors);
  }

  /** Begins work that closing the base stops. */
  task<Summary>(call: Call, work: (report: Report, signal: AbortSignal) => Promise<Summary>): Task<Summary> {
    return new Task((report) => {
      const { signal: closing } = this.#closing;
      const { signal: given } = checkOptions(call);
      const signal = given === undefined ? closing : AbortSignal.any([closing, given]);
      signal.throwIfAborted();
      const running = work(report, signal);
      this.#running.add(running);
      const forget = () => this.#running.delete(running);
      running.then(forget, forget);
      return running;
    });
  }

  /** What is under way is stopped first: every document is then as it was, or stored. */
  async close(): Promise<void> {
    this.#closing.abort(
      new SherdError("STORE_CLOSED", `${this.location} was closed before the work was done.`),
    );
    await Promise.allSettled(this.#running);
    await this.store.close();
  }
}

const NEW_BASE = { name: DEFAULT_EMBEDDER, dimensions: undefined };

/** The name that an embedder's id begins with, as `resolveEmbedder` takes it. */
function readId(id: string): { name: string; dimensions: number | undefined } {
  const [name, ...settings] = id.split(";");
  const dimensions = settings.find((part) => part.startsWith("dimensions="))?.slice("dimensions=".length);
  return {
    name: name.startsWith(`${DEFAULT_EMBEDDER}:`) ? DEFAULT_EMBEDDER : name,
    dimensions: dimensions === undefined ? undefined : Number(dimensions),
  };
}

/** One that a caller made. */
export function checkedEmbedder(embedder: Embedder): Embedder {
  const { id, dimensions, embed } = (embedder ?? {}) as Partial<Embedder>;
  const isWhole = typeof id === "string" && typeof embed === "function";
  if (!isWhole || !Number.isInteger(dimensions) || Number(dimensions) < 1)
    invalidOption("embedder", embedder, "a model's name or an object with id, dimensions and embed");
  return embedder;
}
