import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Chunk } from "../core/chunk.ts";
import type { Document, DocumentInput } from "../core/document.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import { type WalkEntry, walk } from "../load/walk.ts";
import { documentOf, givenChunks, identified, isChunk } from "./given-chunks.ts";
import type { ChunkedDocument, IngestInput, IngestItem, IngestOptions } from "./ingest-types.ts";

/** What there is to do, one document at a time. */
export type Planned =
  | { readonly kind: "file"; readonly id: string; readonly path: string }
  | { readonly kind: "document"; readonly id: string; readonly document: Document }
  | {
      readonly kind: "given";
      readonly id: string;
      readonly document: Document;
      readonly chunks: readonly Chunk[];
    }
  | {
      readonly kind: "error";
      readonly id: string;
      readonly error: SherdError;
      /** Whether files may lie behind it that were not listed. */
      readonly hidesFiles: boolean;
    };

/** Everything an input names, in its order. What cannot be read is named too. */
export async function* plan(input: IngestInput, options: IngestOptions): AsyncGenerator<Planned> {
  const base = await rootOf(input, options.root);
  const chunks: Chunk[] = [];
  for await (const item of itemsOf(input)) {
    options.signal?.throwIfAborted();
    if (chunks.length > 0 && !(isChunk(item) && item.documentId === chunks[0].documentId)) {
      yield attempt(chunks[0].documentId, () => givenAlone(chunks.splice(0)));
    }
    if (typeof item === "string") yield* planPath(item, base, options);
    else if (isChunk(item)) chunks.push(item);
    else yield attempt(nameOf(item), () => planDocument(item));
  }
  if (chunks.length > 0) yield attempt(chunks[0].documentId, () => givenAlone(chunks));
}

/** The files below a folder. */
export async function* planFolder(
  folder: string,
  base: string | undefined,
  options: IngestOptions,
): AsyncGenerator<Planned> {
  await checkRoot(options.root);
  const root = await realpath(folder).catch(() => resolve(folder));
  for await (const entry of walk(folder, options)) yield planEntry(entry, root, base ?? root);
}

async function* planPath(
  path: string,
  base: string | undefined,
  options: IngestOptions,
): AsyncGenerator<Planned> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    yield* planFolder(path, base, options);
    return;
  }
  const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)));
  const file = join(folder, basename(path));
  const id = idFrom(base ?? process.cwd(), file);
  if (found !== undefined) yield { kind: "file", id, path: file };
  else {
    const message = `${path} names no file or folder; check the spelling.`;
    const error = new SherdError("INPUT_NOT_FOUND", message, { path });
    yield { kind: "error", id, error, hidesFiles: true };
  }
}

function planEntry({ path, error }: WalkEntry, root: string, base: string): Planned {
  const file = join(root, path);
  const id = idFrom(base, file);
  if (error === undefined) return { kind: "file", id, path: file };
  return { kind: "error", id, error, hidesFiles: hidesFiles(error) };
}

/** A link to nothing and a socket hide no files; a folder that cannot be read does. */
function hidesFiles({ details }: SherdError): boolean {
  const { reason } = details;
  return !(reason === "ENOENT" || reason === "ELOOP" || String(reason).startsWith("a "));
}

function planDocument(item: DocumentInput | ChunkedDocument): Planned {
  if (!isChunked(item)) {
    const document = identified(item);
    return { kind: "document", id: document.id, document };
  }
  const document = identified(item.document);
  return { kind: "given", id: document.id, document, chunks: givenChunks(document, item.chunks) };
}

function givenAlone(chunks: readonly Chunk[]): Planned {
  const document = documentOf(chunks);
  return { kind: "given", id: document.id, document, chunks: givenChunks(document, chunks) };
}

function attempt(id: string, make: () => Planned): Planned {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SherdError)) throw error;
    return { kind: "error", id, error, hidesFiles: false };
  }
}

function nameOf(item: DocumentInput | ChunkedDocument): string {
  const id: unknown = (isChunked(item) ? item.document : item)?.id;
  return typeof id === "string" ? id : "a document without an id";
}

function isChunked(item: DocumentInput | ChunkedDocument): item is ChunkedDocument {
  return typeof item === "object" && item !== null && "document" in item;
}

/** Undefined where every path is its own root. */
async function rootOf(input: IngestInput, root: string | undefined): Promise<string | undefined> {
  await checkRoot(root);
  if (root !== undefined) return realpath(root);
  const isOne = typeof input === "string" || (Array.isArray(input) && input.length === 1);
  return isOne ? undefined : process.cwd();
}

/** Ids from a folder that is not there would name nothing. */
async function checkRoot(root: string | undefined): Promise<void> {
  if (root === undefined) return;
  const found = await stat(root).catch(() => undefined);
  if (found?.isDirectory() !== true) invalidOption("root", root, "a folder that exists");
}

function idFrom(base: string, file: string): string {
  return relative(base, file).split(sep).join("/");
}

async function* itemsOf(input: IngestInput): AsyncGenerator<IngestItem> {
  if (typeof input !== "string" && (typeof input !== "object" || input === null))
    invalidOption("input", input, "a path, a document, a chunk, or a list of these");
  if (typeof input === "string" || !(Symbol.iterator in input || Symbol.asyncIterator in input)) yield input;
  else if (Array.isArray(input)) yield* familiesTogether(input);
  else yield* input as Iterable<IngestItem> | AsyncIterable<IngestItem>;
}

/** A list can be put in order: chunks of one document are stored together, wherever they stand. */
function* familiesTogether(items: readonly IngestItem[]): Generator<IngestItem> {
  const families = new Map<string, Chunk[]>();
  for (const item of items) {
    if (!isChunk(item)) continue;
    const family = families.get(item.documentId);
    if (family === undefined) families.set(item.documentId, [item]);
    else family.push(item);
  }
  for (const item of items) {
    if (!isChunk(item)) yield item;
    else {
      yield* families.get(item.documentId) ?? [];
      families.delete(item.documentId);
    }
  }
}
