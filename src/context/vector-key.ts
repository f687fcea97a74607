import type { Chunk } from "../core/chunk.ts";
import { hashText } from "../text/hash.ts";
import { embeddingText } from "./outline-fields.ts";

/** Names the text that is embedded for a chunk. Its hash names its own text alone; with context in front it is another. */
function vectorKey(chunk: Pick<Chunk, "text" | "context" | "hash">): string {
  const text = embeddingText(chunk);
  return text === chunk.text ? chunk.hash : `${chunk.hash} ${hashText(text)}`;
}

/** Every text whose vector leads to a chunk, by the key of the vector: its own first, then its questions. */
export function vectorTexts(chunk: Pick<Chunk, "text" | "context" | "hash">): [key: string, text: string][] {
  // As most are: this is asked several times a chunk.
  if (chunk.context === undefined) return [[chunk.hash, chunk.text]];
  const { status, questions = [] } = chunk.context;
  const asked = status === "ok" ? questions : [];
  return [
    [vectorKey(chunk), embeddingText(chunk)],
    ...asked.map((question): [string, string] => [`question ${hashText(question)}`, question]),
  ];
}
