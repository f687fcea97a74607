import { closeSync, constants, openSync, readSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { SherdError } from "../core/errors.ts";

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly modified: Date;
}

export type ReadFile = (
  path: string,
  most: number,
  signal?: AbortSignal,
) => FileContent | Promise<FileContent>;

/** Were the file exchanged for a pipe meanwhile, opening must not wait for its writer. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A whole regular file. Its size is checked before it is read, and again while it is: files grow. */
export async function readWholeFile(path: string, most: number, signal?: AbortSignal): Promise<FileContent> {
  let handle: FileHandle | undefined;
  try {
    const found = await stat(path);
    checkFile(path, found, most);
    handle = await open(path, READ_AT_ONCE);
    return { bytes: await readAll(handle, path, found.size, most, signal), modified: found.mtime };
  } catch (error) {
    if (error instanceof SherdError || signal?.aborted) throw error;
    throw unreadable(path, error);
  } finally {
    await handle?.close();
  }
}

/**
 * The same for a thread that has nothing else to do meanwhile: to hand each step to the threads that wait for files, and
 * to be woken again, takes ten times as long as the steps.
 */
export function readWholeFileHere(path: string, most: number): FileContent {
  let descriptor: number | undefined;
  try {
    const found = statSync(path);
    checkFile(path, found, most);
    descriptor = openSync(path, READ_AT_ONCE);
    const own = descriptor;
    const content = new GrowingContent(path, found.size, most);
    while (content.take(readSync(own, content.room))) {}
    return { bytes: content.bytes, modified: found.mtime };
  } catch (error) {
    throw error instanceof SherdError ? error : unreadable(path, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function checkFile(path: string, found: Stats, most: number): void {
  if (!found.isFile()) throw notAFile(path, found.isDirectory());
  if (found.size > most) throw tooLarge(path, found.size, most);
}

async function readAll(
  handle: FileHandle,
  path: string,
  expected: number,
  most: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const content = new GrowingContent(path, expected, most);
  do signal?.throwIfAborted();
  while (content.take((await handle.read(content.room)).bytesRead));
  return content.bytes;
}

/** What was read of a file so far. */
class GrowingContent {
  readonly #path: string;
  readonly #most: number;
  #buffer: Uint8Array;
  #size = 0;

  constructor(path: string, expected: number, most: number) {
    this.#path = path;
    this.#most = most;
    // One byte more than expected tells in one read that the file has ended.
    this.#buffer = new Uint8Array(expected + 1);
  }

  /** Where to read to. */
  get room(): Uint8Array {
    return this.#buffer.subarray(this.#size);
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size);
  }

  /** So many bytes more were read; false at the end. */
  take(bytesRead: number): boolean {
    this.#size += bytesRead;
    if (this.#size > this.#most) throw tooLarge(this.#path, this.#size, this.#most);
    if (this.#size === this.#buffer.length) {
      const larger = new Uint8Array(Math.min(this.#most + 1, this.#buffer.length * 2 + 65_536));
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    return bytesRead > 0;
  }
}

function notAFile(path: string, isFolder: boolean): SherdError {
  const what = isFolder ? "a folder; load it with fromDirectory" : "no regular file";
  return new SherdError("INPUT_UNREADABLE", `${path} is ${what}.`, { path, reason: "not a file" });
}

function tooLarge(path: string, size: number, most: number): SherdError {
  return new SherdError(
    "LIMIT_EXCEEDED",
    `${path} has ${size} bytes; ${most} are allowed. Raise the limit "bytes", or divide the file.`,
    { path, limit: "bytes", most, seen: size },
  );
}

function unreadable(path: string, cause: unknown): SherdError {
  const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  if (reason === "ENOENT" || reason === "ENOTDIR") {
    return new SherdError(
      "INPUT_NOT_FOUND",
      `${path} names no file; check the spelling.`,
      { path },
      { cause },
    );
  }
  return new SherdError(
    "INPUT_UNREADABLE",
    `${path} cannot be read (${reason}).`,
    { path, reason },
    { cause },
  );
}
