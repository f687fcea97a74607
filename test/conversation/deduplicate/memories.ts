import type { ChunkExtractionResult, ExtractedMemory } from "../../../src/core/extraction.ts";
import { hashText } from "../../../src/text/hash.ts";

export interface Said extends Partial<Omit<ExtractedMemory, "text" | "evidence">> {
  readonly text: string;
  /** When; milliseconds since 1970. */
  readonly time?: number;
  /** Default: one of the text's own. */
  readonly message?: string;
}

export function memoryOf({
  text,
  time,
  message = `m-${hashText(text)}-${time ?? 0}`,
  ...rest
}: Said): ExtractedMemory {
  return {
    id: hashText(`${rest.type ?? "fact"} ${text} ${message}`),
    type: "fact",
    text,
    subject: "",
    confidence: 0.8,
    by: "test@1",
    evidence: [
      {
        conversationId: "c",
        messageId: message,
        span: { start: 0, end: text.length },
        quote: text,
        ...(time !== undefined && { time }),
      },
    ],
    ...rest,
  };
}

export function chunkOf(sequence: number, memories: readonly ExtractedMemory[]): ChunkExtractionResult {
  return {
    chunkId: `chunk-${sequence}`,
    sequence,
    status: "success",
    tokenCount: 0,
    processingTime: 0,
    memories,
    relationships: [],
    rejected: [],
  };
}

/** Each memory in a chunk of its own, in this order. */
export function chunksOf(...said: readonly Said[]): ChunkExtractionResult[] {
  return said.map((each, i) => chunkOf(i + 1, [memoryOf(each)]));
}
