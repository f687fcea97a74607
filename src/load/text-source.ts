import type { Metadata } from "../core/document.ts";
import { decodeText } from "./encodings.ts";
import type { Source } from "./format.ts";

/** A guess below this is worth a word to the reader. */
const DOUBTFUL = 0.6;

export interface SourceText {
  readonly text: string;
  /** `encoding`, `encodingConfidence`, and what could not be decoded. */
  readonly metadata: Metadata;
  readonly warnings: string[];
}

/**
 * A text file's bytes, decoded as its source asks, with what there is to tell about it: what every text
 * format begins with. `declared` is the encoding the file names itself.
 */
export function readSourceText(bytes: Uint8Array, source: Source, declared?: string): SourceText {
  const { name, encoding: known, strict } = source;
  const { text, encoding, confidence, undecodable } = decodeText(bytes, {
    name,
    encoding: known,
    declared,
    strict,
  });
  const warnings: string[] = [];
  const metadata: Record<string, unknown> = { encoding, encodingConfidence: confidence };
  if (confidence < DOUBTFUL) {
    warnings.push(
      `The encoding ${encoding} is a guess (confidence ${confidence}); name it if the text looks wrong.`,
    );
  }
  if (undecodable !== undefined) {
    const { count, offsets } = undecodable;
    metadata.undecodableCount = count;
    metadata.undecodableOffsets = offsets;
    warnings.push(
      `${count} ${count === 1 ? "place" : "places"} could not be decoded as ${encoding}, the first at byte ${offsets[0]}; U+FFFD stands there.`,
    );
  }
  return { text, metadata, warnings };
}
