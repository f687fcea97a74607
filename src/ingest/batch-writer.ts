import { vectorTexts } from "../context/vector-key.ts";
import type { Chunk } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { SherdError } from "../core/errors.ts";
import type { Entry, SourceFile, Space, Store } from "../core/store.ts";
import type { VectorFormat } from "../core/vector-format.ts";
import { embedNew, isSearched } from "./embed-texts.ts";
import { checkTerms } from "./most-terms.ts";
import type { Prepared } from "./prepare.ts";

/** One commit waits for the disk once, however many documents it holds. */
export const BATCH_DOCUMENTS = 64;
export const BATCH_CHUNKS = 1_000;
/** Files whose records are written anew together. */
const BATCH_TOUCHED = 500;
/** A document that is ready waits this long at most for others, in milliseconds. */
const BATCH_WAIT = 250;

interface WrittenDocument {
  readonly id: string;
  readonly isNew: boolean;
  readonly chunks: number;
  readonly characters: number;
}

export interface Written {
  readonly stored: readonly WrittenDocument[];
  readonly refused: readonly { readonly id: string; readonly error: SherdError }[];
  readonly embedded: number;
  readonly reused: number;
}

interface Waiting {
  readonly prepared: Prepared;
  readonly isNew: boolean;
}

const NOTHING: Written = { stored: [], refused: [], embedded: 0, reused: 0 };

/** Collects prepared documents, embeds what is new in them, and stores them together. */
export class BatchWriter {
  readonly #store: Store;
  readonly #space: Space;
  readonly #embedder: Embedder | undefined;
  readonly #vectorFormat: VectorFormat | undefined;
  #waiting = new Map<string, Waiting>();
  #touched: { readonly id: string; readonly file: SourceFile }[] = [];
  #chunks = 0;
  #since = 0;

  /** `vectorFormat`: how a new space shall keep its vectors; see `Store.replace`. */
  constructor(
    store: Store,
    space: Space,
    embedder: Embedder | undefined,
    vectorFormat?: VectorFormat | undefined,
  ) {
    this.#store = store;
    this.#space = space;
    this.#embedder = embedder;
    this.#vectorFormat = vectorFormat;
  }

  /** Milliseconds until the batch should be written; undefined while there is none. */
  get due(): number | undefined {
    return this.#isEmpty ? undefined : Math.max(0, this.#since + BATCH_WAIT - performance.now());
  }

  get isFull(): boolean {
    return (
      this.#waiting.size >= BATCH_DOCUMENTS ||
      this.#chunks >= BATCH_CHUNKS ||
      this.#touched.length >= BATCH_TOUCHED ||
      this.due === 0
    );
  }

