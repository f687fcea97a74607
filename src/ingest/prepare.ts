import { createHash } from "node:crypto";
import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { Document } from "../core/document.ts";
import type { FieldTerms, SourceFile, StoredDocument } from "../core/store.ts";
import { type LoadOptions, loadBytes, resolveLimits } from "../load/load-bytes.ts";
import { type ReadFile, readWholeFile } from "../load/read-file.ts";
import { Sandbox } from "../load/sandbox.ts";
import { documentHash } from "./document-hash.ts";
import { withLanguage } from "./recipe.ts";
import { termsOf } from "./terms.ts";

/** What loading may be told, as plain data. */
type LoadSettings = Pick<LoadOptions, "limits" | "encoding" | "strict" | "cache">;

/** A file to be loaded and split. */
interface FileJob {
  readonly id: string;
  readonly path: string;
  /** Of the bytes that are stored already: the same need no work. */
  readonly contentHash?: string | undefined;
  readonly load: LoadSettings;
}

/** A document to be split: its text is at hand. */
interface TextJob {
  readonly document: Document;
  /** Kept as they are. */
  readonly file?: SourceFile | undefined;
  readonly hash?: string | undefined;
}

export type PrepareJob = FileJob | TextJob;

/** A larger document takes seconds, and a stop must be heard meanwhile: it never keeps the main thread. */
export const LARGE_BYTES = 512 * 1024;

/** A document that is split. */
export interface Split {
  readonly document: StoredDocument;
  readonly chunks: readonly Chunk[];
}

/** A document, split and analysed: all that does not need the model or the store. */
export interface Prepared extends Split {
  /** Each chunk's; undefined for parents. */
  readonly terms: readonly (FieldTerms | undefined)[];
}

/** A file whose bytes are those that were stored, as it looks now. */
export interface SameFile {
  readonly sameFile: SourceFile;
}

/** Formats that untrusted parsers read are parsed in processes, which end by themselves. */
const sandbox = new Sandbox();

export function prepare(job: TextJob, chunker: Chunker, recipe: string, call?: Call): Promise<Prepared>;
export function prepare(
  job: PrepareJob,
  chunker: Chunker,
  recipe: string,
  call?: Call,
  read?: ReadFile,
): Promise<Prepared | SameFile>;
export async function prepare(
  job: PrepareJob,
  chunker: Chunker,
  recipe: string,
  call: Call = {},
  read: ReadFile = readWholeFile,
): Promise<Prepared | SameFile> {
  const made = await split(job, chunker, recipe, call, read);
  return "sameFile" in made ? made : analysed(made.document, made.chunks);
}

/** The first half of the work. */
export async function split(
  job: PrepareJob,
  chunker: Chunker,
  recipe: string,
  call: Call = {},
  read: ReadFile = readWholeFile,
): Promise<Split | SameFile> {
  if ("document" in job) {
    const { document, file, hash = documentHash(document) } = job;
    return { document: storedAs(document, hash, recipe, file), chunks: await chunker.split(document, call) };
  }
  const limits = resolveLimits(job.load.limits);
  const { bytes, modified } = await read(job.path, limits.bytes, call.signal);
  const file = { path: job.path, bytes: bytes.length, modified: modified.getTime() };
  if (job.contentHash !== undefined && job.contentHash === sha256(bytes)) return { sameFile: file };
  const options = { ...job.load, signal: call.signal };
  const document = await loadBytes(job.id, bytes, options, { sandbox }, modified);
  const stored = storedAs(document, documentHash(document), recipe, file);
  return { document: stored, chunks: await chunker.split(document, call) };
}

/** The second half. */
export async function analysed(document: StoredDocument, chunks: readonly Chunk[]): Promise<Prepared> {
  const { terms, language } = await termsOf(document, chunks);
  return { document: { ...document, recipe: withLanguage(document.recipe, language) }, chunks, terms };
}

export function storedAs(
  document: Document,
  hash: string,
  recipe: string,
  file?: SourceFile,
): StoredDocument {
  const { id, text, metadata, outline } = document;
  const { title } = metadata;
  return {
    id,
    text,
    metadata,
    hash,
    recipe,
    ...(outline === undefined ? {} : { outline }),
    ...(typeof title === "string" ? { title } : {}),
    ...(file === undefined ? {} : { file }),
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
