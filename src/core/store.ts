import type { Chunk } from "./chunk.ts";
import type { Call } from "./chunker.ts";
import type { Document } from "./document.ts";
import type { TokenUsage } from "./generator.ts";
import type { UseRange } from "./turn-store.ts";
import type { VectorFormat } from "./vector-format.ts";

/** Which rows a call sees: never those of another workspace or collection. */
export interface Space {
  readonly workspace: string;
  readonly collection: "documents" | "turns" | "turn-parents" | "facts";
}

/**
 * Where a chunk's words stand, in the order they are stored: its own text; headings or scopes above it;
 * the document's title and path; names it defines; the document's keywords; generated context; questions
 * it answers.
 */
export const WORD_FIELDS = ["text", "path", "title", "names", "keywords", "context", "questions"] as const;
export type WordField = (typeof WORD_FIELDS)[number];
export type FieldTerms = Readonly<Partial<Record<WordField, readonly string[]>>>;

/** A chunk as it is stored. Parents have neither terms nor vectors: they are read, not searched. */
export interface Entry {
  readonly chunk: Chunk;
  /** Analysed terms of each field, with repeats. */
  readonly terms?: FieldTerms;
  /** Vectors that lead to this chunk, of unit length: its own first, then those of its questions. */
  readonly vectors?: readonly Float32Array[];
}

/** Where a document came from, and how the file looked then: an unchanged stat saves the hash. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
}

/** What is kept of a document beside its chunks. */
export interface StoredDocument extends Document {
  /** Of the text and the metadata that is indexed: the same hash and recipe need no work. */
  readonly hash: string;
  /** Chunker, context and analyser that made the entries; a change means that the document must be indexed again. */
  readonly recipe: string;
  readonly title?: string;
  /** Where there is one. */
  readonly file?: SourceFile;
}

/** A document without its text. */
export interface DocumentRecord extends Omit<StoredDocument, "text" | "outline"> {
  readonly length: number;
  readonly chunks: number;
  readonly tokens: number;
  /** When it was stored, or last found to be as its file is, in milliseconds since 1970. */
  readonly stored: number;
}

/** Stands after the hash and the recipe of a document whose words and vectors were dropped and not yet made again. */
export const UNINDEXED = "+unindexed";

/** Whether a store found it damaged: only its source, or a repair, makes it whole, however unchanged it looks. */
export function isDamaged({ hash, recipe }: Pick<StoredDocument, "hash" | "recipe">): boolean {
  return hash === "" || recipe.endsWith(UNINDEXED);
}

/** A condition on metadata: a value (equal), a list (one of), or bounds. */
export type FilterValue = string | number | boolean | null;
export type FilterCondition =
  | FilterValue
  | readonly FilterValue[]
  | {
      readonly not?: FilterValue | readonly FilterValue[];
      readonly above?: number | string;
      readonly below?: number | string;
      readonly atLeast?: number | string;
      readonly atMost?: number | string;
      readonly startsWith?: string;
      readonly exists?: boolean;
    };
/** Keys of the metadata, or `id`, `title`, `kind`; all conditions must hold. */
export type Filter = Readonly<Record<string, FilterCondition>>;

export interface WordQuery {
  /** Analysed, each once, with how much it counts. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  readonly fields: Readonly<Record<WordField, number>>;
  /** How much the document's own score adds to its chunks'. */
  readonly documentWeight: number;
  readonly limit: number;
  readonly filter?: Filter | undefined;
  /** Of turns: only those of a session or a time. */
  readonly within?: UseRange | undefined;
}

/** Names a chunk inside its space for as long as its document is not replaced. */
export type ChunkNumber = number;

export interface WordHit {
  readonly number: ChunkNumber;
  /** Its document's, where the store numbers them. */
  readonly documentNumber?: number | undefined;
  readonly score: number;
  /** The parts: `score = chunk + documentWeight × document`. */
  readonly chunk: number;
  readonly document: number;
  /** What each term gave in each field. */
  readonly matches: readonly { readonly term: string; readonly field: WordField; readonly score: number }[];
}

/** A chunk's place among others, without its text. */
export type ChunkPlace = Pick<Chunk, "id" | "documentId" | "index" | "parentId">;

/** A stretch of a document. */
export interface Surroundings {
  /** In order, without parents. */
  readonly chunks: readonly Chunk[];
  /** Where the stretch begins in the document, and its text: from the first chunk to the last. */
  readonly start: number;
  readonly text: string;
}

export interface VectorQuery {
  readonly vector: Float32Array;
  /** The model that made it: must be the one of the stored vectors (law 10). */
  readonly embedder: string;
  readonly documentWeight: number;
  readonly limit: number;
  readonly filter?: Filter | undefined;
  /** Of turns: only those of a session or a time. */
  readonly within?: UseRange | undefined;
}

export interface VectorHit {
  readonly number: ChunkNumber;
  /** Its document's, where the store numbers them. */
  readonly documentNumber?: number | undefined;
  /** `score = cosine + documentWeight × document`; the cosine is that of the query and the vectors as they are stored. */
  readonly score: number;
  readonly cosine: number;
  readonly document: number;
}

/** What a space is made of, without counting what it holds. */
export interface SpaceFacts {
  readonly embedder?: string;
  /** How the vectors are kept, where the store has a choice and there are any. */
  readonly vectorFormat?: VectorFormat;
  /** With how many documents each made. */
  readonly recipes: Readonly<Record<string, number>>;
  /** Another one after every write to the space. */
  readonly revision: number;
}

export interface StoreStats extends SpaceFacts {
  readonly documents: number;
  readonly chunks: number;
  readonly parents: number;
  readonly vectors: number;
  readonly tokens: number;
  readonly characters: number;
  readonly bytes: number;
}

