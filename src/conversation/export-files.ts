import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { SherdError } from "../core/errors.ts";
import { ZipArchive } from "../load/office/zip.ts";
import { readWholeFile } from "../load/read-file.ts";
import { walk } from "../load/walk.ts";
import { type Bytes, peek } from "./byte-streams.ts";
import type { ReadContext } from "./read-options.ts";

/** A file of an export, wherever it lies. */
export interface ExportFile {
  /** In the export, with forward slashes. */
  readonly name: string;
  open(): Bytes;
}

export interface ExportFiles {
  /** Of the whole: the archive's, the folder's or the file's. */
  readonly name: string;
  readonly files: readonly ExportFile[];
  /** Whether there are files beside the conversations: then one that is none is no error. */
  readonly isArchive: boolean;
}

export type ConversationInput = string | Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The files of an input: a zip archive's, a folder's, or the one it is. */
export async function openExport(
  input: ConversationInput,
  name: string | undefined,
  context: ReadContext,
): Promise<ExportFiles> {
  if (typeof input === "string") return openPath(input, name ?? basename(input), context);
  const called = name ?? "conversations";
  if (input instanceof Uint8Array)
    return isZip(input) ? openZip(input, called, context) : single(called, () => [input]);
  const { head, bytes } = await peek(input, 4);
  if (isZip(head)) return openZip(await collect(bytes, called, context.limits.bytes), called, context);
  return single(called, () => bytes);
}

async function openPath(path: string, name: string, context: ReadContext): Promise<ExportFiles> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new SherdError(
      "INPUT_NOT_FOUND",
      `${path} names no file or folder; check the spelling.`,
      { path },
      { cause },
    );
  });
  if (found.isDirectory()) return openFolder(path, name, context);
  if (!found.isFile()) throw new SherdError("INPUT_UNREADABLE", `${path} is no regular file.`, { path });
  const { head, bytes } = await peek(fileBytes(path), 4);
  await bytes.return(undefined);
  if (!isZip(head)) return single(name, () => fileBytes(path));
  // A zip's list of parts is at its end: it is read whole, which its folder, once unpacked, need not be.
  if (found.size > context.limits.bytes) {
    throw new SherdError(
      "LIMIT_EXCEEDED",
      `${path} has ${found.size} bytes; ${context.limits.bytes} are allowed for an archive. Unpack it and name the folder, or raise limits.bytes.`,
      { path, limit: "bytes", most: context.limits.bytes, seen: found.size },
    );
  }
  return openZip((await readWholeFile(path, context.limits.bytes, context.signal)).bytes, name, context);
}

async function openFolder(path: string, name: string, context: ReadContext): Promise<ExportFiles> {
  const files: ExportFile[] = [];
  for await (const entry of walk(path, { ignoreFiles: false, signal: context.signal })) {
    if (entry.error !== undefined) {
      const source = { name: entry.path, place: "$" };
      context.onSkip({ reason: "malformed", what: entry.error.message, source });
    } else files.push({ name: entry.path, open: () => fileBytes(entry.file) });
  }
  return { name, files, isArchive: true };
}

function openZip(bytes: Uint8Array, name: string, context: ReadContext): ExportFiles {
  const archive = new ZipArchive(bytes, { name, limits: context.limits });
  const files = archive.names.map((part) => ({
    name: part.replaceAll("\\", "/"),
    open: () => archive.stream(part),
  }));
  return { name, files, isArchive: true };
}

function single(name: string, open: () => Bytes): ExportFiles {
  return { name, files: [{ name, open }], isArchive: false };
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024 });
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new SherdError(
      "INPUT_UNREADABLE",
      `${path} cannot be read (${reason}).`,
      { path, reason },
      { cause },
    );
  }
}

async function collect(source: Bytes, name: string, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > most) {
      throw new SherdError(
        "LIMIT_EXCEEDED",
        `${name} has more than ${most} bytes; raise limits.bytes if you trust it.`,
        {
          path: name,
          limit: "bytes",
          most,
        },
      );
    }
    pieces.push(piece.slice());
  }
  return Buffer.concat(pieces);
}

function isZip(head: Uint8Array): boolean {
  // "PK", then an entry or the end of an empty archive.
  return (
    head[0] === 0x50 &&
    head[1] === 0x4b &&
    (head[2] === 3 || head[2] === 5) &&
    (head[3] === 4 || head[3] === 6)
  );
}