  get #isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#touched.length === 0;
  }

  /** A document that comes twice takes its own place. */
  add(prepared: Prepared, isNew: boolean): void {
    if (this.#isEmpty) this.#since = performance.now();
    const { id } = prepared.document;
    const before = this.#waiting.get(id);
    this.#chunks += prepared.chunks.length - (before?.prepared.chunks.length ?? 0);
    this.#waiting.set(id, { prepared, isNew: isNew || before?.isNew === true });
  }

  /** A file that moved or has another time, and holds what is stored. */
  touch(id: string, file: SourceFile): void {
    if (this.#isEmpty) this.#since = performance.now();
    this.#touched.push({ id, file });
  }

  /** Everything told as stored is on disk. */
  async flush(call: Call): Promise<Written> {
    const batch = [...this.#waiting.values()];
    const touched = this.#touched;
    this.#waiting = new Map();
    this.#touched = [];
    this.#chunks = 0;
    await this.#store.touch(this.#space, touched, call);
    if (batch.length === 0) return NOTHING;
    try {
      return await this.#write(batch, call);
    } catch (error) {
      if (!isOnesFault(error)) throw error;
      return this.#writeOneByOne(batch, call);
    }
  }

  /** A provider or the store refuses one of them: the others' documents are stored all the same. */
  async #writeOneByOne(batch: readonly Waiting[], call: Call): Promise<Written> {
    let all = NOTHING;
    for (const one of batch) {
      let written: Written;
      try {
        written = await this.#write([one], call);
      } catch (error) {
        if (!isOnesFault(error)) throw error;
        written = { ...NOTHING, refused: [{ id: one.prepared.document.id, error }] };
      }
      all = {
        stored: [...all.stored, ...written.stored],
        refused: [...all.refused, ...written.refused],
        embedded: all.embedded + written.embedded,
        reused: all.reused + written.reused,
      };
    }
    return all;
  }

  async #write(batch: readonly Waiting[], call: Call): Promise<Written> {
    const terms = batch.map(({ prepared }) => prepared.terms);
    batch.forEach(({ prepared }, i) => {
      checkTerms(prepared.document.id, terms[i]);
    });
    const searched = batch.flatMap(({ prepared }) => prepared.chunks.filter(isSearched));
    const { vectors, embedded } = await this.#vectors(batch, call);
    call.signal?.throwIfAborted();
    const rows = batch.map(({ prepared: { document, chunks } }, i) => ({
      document,
      entries: entriesOf({ chunks, terms: terms[i] }, vectors),
    }));
    const embedder = this.#embedder?.id;
    await this.#store.replace(this.#space, rows, {
      ...(embedder === undefined ? {} : { embedder }),
      vectorFormat: this.#vectorFormat,
      signal: call.signal,
    });
    const stored = batch.map(({ prepared: { document, chunks }, isNew }) => ({
      id: document.id,
      isNew,
      chunks: chunks.filter(isSearched).length,
      characters: document.text.length,
    }));
    return {
      stored,
      refused: [],
      embedded,
      reused: this.#embedder === undefined ? 0 : textsOf(searched) - embedded,
    };
  }

  async #vectors(
    batch: readonly Waiting[],
    call: Call,
  ): Promise<{ vectors: ReadonlyMap<string, Float32Array>; embedded: number }> {
    const vectors = new Map<string, Float32Array>();
    if (this.#embedder === undefined) return { vectors, embedded: 0 };
    for (const { prepared, isNew } of batch) {
      if (isNew) continue;
      const stored = await this.#store.vectorsByHash(this.#space, prepared.document.id);
      for (const [hash, vector] of stored) vectors.set(hash, vector);
    }
    const searched = batch.flatMap(({ prepared }) => prepared.chunks.filter(isSearched));
    const fresh = await embedNew(searched, vectors, this.#embedder, call);
    for (const [hash, vector] of fresh) vectors.set(hash, vector);
    return { vectors, embedded: fresh.size };
  }
}

/** Chunks with their terms and vectors, as they are stored. */
export function entriesOf(
  { chunks, terms }: Pick<Prepared, "chunks" | "terms">,
  vectors: ReadonlyMap<string, Float32Array>,
): Entry[] {
  return chunks.map((chunk, i) => {
    const own = terms[i];
    if (!isSearched(chunk) || own === undefined) return { chunk };
    const found = vectorTexts(chunk).map(([key]) => vectors.get(key));
    // Which vector is whose is told by their order: behind one that is missing, none is kept.
    const missing = found.indexOf(undefined);
    const kept = (missing < 0 ? found : found.slice(0, missing)) as Float32Array[];
    return kept.length === 0 ? { chunk, terms: own } : { chunk, terms: own, vectors: kept };
  });
}

function textsOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, chunk) => sum + vectorTexts(chunk).length, 0);
}

/** Codes that one document earns, and the others of its batch do not. */
const ONES_FAULT = new Set<string>([
  "EMBEDDING_REJECTED",
  "INVALID_DOCUMENT",
  "CHUNK_MISMATCH",
  "LIMIT_EXCEEDED",
]);

function isOnesFault(error: unknown): error is SherdError {
  return error instanceof SherdError && ONES_FAULT.has(error.code);
}
