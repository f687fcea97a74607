import { constants } from "node:buffer";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, normalize, relative, sep } from "node:path";
import picomatch from "picomatch";
import { SherdError } from "../core/errors.ts";

/** A file that could be read, or the reason why it could not. */
export type Input = { readonly path: string; readonly error?: SherdError };

export const STANDARD_INPUT = "-";

/** Folders nobody means when naming the folder around them. */
const SKIPPED_FOLDERS = new Set(["node_modules", ".git"]);

/** How much of a file is searched for a zero byte, the usual mark of binary files. */
const BINARY_PROBE = 8_192;

/** Expands files, folders and globs, in order and without repeats. What cannot be read is named too. */
export async function* expandInputs(patterns: readonly string[]): AsyncGenerator<Input> {
  const seen = new Set<string>();
  for (const pattern of patterns) {
    for await (const input of expand(pattern)) {
      if (seen.has(input.path)) continue;
      seen.add(input.path);
      yield input;
    }
  }
}

async function* expand(pattern: string): AsyncGenerator<Input> {
  if (pattern === STANDARD_INPUT) {
    yield { path: pattern };
    return;
  }
  const found = await stat(pattern).catch(() => undefined);
  if (found !== undefined) {
    yield* found.isDirectory() ? walk(pattern, () => true) : [{ path: toPath(pattern) }];
    return;
  }
  const { base, isGlob } = picomatch.scan(toPath(pattern));
  const matches = picomatch(toPath(pattern));
  let any = false;
  if (isGlob && (await stat(base || ".").catch(() => undefined))?.isDirectory()) {
    for await (const input of walk(base || ".", (path) => matches(path))) {
      any = true;
      yield input;
    }
  }
  if (!any) yield { path: pattern, error: notFound(pattern) };
}

/** Files below a folder, sorted, so that the order is the same on every machine. Links are not followed. */
async function* walk(folder: string, accept: (path: string) => boolean): AsyncGenerator<Input> {
  let entries: Awaited<ReturnType<typeof readFolder>>;
  try {
    entries = await readFolder(folder);
  } catch (error) {
    yield { path: toPath(folder), error: unreadable(folder, error) };
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = toPath(join(folder, entry.name));
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) yield* walk(path, accept);
    else if (entry.isFile() && accept(path)) yield { path };
  }
}

const readFolder = (folder: string) => readdir(folder, { withFileTypes: true });

/** The text of a file. Throws a `SherdError` that says why there is none. */
export async function readText(path: string): Promise<string> {
  const bytes = path === STANDARD_INPUT ? await readStandardInput() : await readBytes(path);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes.subarray(0, BINARY_PROBE).includes(0)) {
    throw new SherdError("INPUT_BINARY", `${path} holds zero bytes, so it is not text; skipped.`, { path });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new SherdError(
      "INPUT_UNREADABLE",
      `${path} is not valid UTF-8; convert it, for example with iconv; skipped.`,
      { path },
      { cause: error },
    );
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    checkSize(path, size);
    return await readFile(path);
  } catch (error) {
    throw error instanceof SherdError ? error : unreadable(path, error);
  }
}

async function readStandardInput(): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of process.stdin as AsyncIterable<Uint8Array>) {
    size += part.length;
    checkSize("standard input", size);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function checkSize(path: string, size: number): void {
  const most = constants.MAX_STRING_LENGTH;
  if (size <= most) return;
  throw new SherdError(
    "INPUT_TOO_LARGE",
    `${path} has ${size} bytes; one text can have ${most} at most. Divide it first.`,
    {
      path,
      size,
      most,
    },
  );
}

function notFound(path: string): SherdError {
  return new SherdError("INPUT_NOT_FOUND", `${path} names no file, folder or match; check the spelling.`, {
    path,
  });
}

function unreadable(path: string, cause: unknown): SherdError {
  const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  return new SherdError(
    "INPUT_UNREADABLE",
    `${path} cannot be read (${reason}); skipped.`,
    { path, reason },
    { cause },
  );
}

/** Forward slashes, relative to where the program runs: the same document id on every machine. */
function toPath(path: string): string {
  const normal = relative(process.cwd(), normalize(path)) || ".";
  return normal.split(sep).join("/");
}
