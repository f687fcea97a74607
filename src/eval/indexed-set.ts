import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Call, Chunker } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { SherdError } from "../core/errors.ts";
import type { Report } from "../core/progress.ts";
import { resolveEmbedder } from "../embed/index.ts";
import { isChunker, makeChunker } from "../ingest/chunking.ts";
import { givenChunks, identified } from "../ingest/given-chunks.ts";
import { type ChunkingSettings, type IngestItem, KnowledgeBase } from "../knowledge-base.ts";
import { type ContextTrial, TrialIndex } from "./context-trial.ts";
import type { Retrieved } from "./metrics.ts";
import { groupOf, type MeasuringSet, type SetDocument, type SetQuery } from "./read-set.ts";

/** The units a set gives, or the pieces Sherd makes. */
export type ChunkSource = "given" | "own";

export interface IndexSetOptions extends Call {
  readonly chunks: ChunkSource;
  /** With own chunks. Default: what a knowledge base uses. */
  readonly chunker?: Chunker | ChunkingSettings | undefined;
  readonly embedder?: string | Embedder | undefined;
  /** Another context than a knowledge base gives its chunks. */
  readonly trial?: ContextTrial | undefined;
  readonly report?: Report | undefined;
}

/** What the queries of one group are answered from: a workspace, so that nothing of another group is seen. */
interface Pool {
  readonly base: KnowledgeBase;
  readonly documents: readonly SetDocument[];
  pieces?: { readonly found: readonly Retrieved[]; readonly parents: readonly Retrieved[] };
}

/** A set in a knowledge base of its own, in a temporary file that goes when it is closed. */
export class IndexedSet {
  readonly set: MeasuringSet;
  readonly chunks: ChunkSource;
  /** What it took to split, analyse, embed and store everything. */
  readonly seconds: number;
  /** The model's identity; undefined for words alone. */
  readonly embedder: string | undefined;
  /** Pieces that can be found, in all pools. */
  readonly count: number;
  readonly #pools: ReadonlyMap<string | undefined, Pool>;
  readonly #close: () => Promise<void>;

  static async open(set: MeasuringSet, options: IndexSetOptions): Promise<IndexedSet> {
    if (options.chunks === "given" && !hasGivenChunks(set)) {
      throw new SherdError("INVALID_OPTION", `The set ${set.name} gives no chunks; measure own ones.`, {
        set: set.name,
      });
    }
    const folder = await mkdtemp(join(tmpdir(), "sherd-eval-"));
    const trial = options.trial === undefined ? undefined : new TrialIndex(options.trial);
    const base = await openBase(join(folder, "set.db"), options, trial).catch(async (error: unknown) => {
      await rm(folder, { recursive: true, force: true });
      throw error;
    });
    const close = async (): Promise<void> => {
      await base.close();
      await rm(folder, { recursive: true, force: true });
    };
    try {
      const pools = poolsOf(set, base);
      const started = performance.now();
      const count = await fill([...pools.values()], options, trial);
      const seconds = (performance.now() - started) / 1000;
      const [first] = pools.values();
      const { embedder } = await first.base.stats();
      return new IndexedSet({ set, chunks: options.chunks, seconds, embedder, count, pools, close });
    } catch (error) {
      await close();
      throw error;
    }
  }

  private constructor(parts: {
    readonly set: MeasuringSet;
    readonly chunks: ChunkSource;
    readonly seconds: number;
    readonly embedder: string | undefined;
    readonly count: number;
    readonly pools: ReadonlyMap<string | undefined, Pool>;
    readonly close: () => Promise<void>;
  }) {
    this.set = parts.set;
    this.chunks = parts.chunks;
    this.seconds = parts.seconds;
    this.embedder = parts.embedder;
    this.count = parts.count;
    this.#pools = parts.pools;
    this.#close = parts.close;
  }

  /** The base that answers a query. */
  baseFor({ group }: SetQuery): KnowledgeBase {
    return this.#pool(group).base;
  }

  /** All that a search for this query could return: the chunks, or with parents what stands for them. */
  async piecesFor({ group }: SetQuery, as: "none" | "parent"): Promise<readonly Retrieved[]> {
    const pool = this.#pool(group);
    pool.pieces ??= await readPieces(pool);
    return as === "none" ? pool.pieces.found : pool.pieces.parents;
  }

