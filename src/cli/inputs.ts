import { constants } from "node:buffer";
import { stat } from "node:fs/promises";
import { join, normalize, relative, sep } from "node:path";
import picomatch from "picomatch";
import { SherdError } from "../core/errors.ts";
import { walk } from "../load/walk.ts";

/** A file that could be read, or the reason why it could not. */
export interface Input {
  readonly path: string;
  /** Absent for standard input: a file may well be named "-". */
  readonly isFile: boolean;
  readonly error?: SherdError;
}

export const STANDARD_INPUT: Input = { path: "standard input", isFile: false };

/** Expands files, folders and globs, in order and without repeats. What cannot be read is named too. */
export async function* expandInputs(patterns: readonly string[]): AsyncGenerator<Input, void> {
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
  if (found !== undefined && !found.isDirectory()) {
    yield { path: toPath(pattern), isFile: true };
    return;
  }
  let any = false;
  for await (const input of found === undefined ? glob(toPath(pattern)) : folder(pattern)) {
    any = true;
    yield input;
  }
  const name = found === undefined ? pattern : `${toPath(pattern)}/`;
  if (!any) yield { path: name, isFile: false, error: notFound(name) };
}

async function* folder(root: string, matching?: string): AsyncGenerator<Input> {
  for await (const { path, error } of walk(root, { glob: matching })) {
    const input = { path: toPath(join(root, path)), isFile: error === undefined };
    yield error === undefined ? input : { ...input, error };
  }
}

/** Files that match, looked for below the folders the pattern begins with. */
async function* glob(pattern: string): AsyncGenerator<Input> {
  const { base, isGlob, glob: rest } = picomatch.scan(pattern);
  if (!isGlob || !(await stat(base || ".").catch(() => undefined))?.isDirectory()) return;
  yield* folder(base || ".", rest);
}

export async function readStandardInput(): Promise<Uint8Array> {
  const most = constants.MAX_STRING_LENGTH;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of process.stdin as AsyncIterable<Uint8Array>) {
    size += part.length;
    parts.push(part);
    if (size <= most) continue;
    const message = `${STANDARD_INPUT.path} has more than ${most} bytes, which is the most one text can have. Divide it first.`;
    throw new SherdError("INPUT_TOO_LARGE", message, { most });
  }
  return Buffer.concat(parts, size);
}

function notFound(path: string): SherdError {
  return new SherdError("INPUT_NOT_FOUND", `${path} names no file, folder or match; check the spelling.`, {
    path,
  });
}

/** Forward slashes, relative to where the program runs: the same document id on every machine. */
function toPath(path: string): string {
  const normal = relative(process.cwd(), normalize(path)) || ".";
  return normal.split(sep).join("/");
}
