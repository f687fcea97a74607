import { normalize, sep } from "node:path";
import type { Document } from "../core/document.ts";
import { type LoadOptions, loadBytes, resolveLimits } from "./load-bytes.ts";
import { type DirectoryOptions, loadDirectory } from "./load-directory.ts";
import { readWholeFile } from "./read-file.ts";
import { Sandbox } from "./sandbox.ts";

export type { LoadOptions } from "./load-bytes.ts";
export type { DirectoryOptions, Skipped } from "./load-directory.ts";

/**
 * Processes are shared by all calls, so that a loop over files starts them once. They start with the first
 * file that needs one and end by themselves.
 */
const sandbox = new Sandbox();

/**
 * Loads files of any supported kind as documents: text, outline and metadata (`source`, `type`, `format`,
 * `title`, `language`, `encoding`, `modified`, `bytes`, `contentHash`, `warnings` and what the format knows).
 * Formats that untrusted parsers read are parsed in a process of their own, with ceilings on time and memory.
 */
export const DocumentLoader = {
  /** One file. Its id is the path as given, with forward slashes. */
  async fromFile(path: string, options: LoadOptions = {}): Promise<Document> {
    const limits = resolveLimits(options.limits);
    const { bytes, modified } = await readWholeFile(path, limits.bytes, options.signal);
    return loadBytes(normalPath(path), bytes, options, { sandbox }, modified);
  },

  /** Bytes from anywhere. The name becomes the id as it is; its extension counts. */
  async fromBytes(name: string, bytes: Uint8Array, options: LoadOptions = {}): Promise<Document> {
    return loadBytes(name, bytes, options, { sandbox });
  },

  /**
   * Every file of a folder, in the same order on every machine. Ids are paths from that folder. Files that
   * give no document are told to `onSkip` and left out.
   */
  fromDirectory(path: string, options: DirectoryOptions = {}): AsyncGenerator<Document> {
    return loadDirectory(path, options, { sandbox });
  },

  /** Ends the parsing processes at once; otherwise they end by themselves when unused. */
  close(): Promise<void> {
    return sandbox.close();
  },
} as const;

function normalPath(path: string): string {
  return normalize(path).split(sep).join("/");
}
