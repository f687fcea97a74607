import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { invalidOption, SherdError } from "../core/errors.ts";
import { checkPath } from "./check-arguments.ts";
import type { Write } from "./export.ts";
import type { ExportTarget, NodeTarget, RestoreSource } from "./transfer-types.ts";

/**
 * Lets `work` write to a target and ends it. A file appears under its name when all of it is written; until
 * then a file of that name stays what it was.
 */
export async function writingTo<T>(target: ExportTarget, work: (write: Write) => Promise<T>): Promise<T> {
  if (typeof target === "string") return writingToFile(checkPath("target", target), work);
  if (typeof target !== "object" || target === null || !("getWriter" in target || "write" in target))
    invalidOption("target", target, "a path or a stream that takes strings");
  if ("getWriter" in target) {
    const writer = target.getWriter();
    try {
      const result = await work(async (text) => {
        await writer.ready;
        await writer.write(text);
      });
      await writer.close();
      return result;
    } finally {
      writer.releaseLock();
    }
  }
  return writingToStream(target, work);
}

async function writingToFile<T>(path: string, work: (write: Write) => Promise<T>): Promise<T> {
  // Another process, or another run of this one, may write to the same path; process ids are the same in two containers.
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(unfinished, "wx");
    try {
      const result = await work(async (text) => void (await file.writeFile(text)));
      await file.sync();
      await file.close();
      await rename(unfinished, path);
      return result;
    } catch (error) {
      await file.close().catch(() => {});
      await rm(unfinished, { force: true }).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw isSystemError(error) ? unwritable(path, error) : error;
  }
}

/** A stream of the caller's, who also ends it. */
async function writingToStream<T>(stream: NodeTarget, work: (write: Write) => Promise<T>): Promise<T> {
  // Told to the write that failed; without a listener it would end the program as well.
  const ignore = () => {};
  stream.on("error", ignore);
  try {
    return await work(
      (text) =>
        new Promise((resolve, reject) => {
          stream.write(text, (error) => (error ? reject(error) : resolve()));
        }),
    );
  } finally {
    stream.off("error", ignore);
  }
}

export function readingFrom(source: RestoreSource): AsyncIterable<string | Uint8Array> {
  if (typeof source === "string") return readFile(checkPath("source", source));
  const isPieces =
    typeof source === "object" &&
    source !== null &&
    (Symbol.asyncIterator in source || Symbol.iterator in source);
  if (!isPieces) invalidOption("source", source, "a path or what gives an export's bytes piece by piece");
  return source;
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const code = error.code === "ENOENT" ? "INPUT_NOT_FOUND" : "INPUT_UNREADABLE";
    const message = `${path} cannot be read (${error.code}); give the path of an export.`;
    throw new SherdError(code, message, { path, reason: error.code }, { cause: error });
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}

function unwritable(path: string, cause: NodeJS.ErrnoException): SherdError {
  return new SherdError(
    "OUTPUT_UNWRITABLE",
    `${path} cannot be written (${cause.code}). Give another path, or make room.`,
    { path, reason: cause.code },
    { cause },
  );
}
