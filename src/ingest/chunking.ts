import { ContentAwareChunker, ParentChildChunker } from "../chunk/index.ts";
import type { Chunker } from "../core/chunker.ts";
import { invalidOption } from "../core/errors.ts";
import { TokenCounter } from "../text/index.ts";
import { lazily } from "../text/lazily.ts";
import type { Unit } from "../text/ruler.ts";
import { ENCODING_NAMES, Encoding, type SharedEncoding, shareEncoding } from "../text/tokens/encoding.ts";
import type { EncodingName } from "../text/tokens/pretokens.ts";
import { Vocabulary } from "../text/tokens/vocabulary.ts";

/** How documents are split, as plain data, so that worker threads can do it too. */
export interface ChunkingSettings {
  /** Parents to read and children to find (the default), or one level of chunks. */
  readonly by?: "parent-child" | "auto" | undefined;
  /** The chunks' hard maximum; with parents, the children's: by default 400 tokens of code, 210 of prose. */
  readonly size?: number | undefined;
  readonly minimum?: number | undefined;
  /** Default three times the size. */
  readonly parentSize?: number | undefined;
  /** Default `tokens`. */
  readonly unit?: Unit | undefined;
  /** What counts tokens. Default `o200k_base`. */
  readonly encoding?: EncodingName | undefined;
}

const DEFAULT_ENCODING = "o200k_base";

export function isChunker(value: Chunker | ChunkingSettings): value is Chunker {
  return "split" in value && typeof value.split === "function";
}

/** Wrong settings are thrown here, before anything is read. */
export async function makeChunker(settings: ChunkingSettings): Promise<Chunker> {
  const { unit = "tokens", encoding = DEFAULT_ENCODING } = settings;
  return chunkerOf(settings, unit === "tokens" ? await TokenCounter.create({ encoding }) : undefined);
}

/**
 * The same, which loads its tables when it first splits: most runs find nothing to split, and where threads do, they
 * start meanwhile. Wrong settings are thrown here.
 */
export function lazyChunker(settings: ChunkingSettings): Chunker {
  const { unit = "tokens", encoding = DEFAULT_ENCODING } = settings;
  if (unit === "tokens" && !ENCODING_NAMES.includes(encoding))
    invalidOption("encoding", encoding, `one of: ${ENCODING_NAMES.join(", ")}`);
  const { name, fingerprint } = unloadedChunker(settings);
  const loaded = lazily(() => makeChunker(settings));
  return { name, fingerprint, split: async (document, call) => (await loaded()).split(document, call) };
}

/** What a thread's `makeChunker` need not load, where it would; undefined also where it cannot be loaded. */
export async function sharedEncoding(settings: ChunkingSettings): Promise<SharedEncoding | undefined> {
  const { unit = "tokens", encoding = DEFAULT_ENCODING } = settings;
  return unit === "tokens" ? shareEncoding(encoding).catch(() => undefined) : undefined;
}

/** The fingerprint of what `makeChunker` makes. The encoding's name is in it, not its table, which is not loaded. */
export function chunkerFingerprint(settings: ChunkingSettings): string {
  return unloadedChunker(settings).fingerprint;
}

function unloadedChunker(settings: ChunkingSettings): Chunker {
  const { encoding = DEFAULT_ENCODING } = settings;
  return chunkerOf(settings, new TokenCounter({}, new Encoding(encoding, Vocabulary.of([]))));
}

function chunkerOf(settings: ChunkingSettings, counter: TokenCounter | undefined): Chunker {
  const { by = "parent-child", size, minimum, unit = "tokens" } = settings;
  const counting = { unit, counter: unit === "tokens" ? counter : undefined };
  if (by === "auto") return new ContentAwareChunker({ size, minimum, ...counting });
  if (by !== "parent-child") invalidOption("chunker.by", by, `"parent-child" or "auto"`);
  const parentSize = settings.parentSize ?? (size === undefined ? undefined : 3 * size);
  if (size === undefined && minimum === undefined && unit === "tokens") {
    const children = new ContentAwareChunker({ preset: "search", counter });
    return new ParentChildChunker({ parentSize, children, ...counting });
  }
  return new ParentChildChunker({ childSize: size, parentSize, childMinimum: minimum, ...counting });
}
