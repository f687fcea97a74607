import type { Chunk } from "../../core/chunk.ts";
import type {
  ChunkNumber,
  ChunkPlace,
  DocumentRecord,
  Space,
  SpaceFacts,
  StoredDocument,
  StoreStats,
  Surroundings,
  VectorHit,
  VectorQuery,
  WordHit,
  WordQuery,
} from "../../core/store.ts";
import { VectorScanner } from "../index/scan.ts";
import { scoreVectors } from "../index/score-vectors.ts";
import { scoreWords } from "../index/score-words.ts";
import type { Connection } from "./connection.ts";
import { readDocument } from "./document-rows.ts";
import { readExactVectors } from "./exact-vectors.ts";
import type { Machinery } from "./loaded-segment.ts";
import { PostingCache } from "./posting-cache.ts";
import { ChunkReader, ChunkSources } from "./read-chunks.ts";
import { readPlaces } from "./read-places.ts";
import { readRecords } from "./read-records.ts";
import { vectorsByHash } from "./read-vectors.ts";
import { SpaceIndex, type SpaceRow } from "./space-index.ts";
import { factsOf, statsOf } from "./space-rows.ts";
import { checkEmbedder, findSpace } from "./spaces.ts";

const POSTING_CACHE_BYTES = 32 * 2 ** 20;
/** Indexes in memory; those of workspaces that were not searched for longest are let go. */
const SPACES_HELD = 32;

/** The half of a store that reads and searches: see `Store`. */
export class SqliteReader {
  protected readonly connection: Connection;
  readonly #machinery: Machinery;
  readonly #indexes = new Map<number, SpaceIndex>();
  readonly #sources = new ChunkSources();

  constructor(connection: Connection) {
    this.connection = connection;
    this.#machinery = {
      connection,
      postings: new PostingCache(POSTING_CACHE_BYTES),
      scanner: new VectorScanner(),
    };
  }

  documents(space: Space, ids?: readonly string[]): AsyncIterable<DocumentRecord> {
    return readRecords(this.connection, space, ids);
  }

  document(space: Space, id: string): Promise<StoredDocument | undefined> {
    return this.in(space, undefined, (row) => readDocument(this.connection, row.id, id));
  }

  words(space: Space, query: WordQuery): Promise<WordHit[]> {
    return this.in(space, [], (row) => {
      const index = this.#index(row);
      return scoreWords(
        index.segments,
        query,
        index.allowed(row, query),
        (place) => index.numberOf(place),
        (place) => index.documentOf(place),
      );
    });
  }

  vectors(space: Space, query: VectorQuery): Promise<VectorHit[]> {
    return this.in(space, [], (row) => {
      if (row.embedder === null) return [];
      checkEmbedder(row, query.embedder, query.vector.length);
      const index = this.#index(row);
      const allowed = index.allowed(row, query);
      return scoreVectors(index.segments, query, allowed, {
        scan: this.#machinery.scanner.scan,
        rough: this.#machinery.scanner.rough,
        ...(row.vectors === "float32" ? { exact: (place) => this.#exact(index, place, query) } : {}),
        numberOf: (place) => index.numberOf(place),
        documentOf: (place) => index.documentOf(place),
      });
    });
  }

  places(space: Space, numbers: readonly ChunkNumber[]): Promise<(ChunkPlace | undefined)[]> {
    return this.in(
      space,
      numbers.map(() => undefined),
      (row) => readPlaces(this.connection, row.id, numbers),
    );
  }

  chunks(space: Space, numbers: readonly ChunkNumber[]): Promise<(Chunk | undefined)[]> {
    return this.in(
      space,
      numbers.map(() => undefined),
      (row) => new ChunkReader(this.connection, row.id, this.#sources).byNumbers(numbers),
    );
  }

  chunksById(space: Space, ids: readonly string[]): Promise<(Chunk | undefined)[]> {
    return this.in(
      space,
      ids.map(() => undefined),
      (row) => new ChunkReader(this.connection, row.id, this.#sources).byIds(ids),
    );
  }

  chunksOf(space: Space, documentId: string): Promise<Chunk[]> {
    return this.in(space, [], (row) =>
      new ChunkReader(this.connection, row.id, this.#sources).ofDocument(documentId),
    );
  }

  around(space: Space, number: ChunkNumber, reach: number): Promise<Surroundings | undefined> {
    return this.in(space, undefined, (row) =>
      new ChunkReader(this.connection, row.id, this.#sources).around(number, reach),
    );
  }

  vectorsByHash(space: Space, documentId: string): Promise<ReadonlyMap<string, Float32Array>> {
    return this.in(space, new Map(), (row) => vectorsByHash(this.connection, row, documentId));
  }

  facts(space: Space): Promise<SpaceFacts> {
    return this.connection.read(() => factsOf(this.connection, findSpace(this.connection, space)));
  }

  stats(space: Space): Promise<StoreStats> {
    return this.connection.read(() => statsOf(this.connection, findSpace(this.connection, space)));
  }

  spaces(): Promise<Space[]> {
    return this.connection.read(
      () =>
        this.connection.all(
          `SELECT workspace, collection FROM spaces
           WHERE EXISTS (SELECT 1 FROM documents WHERE space = spaces.id) ORDER BY workspace, collection`,
        ) as unknown as Space[],
    );
  }

  /** Inside one transaction; `absent` where nothing was ever stored in the space. */
  protected in<T>(space: Space, absent: T, work: (row: SpaceRow) => T): Promise<T> {
    return this.connection.read(() => {
      const row = findSpace(this.connection, space);
      return row === undefined ? absent : work(row);
    });
  }

  /** Lets go of what searches hold in memory. */
  protected release(): void {
    for (const index of this.#indexes.values()) index.release();
    this.#indexes.clear();
  }

  #index(row: SpaceRow): SpaceIndex {
    const index = this.#indexes.get(row.id) ?? new SpaceIndex(this.#machinery);
    this.#indexes.delete(row.id);
    this.#indexes.set(row.id, index);
    for (const [id, oldest] of this.#indexes) {
      if (this.#indexes.size <= SPACES_HELD) break;
      oldest.release();
      this.#indexes.delete(id);
    }
    index.refresh(row);
    return index;
  }

  #exact(index: SpaceIndex, place: number, { vector }: VectorQuery): Float32Array[] | undefined {
    return readExactVectors(this.connection, index.numberOf(place), vector.length);
  }
}
