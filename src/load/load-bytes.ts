import { createHash } from "node:crypto";
import type { Document, Metadata } from "../core/document.ts";
import { SherdError } from "../core/errors.ts";
import type { Parsed, Source, TextFormat } from "./format.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { detectNaturalLanguage } from "./natural-language.ts";
import { ParseCache } from "./parse-cache.ts";
import { chooseFormat, FORMATS, type FormatEntry } from "./registry.ts";
import type { Sandbox } from "./sandbox.ts";

export interface LoadOptions {
  /** The document's id; by default its normalised path or name. */
  readonly id?: string | undefined;
  /** What one file may cost; what is not named keeps its default. */
  readonly limits?: Partial<Limits> | undefined;
  /** The encoding of text files, where it is known. */
  readonly encoding?: string | undefined;
  /** Bytes that cannot be decoded are the error `INPUT_UNREADABLE`, not a warning. */
  readonly strict?: boolean | undefined;
  /** A folder for parsed PDF, Office and web files, so that the same bytes are not parsed twice. */
  readonly cache?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What loading needs beside the caller's options. Tests bring formats of their own here. */
export interface LoadContext {
  readonly sandbox: Sandbox;
  readonly formats?: readonly FormatEntry[];
}

/** Text that is read as prose, so that it has a natural language. */
const PROSE: ReadonlySet<TextFormat> = new Set(["text", "markdown", "html", "latex"]);

/** A document of a file's bytes. `name` may be a path; its extension counts. */
export async function loadBytes(
  name: string,
  given: Uint8Array,
  options: LoadOptions,
  context: LoadContext,
  modified?: Date,
): Promise<Document> {
  options.signal?.throwIfAborted();
  // Parsers take typed arrays, and some of them refuse Node's own kind.
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  const limits = resolveLimits(options.limits);
  checkSize(name, bytes.length, limits.bytes);
  const { entry, warning } = chooseFormat(name, bytes, context.formats ?? FORMATS);
  const source: Source = {
    name,
    limits,
    ...(options.encoding === undefined ? {} : { encoding: options.encoding }),
    ...(options.strict === undefined ? {} : { strict: options.strict }),
  };
  const contentHash = createHash("sha256").update(bytes).digest("hex");
  const parsed = entry.sandboxed
    ? await parseApart(entry, bytes, source, contentHash, options, context)
    : await parseHere(entry, bytes, source);
  const warnings = [...(warning === undefined ? [] : [warning]), ...(parsed.warnings ?? [])];
  const language = PROSE.has(parsed.format) ? await detectNaturalLanguage(parsed.text) : undefined;
  const metadata: Metadata = {
    ...parsed.metadata,
    source: name,
    type: entry.type,
    format: parsed.format,
    ...(parsed.title === undefined ? {} : { title: parsed.title }),
    ...(language === undefined ? {} : { language }),
    ...(modified === undefined ? {} : { modified: modified.toISOString() }),
    bytes: bytes.length,
    contentHash,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  const { text, outline } = parsed;
  return { id: options.id ?? name, text, metadata, ...(outline === undefined ? {} : { outline }) };
}

/** In the sandbox, or from what it gave the last time. */
async function parseApart(
  { type, module }: FormatEntry,
  bytes: Uint8Array,
  source: Source,
  contentHash: string,
  { cache: folder, signal }: LoadOptions,
  { sandbox }: LoadContext,
): Promise<Parsed> {
  // What the caller says of the encoding changes the text; the cache knows only the bytes.
  const isPlain = source.encoding === undefined && source.strict !== true;
  const cache = folder !== undefined && isPlain ? new ParseCache(folder) : undefined;
  const known = await cache?.read(type, contentHash);
  if (known !== undefined) return known;
  const request = { type, bytes, source, ...(module === undefined ? {} : { module }) };
  const parsed = await sandbox.parse(request, signal);
  await cache?.write(type, contentHash, parsed);
  return parsed;
}

/** Any failure of a format is a typed one. */
async function parseHere(entry: FormatEntry, bytes: Uint8Array, source: Source): Promise<Parsed> {
  const format = await entry.load();
  try {
    return await format.parse(bytes, source);
  } catch (error) {
    if (error instanceof SherdError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SherdError(
      "INPUT_MALFORMED",
      `${source.name} cannot be parsed as ${entry.type}: ${reason}. It may be damaged.`,
      { path: source.name, reason },
      { cause: error },
    );
  }
}

export function resolveLimits(limits: Partial<Limits> | undefined): Limits {
  const resolved: Record<keyof Limits, number> = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(limits ?? {})) {
    if (value === undefined) continue;
    if (!(name in DEFAULT_LIMITS) || typeof value !== "number" || !(value > 0)) {
      const known = Object.keys(DEFAULT_LIMITS).join(", ");
      throw new SherdError(
        "INVALID_OPTION",
        `limits.${name} must be one of ${known} and a number above 0; got ${value}.`,
        {
          option: `limits.${name}`,
          value,
        },
      );
    }
    resolved[name as keyof Limits] = value;
  }
  return resolved;
}

function checkSize(path: string, size: number, most: number): void {
  if (size <= most) return;
  throw new SherdError(
    "LIMIT_EXCEEDED",
    `${path} has ${size} bytes; ${most} are allowed. Raise the limit "bytes", or divide it.`,
    { path, limit: "bytes", most, seen: size },
  );
}
