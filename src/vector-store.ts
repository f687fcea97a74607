import type { Chunk } from "./core/chunk.ts";
import type { Call } from "./core/chunker.ts";
import type { DocumentInput } from "./core/document.ts";
import { invalidOption } from "./core/errors.ts";
import type { Filter } from "./core/store.ts";
import type { IngestOptions } from "./ingest/ingest-types.ts";
import { KnowledgeBase, type KnowledgeBaseOptions } from "./knowledge-base.ts";
import type { SearchMode } from "./search/types.ts";

export interface VectorStoreOptions extends KnowledgeBaseOptions {
  /** The database's file. Default `:memory:`. */
  readonly dbPath?: string | undefined;
}

export interface SimilaritySearchOptions extends Call {
  /** Default 4. */
  readonly topK?: number | undefined;
  readonly filter?: Filter | undefined;
  /** Default `meaning`: nearness of vectors alone. */
  readonly mode?: SearchMode | undefined;
  /** Gives the parents of what was found, each once, instead of the chunks themselves. Default false. */
  readonly useParentChunks?: boolean | undefined;
}

export interface ScoredDocument {
  /** A chunk, or its parent. */
  readonly document: Chunk;
  /** What the documents are ordered by; only those of one search compare. */
  readonly score: number;
  /**
   * The cosine of the query and the chunk that was found, also where its parent is given: the figure for a threshold.
   * Always there in the mode `meaning`; else where the chunk was among the nearest.
   */
  readonly similarity?: number;
}

const DEFAULT_TOP_K = 4;

/** A knowledge base under the names that vector stores have. */
export class VectorStore {
  readonly knowledgeBase: KnowledgeBase;

  private constructor(knowledgeBase: KnowledgeBase) {
    this.knowledgeBase = knowledgeBase;
  }

  static async create(kind: "sqlite", options: VectorStoreOptions = {}): Promise<VectorStore> {
    if (kind !== "sqlite") invalidOption("kind", kind, `"sqlite"`);
    const { dbPath = ":memory:", ...rest } = options;
    return new VectorStore(await KnowledgeBase.open(dbPath, rest));
  }

  /**
   * Stores documents, and chunks as they are: a chunk is never split again. The ids of the documents; what
   * cannot be stored is thrown after the rest is.
   */
  async addDocuments(
    documents: Iterable<DocumentInput | Chunk> | AsyncIterable<DocumentInput | Chunk>,
    options: Pick<IngestOptions, "signal"> = {},
  ): Promise<string[]> {
    const ids: string[] = [];
    const task = this.knowledgeBase.add(documents, options);
    for await (const { phase, item } of task)
      if ((phase === "store" || phase === "skip") && item !== undefined) ids.push(item);
    const { failed } = await task;
    if (failed.length > 0) throw failed[0].error;
    return ids;
  }

  async similaritySearch(
    query: string,
    options: number | SimilaritySearchOptions = {},
  ): Promise<ScoredDocument[]> {
    const {
      topK = DEFAULT_TOP_K,
      mode = "meaning",
      useParentChunks = false,
      filter,
      signal,
    } = typeof options === "number" ? { topK: options } : options;
    const expand = useParentChunks ? "parent" : "none";
    const { hits } = await this.knowledgeBase.search(query, { limit: topK, mode, expand, filter, signal });
    return hits.map(({ chunk, parent, score, similarity }) => ({
      document: useParentChunks ? (parent ?? chunk) : chunk,
      score,
      ...(similarity === undefined ? {} : { similarity }),
    }));
  }

  /** How many documents there were. */
  delete(ids: readonly string[]): Promise<number> {
    return this.knowledgeBase.remove(ids);
  }

  close(): Promise<void> {
    return this.knowledgeBase.close();
  }
}
