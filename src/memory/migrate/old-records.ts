import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { type Bytes, decodeStream, encodingOf, peek } from "../../conversation/byte-streams.ts";
import { JsonLineScanner } from "../../conversation/json-lines.ts";
import { type JsonRecord, JsonRecordScanner, type ScanScope } from "../../conversation/json-stream.ts";
import { type JsonLayout, takeSample } from "../../conversation/sample.ts";
import { SherdError } from "../../core/errors.ts";
import { PythonNumbers } from "./python-json.ts";

/** A path, the file's bytes, or a stream of them. */
export type OldMemoryInput = string | Uint8Array | Bytes;

const SAMPLE_BYTES = 64 * 1024;

/**
 * The values of a JSON file one by one: the elements of its array, its lines, or the one object it is. Holds
 * one at a time; what cannot be read is told with its place and the next is read.
 */
export async function* oldRecords(
  input: OldMemoryInput,
  scope: ScanScope,
  signal?: AbortSignal,
): AsyncGenerator<JsonRecord> {
  const { head, bytes } = await peek(open(input), SAMPLE_BYTES);
  const encoding = encodingOf(head);
  const layout = layoutOf(new TextDecoder(encoding).decode(head), scope.name);
  if (layout === undefined) {
    await bytes.return(undefined);
    throw new SherdError(
      "INPUT_MALFORMED",
      `${scope.name} is no memory file: it must begin with "[" or "{", as JSON records do.`,
      { path: scope.name },
    );
  }
  const scanner =
    layout === "lines" ? new JsonLineScanner(scope) : new JsonRecordScanner(scope, layout === "array");
  const numbers = new PythonNumbers();
  for await (const piece of decodeStream(bytes, encoding, signal)) yield* scanner.push(numbers.push(piece));
  yield* scanner.push(numbers.finish());
  yield* scanner.finish();
}

/** The name that stands in messages and reports. */
export function inputName(input: OldMemoryInput, name: string | undefined): string {
  return name ?? (typeof input === "string" ? basename(input) : "memories");
}

function layoutOf(sample: string, name: string): JsonLayout | undefined {
  const first = /[^\s\ufeff]/.exec(sample)?.[0];
  if (first !== "[" && first !== "{") return undefined;
  const numbers = new PythonNumbers();
  const known = takeSample(numbers.push(sample) + numbers.finish(), name).json?.layout;
  return known ?? (first === "[" ? "array" : "values");
}

function open(input: OldMemoryInput): Bytes {
  if (typeof input === "string") return fileBytes(input);
  return input instanceof Uint8Array ? [input] : input;
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    const isMissing = reason === "ENOENT";
    throw new SherdError(
      isMissing ? "INPUT_NOT_FOUND" : "INPUT_UNREADABLE",
      isMissing ? `${path} names no file; check the spelling.` : `${path} cannot be read (${reason}).`,
      { path, reason },
      { cause },
    );
  }
}