export interface ReplaceOptions extends Call {
  /** The id of the model that made the vectors. */
  readonly embedder?: string;
  /** How a space without vectors shall keep them, where the store has a choice and was not told when it was opened. */
  readonly vectorFormat?: VectorFormat | undefined;
}

/** What must hold for spaces to be moved. */
export interface MoveOptions {
  /** Of the space whose place is taken: it was not written since. */
  readonly revision?: number | undefined;
  /** How many the moved space has: nobody took any away. */
  readonly documents?: number | undefined;
}

export interface Problem {
  readonly kind: string;
  readonly message: string;
  /** Where it lies; absent for what is the whole file's. */
  readonly workspace?: string;
  readonly document?: string;
  /** Whether it lay in what can be derived from the documents again, and was. */
  readonly repaired: boolean;
}

/** A language model's reply, as plain data. */
export interface StoredReply {
  /** Names everything the reply depends on. */
  readonly key: string;
  readonly model: string;
  readonly value: unknown;
}

/** What language models were paid for: by one run, or in all. */
export interface Spending {
  readonly workspace: string;
  /** What they were asked for, such as "context". */
  readonly purpose: string;
  readonly model: string;
  readonly calls: number;
  readonly usage: TokenUsage;
  /** US dollars; absent where no price is known. */
  readonly dollars?: number | undefined;
}

/** What became of calls of language models, written together. */
export interface ReplyBatch {
  /** Calls that are about to be made, by a name for what they send. */
  readonly begun: readonly string[];
  /** Calls that are over, with a reply or without. */
  readonly ended: readonly string[];
  readonly replies: readonly StoredReply[];
  /** Added to what the run has spent. */
  readonly spent?: Spending | undefined;
  /** The run, as an earlier batch of it was answered. */
  readonly run?: number | undefined;
}

export interface KeptReplies {
  /** Of the calls begun, those that were begun before and never ended: whoever made them was killed. */
  readonly repeated: number;
  /** Absent while the run has spent nothing. */
  readonly run?: number | undefined;
}

/**
 * Keeps documents, chunks, words and vectors, and gives one ranked list a call; putting lists together is the
 * search's work. A document's rows appear, change and vanish together (law 9).
 */
export interface Store {
  /**
   * Stores or replaces documents: all of the batch or nothing. The first vectors fix the space's embedder; other ones are refused.
   */
  replace(
    space: Space,
    batch: readonly { readonly document: StoredDocument; readonly entries: readonly Entry[] }[],
    options?: ReplaceOptions,
  ): Promise<void>;
  /**
   * For the end of a run that wrote so many searched chunks: puts together what its batches left, so that searches look
   * into less. What is found is the same without it, and where it cannot be done nothing is told: all is stored.
   */
  settle(space: Space, chunks: number): Promise<void>;
  /** Notes where unchanged documents' files are now and how they look. Ids that are not there are passed over. */
  touch(
    space: Space,
    files: readonly { readonly id: string; readonly file: SourceFile }[],
    call?: Call,
  ): Promise<void>;
  /** How many there were. */
  remove(space: Space, documentIds: readonly string[]): Promise<number>;
  /** Records without text, by id, in order; all of them without ids. */
  documents(space: Space, ids?: readonly string[]): AsyncIterable<DocumentRecord>;
  document(space: Space, id: string): Promise<StoredDocument | undefined>;
  words(space: Space, query: WordQuery): Promise<WordHit[]>;
  vectors(space: Space, query: VectorQuery): Promise<VectorHit[]>;
  /** As `chunks`, without what only a hit needs: most candidates of a search never become one. */
  places(space: Space, numbers: readonly ChunkNumber[]): Promise<(ChunkPlace | undefined)[]>;
  /** Chunks by number, in the order asked for; absent where a document went in the meantime. */
  chunks(space: Space, numbers: readonly ChunkNumber[]): Promise<(Chunk | undefined)[]>;
  /** Chunks by id; parents of hits, and what `show` names. */
  chunksById(space: Space, ids: readonly string[]): Promise<(Chunk | undefined)[]>;
  /** All chunks of a document, in order, parents before their children. */
  chunksOf(space: Space, documentId: string): Promise<Chunk[]>;
  /** What stands around a chunk, at most `reach` chunks to each side; undefined where its document went. */
  around(space: Space, number: ChunkNumber, reach: number): Promise<Surroundings | undefined>;
  /** Stored vectors by what `vectorTexts` names them, so that only new texts are embedded. */
  vectorsByHash(space: Space, documentId: string): Promise<ReadonlyMap<string, Float32Array>>;
  /** Quick: the first search of a process asks for it. */
  facts(space: Space): Promise<SpaceFacts>;
  stats(space: Space): Promise<StoreStats>;
  spaces(): Promise<Space[]>;
  /** Replies by key, of those that are there; they belong to no space and do not expire. */
  replies(keys: readonly string[], call?: Call): Promise<ReadonlyMap<string, unknown>>;
  /** On disk when it resolves: what was paid for is not asked for again. */
  keepReplies(batch: ReplyBatch): Promise<KeptReplies>;
  /** What a workspace spent in all, a row for each purpose and model. */
  spending(workspace: string): Promise<Spending[]>;
  /**
   * Puts all that one space holds, with its embedder, in the place of all that another holds, in one
   * transaction; `from` may be empty, and is afterwards. This is how a restored base or one with a new model
   * appears: whole. False, and nothing is done, where an option does not hold.
   */
  move(from: Space, to: Space, options?: MoveOptions): Promise<boolean>;
  /** Proves rows = words = vectors; with `repair`, makes derived parts again. */
  verify(options?: { readonly repair?: boolean } & Call): Promise<Problem[]>;
  close(): Promise<void>;
}
