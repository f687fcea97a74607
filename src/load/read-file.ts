import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { SherdError } from "../core/errors.ts";

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly modified: Date;
}

/** A whole regular file. Its size is checked before it is read, and again while it is: files grow. */
export async function readWholeFile(path: string, most: number, signal?: AbortSignal): Promise<FileContent> {
  let handle: FileHandle | undefined;
  try {
    const { size, mtime, ...kind } = await describe(path);
    if (!kind.isFile) throw notAFile(path, kind.isFolder);
    if (size > most) throw tooLarge(path, size, most);
    // Were the file exchanged for a pipe meanwhile, opening must not wait for its writer.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return { bytes: await readAll(handle, path, size, most, signal), modified: mtime };
  } catch (error) {
    if (error instanceof SherdError || signal?.aborted) throw error;
    throw unreadable(path, error);
  } finally {
    await handle?.close();
  }
}

async function describe(path: string) {
  const found = await stat(path);
  return { size: found.size, mtime: found.mtime, isFile: found.isFile(), isFolder: found.isDirectory() };
}

async function readAll(
  handle: FileHandle,
  path: string,
  expected: number,
  most: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  // One byte more than expected tells in one read that the file has ended.
  let buffer = new Uint8Array(expected + 1);
  let size = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, size, buffer.length - size);
    if (bytesRead === 0) return buffer.subarray(0, size);
    size += bytesRead;
    if (size > most) throw tooLarge(path, size, most);
    if (size < buffer.length) continue;
    const larger = new Uint8Array(Math.min(most + 1, buffer.length * 2 + 65_536));
    larger.set(buffer);
    buffer = larger;
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
