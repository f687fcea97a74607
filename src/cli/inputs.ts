import { constants } from "node:buffer";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, normalize, relative, sep } from "node:path";
import picomatch from "picomatch";
import { SherdError } from "../core/errors.ts";

/** A file that could be read, or the reason why it could not. */
export interface Input {
  readonly path: string;
  /** Absent for standard input: a file may well be named "-". */
  readonly isFile: boolean;
  readonly error?: SherdError;
}

const STANDARD_INPUT: Input = { path: "standard input", isFile: false };

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
  if (pattern === "-") {
    yield STANDARD_INPUT;
    return;
  }
  const found = await stat(pattern).catch(() => undefined);
  if (found !== undefined) {
    yield* found.isDirectory() ? wholeFolder(pattern) : [{ path: toPath(pattern), isFile: true }];
    return;
  }
  let any = false;
  for await (const input of glob(toPath(pattern))) {
    any = true;
    yield input;
  }
  if (!any) yield { path: pattern, isFile: true, error: notFound(pattern) };
}

async function* wholeFolder(folder: string): AsyncGenerator<Input> {
  let any = false;
  for await (const input of walk(folder, Number.POSITIVE_INFINITY, () => true)) {
    any = true;
    yield input;
  }
  if (!any) yield { path: toPath(folder), isFile: false, error: notFound(`${toPath(folder)}/`) };
}

/** Files that match, looked for no deeper than the pattern can reach. */
async function* glob(pattern: string): AsyncGenerator<Input> {
  const { base, isGlob, glob: rest } = picomatch.scan(pattern);
  if (!isGlob || !(await stat(base || ".").catch(() => undefined))?.isDirectory()) return;
  const depth = rest.includes("**") || rest.includes("(") ? Number.POSITIVE_INFINITY : rest.split("/").length;
  yield* walk(base || ".", depth, picomatch(pattern));
}

/** Files below a folder, sorted, so that the order is the same on every machine. Links are not followed. */
async function* walk(
  folder: string,
  depth: number,
  accept: (path: string) => boolean,
): AsyncGenerator<Input> {
  let entries: Awaited<ReturnType<typeof readFolder>>;
  try {
    entries = await readFolder(folder);
  } catch (error) {
    yield { path: toPath(folder), isFile: false, error: unreadable(folder, error) };
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = toPath(join(folder, entry.name));
    if (entry.isDirectory() && depth > 1 && !SKIPPED_FOLDERS.has(entry.name))
      yield* walk(path, depth - 1, accept);
    else if (entry.isFile() && accept(path)) yield { path, isFile: true };
  }
}

const readFolder = (folder: string) => readdir(folder, { withFileTypes: true });

/** The text of an input. Throws a `SherdError` that says why there is none. */
export async function readText({ path, isFile }: Input): Promise<string> {
  const bytes = isFile ? await readBytes(path) : await readStandardInput();
  const encoding = markedEncoding(bytes);
  if (encoding === "utf-8" && bytes.subarray(0, BINARY_PROBE).includes(0)) {
    throw new SherdError("INPUT_BINARY", `${path} holds zero bytes, so it is not text; skipped.`, { path });
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new SherdError(
      "INPUT_UNREADABLE",
      `${path} is not valid ${encoding.toUpperCase()}; convert it, for example with iconv; skipped.`,
      { path, encoding },
      { cause: error },
    );
  }
}

/** What a byte order mark says; UTF-8 without one. */
function markedEncoding(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
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
    checkSize(STANDARD_INPUT.path, size);
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