  close(): Promise<void> {
    return this.#close();
  }

  #pool(group: string | undefined): Pool {
    const pool = this.#pools.get(group);
    if (pool === undefined)
      throw new SherdError("INPUT_MALFORMED", `No document is of the group ${JSON.stringify(group)}.`, {
        group,
      });
    return pool;
  }
}

async function openBase(
  path: string,
  { embedder, chunker }: IndexSetOptions,
  trial: TrialIndex | undefined,
): Promise<KnowledgeBase> {
  if (trial === undefined) return KnowledgeBase.open(path, { embedder, chunker });
  const model = typeof embedder === "object" ? embedder : await namedModel(embedder);
  const own = chunker ?? {};
  return KnowledgeBase.open(path, {
    embedder: model === undefined ? "none" : trial.embedder(model),
    chunker: trial.chunker(isChunker(own) ? own : await makeChunker(own)),
  });
}

async function namedModel(name = "bundled"): Promise<Embedder | undefined> {
  return name === "none" ? undefined : resolveEmbedder(name);
}

export function hasGivenChunks({ documents }: MeasuringSet): boolean {
  return documents.some(({ chunks }) => chunks !== undefined);
}

/** One pool for every group that a query asks; a query without a group asks all documents. */
function poolsOf({ documents, queries }: MeasuringSet, base: KnowledgeBase): Map<string | undefined, Pool> {
  const members = new Map<string, SetDocument[]>();
  for (const document of documents) {
    const group = groupOf(document);
    const others = members.get(group);
    if (others === undefined) members.set(group, [document]);
    else others.push(document);
  }
  const pools = new Map<string | undefined, Pool>();
  for (const group of new Set(queries.map((query) => query.group))) {
    // Groups are any text, workspaces are not: pools are numbered.
    const workspace = base.workspace(`pool ${pools.size + 1}`);
    const own = group === undefined ? documents : (members.get(group) ?? []);
    pools.set(group, { base: workspace, documents: own });
  }
  return pools;
}

async function fill(
  pools: readonly Pool[],
  options: IndexSetOptions,
  trial: TrialIndex | undefined,
): Promise<number> {
  const total = pools.reduce((sum, { documents }) => sum + documents.length, 0);
  let before = 0;
  let chunks = 0;
  for (const { base, documents } of pools) {
    const items: IngestItem[] = [];
    for (const document of documents) items.push(await toItem(document, options, trial));
    const task = base.add(items, options.signal === undefined ? {} : { signal: options.signal });
    for await (const { phase, done, unit, item } of task) {
      if (unit === "documents")
        options.report?.({
          phase,
          done: before + done,
          total,
          unit,
          ...(item === undefined ? {} : { item }),
        });
    }
    const { failed, chunks: stored } = await task;
    // Figures over what is left of a set would say nothing.
    if (failed.length > 0) throw failed[0].error;
    before += documents.length;
    chunks += stored;
  }
  return chunks;
}

async function toItem(
  { id, text, path, title, chunks }: SetDocument,
  { chunks: source, signal }: IndexSetOptions,
  trial: TrialIndex | undefined,
): Promise<IngestItem> {
  const metadata = {
    ...(path === undefined ? {} : { path }),
    ...(title === undefined ? {} : { title }),
  };
  const document = { id, text, metadata };
  if (source === "own" || chunks === undefined) return document;
  if (trial === undefined) return { document, chunks };
  const units = givenChunks(identified(document), chunks);
  return { document, chunks: await trial.situated(document, units, { signal }) };
}

async function readPieces({ base, documents }: Pool): Promise<NonNullable<Pool["pieces"]>> {
  const found: Retrieved[] = [];
  const parents: Retrieved[] = [];
  for (const { id } of documents) {
    for (const { kind, span } of await base.chunks(id)) {
      const piece = { document: id, start: span.start, end: span.end };
      if (kind !== "parent") found.push(piece);
      if (kind !== "child") parents.push(piece);
    }
  }
  return { found, parents };
}
