import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";

/** What every chunker's `splitText` gives: the chunks' texts. */
export async function textsOf(chunker: Chunker, text: string): Promise<string[]> {
  return (await chunker.split({ text })).map((chunk) => chunk.text);
}

/** What every chunker's `splitDocuments` gives: the chunks of each, one document after the other. */
export async function splitAll(
  chunker: Chunker,
  documents: Iterable<DocumentInput>,
  call: Call | undefined,
): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  // Not spread: a document may have more chunks than a call may have arguments.
  for (const document of documents) for (const one of await chunker.split(document, call)) chunks.push(one);
  return chunks;
}
