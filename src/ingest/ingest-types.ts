import type { Chunk } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import type { SherdError } from "../core/errors.ts";
import type { Span } from "../core/span.ts";
import type { LoadOptions, WalkOptions } from "../load/index.ts";
import type { ContextSummary } from "./context/situator.ts";

/** A document whose chunks are given, or where they lie: they are stored as they are. */
export interface ChunkedDocument {
  readonly document: DocumentInput;
  readonly chunks: readonly (Chunk | Span)[];
}

/** A path of a file or folder, a document, a document with its chunks, or a chunk, which is never split again. */
export type IngestItem = string | DocumentInput | ChunkedDocument | Chunk;
export type IngestInput = IngestItem | Iterable<IngestItem> | AsyncIterable<IngestItem>;

export interface IngestOptions
  extends Call,
    Pick<WalkOptions, "glob" | "ignore" | "ignoreFiles">,
    Pick<LoadOptions, "limits" | "encoding" | "strict" | "cache"> {
  /**
   * Ids of files are paths from here. By default the folder that is named, when one path is; for single
   * files and for several paths, the folder the program runs in.
   */
  readonly root?: string | undefined;
  /** Does documents again that another chunker or analyser made, though their text is the same. */
  readonly rebuild?: boolean | undefined;
  /**
   * Asks again for generated contexts that failed or were left out, of the documents named, and does nothing else:
   * files are not read, and `sync` removes nothing.
   */
  readonly retryFailed?: boolean | undefined;
  /** Hashes every file, also those whose size and time are as they were. */
  readonly checkContent?: boolean | undefined;
  /**
   * Threads that load, split and analyse beside the main one; 0: all in the main thread. By default as many as make
   * one a core, when there is enough to do.
   */
  readonly threads?: number | undefined;
}

export interface SyncOptions extends IngestOptions {
  /** Removes also when that is a large part of the base. */
  readonly force?: boolean | undefined;
}

/** Something that gave no document, and why; the rest went on. */
export interface IngestFailure {
  readonly id: string;
  readonly error: SherdError;
}

export interface IngestSummary {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Documents whose files are gone and that `sync` kept, because it would be too many or the listing has gaps. */
  readonly kept: number;
  /** Unchanged documents that another chunker or analyser made: `rebuild` does them again. */
  readonly outdated: number;
  readonly failed: readonly IngestFailure[];
  /** What loaders left out or guessed, and what a user should know of the base. */
  readonly warnings: readonly string[];
  /** Chunks stored, parents not counted. */
  readonly chunks: number;
  /** Texts that were embedded, and those whose vectors were there already. */
  readonly embedded: number;
  readonly reused: number;
  /** Of the documents stored, in UTF-16 units. */
  readonly characters: number;
  readonly milliseconds: number;
  /** Where a model writes contexts. */
  readonly contexts?: ContextSummary | undefined;
}
