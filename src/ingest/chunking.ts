import { ContentAwareChunker, ParentChildChunker } from "../chunk/index.ts";
import type { Chunker } from "../core/chunker.ts";
import { invalidOption } from "../core/errors.ts";
import { TokenCounter } from "../text/index.ts";
import type { Unit } from "../text/ruler.ts";
import type { EncodingName } from "../text/tokens/pretokens.ts";

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

export function isChunker(value: Chunker | ChunkingSettings): value is Chunker {
  return "split" in value && typeof value.split === "function";
}

/** Wrong settings are thrown here, before anything is read. */
export async function makeChunker(settings: ChunkingSettings): Promise<Chunker> {
  const { by = "parent-child", size, minimum, unit = "tokens", encoding = "o200k_base" } = settings;
  const counter = unit === "tokens" ? await TokenCounter.create({ encoding }) : undefined;
  if (by === "auto") return new ContentAwareChunker({ size, minimum, unit, counter });
  if (by !== "parent-child") invalidOption("chunker.by", by, `"parent-child" or "auto"`);
  const parentSize = settings.parentSize ?? (size === undefined ? undefined : 3 * size);
  if (size === undefined && minimum === undefined && unit === "tokens") {
    const children = new ContentAwareChunker({ preset: "search", counter });
    return new ParentChildChunker({ parentSize, children, unit, counter });
  }
  return new ParentChildChunker({ childSize: size, parentSize, childMinimum: minimum, unit, counter });
}
