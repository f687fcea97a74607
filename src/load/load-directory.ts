import { availableParallelism } from "node:os";
import type { Document } from "../core/document.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import { type LoadContext, type LoadOptions, loadBytes, resolveLimits } from "./load-bytes.ts";
import { mapInOrder } from "./ordered.ts";
import { readWholeFile } from "./read-file.ts";
import { type WalkEntry, type WalkOptions, walk } from "./walk.ts";

/** A file that gave no document, and why. */
export interface Skipped {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly error: SherdError;
}

export interface DirectoryOptions extends Omit<LoadOptions, "id">, WalkOptions {
  /** Files read and parsed at once; by default two a core, so that reading and parsing overlap. */
  readonly concurrency?: number | undefined;
  /** Told of every file that gives no document, in the documents' order. Without it they are left out silently. */
  readonly onSkip?: ((skipped: Skipped) => void) | undefined;
}

/** The documents of a folder, in the walk's order however many are loaded at once. */
export async function* loadDirectory(
  root: string,
  options: DirectoryOptions,
  context: LoadContext,
): AsyncGenerator<Document> {
  const { concurrency = 2 * availableParallelism(), onSkip, signal } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    invalidOption("concurrency", concurrency, "a whole number above 0");
  }
  // When the reader stops early, what is still being parsed stops too.
  const stop = new AbortController();
  const own = {
    ...options,
    signal: signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]),
  };
  const limits = resolveLimits(options.limits);
  const load = async (entry: WalkEntry): Promise<Document | Skipped> => {
    try {
      if (entry.error !== undefined) throw entry.error;
      const { bytes, modified } = await readWholeFile(entry.file, limits.bytes, own.signal);
      return await loadBytes(entry.path, bytes, own, context, modified);
    } catch (error) {
      const isFilesFault =
        error instanceof SherdError && error.code !== "INVALID_OPTION" && !own.signal.aborted;
      if (isFilesFault) return { path: entry.path, error };
      throw error;
    }
  };
  try {
    for await (const result of mapInOrder(walk(root, options), concurrency, load)) {
      signal?.throwIfAborted();
      if ("error" in result) onSkip?.(result);
      else yield result;
    }
  } finally {
    stop.abort();
  }
}
