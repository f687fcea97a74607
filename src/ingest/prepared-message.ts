import type { Chunk } from "../core/chunk.ts";
import type { Metadata } from "../core/document.ts";
import { type FieldTerms, type StoredDocument, WORD_FIELDS } from "../core/store.ts";
import type { Prepared, Split } from "./prepare.ts";

/**
 * A document as threads pass it on. Copying many small strings between threads costs more than making them again: a
 * chunk's text is a slice of the document's (law 1), and terms, which hold no line breaks, are one string for all chunks.
 */
export interface SplitMessage {
  readonly document: StoredDocument;
  /** JSON of the chunks without what the document has. */
  readonly chunks: string;
}

export interface PreparedMessage extends SplitMessage {
  /** Each term of the document once, a line each. */
  readonly words: string;
  /** For each chunk -1, or for each field how many terms it has, and which of the words these are. */
  readonly terms: Int32Array;
}

const NO_TERMS = -1;

/** What a chunk's metadata has behind the document's, in a list to be told from metadata of another kind. */
type SentMetadata = readonly [Metadata] | Metadata;
/** A chunk that was sent, while it gets what the document has. */
type Incomplete = Omit<Chunk, "text" | "documentId" | "metadata"> & {
  metadata: SentMetadata;
  documentId?: string;
  text?: string;
};

export function toSplitMessage({ document, chunks }: Split): SplitMessage {
  const common = Object.entries(document.metadata);
  const sent = chunks.map((chunk) => ({
    ...chunk,
    text: undefined,
    documentId: undefined,
    metadata: withoutCommon(chunk.metadata, common),
  }));
  return { document, chunks: JSON.stringify(sent) };
}

/** Most of what would be sent of a chunk is what its document's metadata says too. */
function withoutCommon(metadata: Metadata, common: readonly (readonly [string, unknown])[]): SentMetadata {
  const keys = Object.keys(metadata);
  const isCommon = common.every(([key, value], i) => keys[i] === key && metadata[key] === value);
  if (!isCommon) return metadata;
  return [Object.fromEntries(keys.slice(common.length).map((key) => [key, metadata[key]]))];
}

export function toMessage(prepared: Prepared): PreparedMessage {
  return { ...toSplitMessage(prepared), ...writeTerms(prepared.terms) };
}

export function fromSplitMessage({ document, chunks }: SplitMessage): Split {
  // What is missing is added to what was read: a copy of each would cost as much as the reading.
  const parsed = JSON.parse(chunks) as Incomplete[];
  for (const chunk of parsed) {
    const { metadata, span } = chunk;
    if (isOwn(metadata)) chunk.metadata = { ...document.metadata, ...metadata[0] };
    chunk.documentId = document.id;
    chunk.text = document.text.slice(span.start, span.end);
  }
  return { document, chunks: parsed as Chunk[] };
}

function isOwn(metadata: SentMetadata): metadata is readonly [Metadata] {
  return Array.isArray(metadata);
}

/** Terms are read when they are asked for: a document waits with others, and they are most of its memory. */
export function fromMessage(message: PreparedMessage): Prepared {
  const { document, chunks } = fromSplitMessage(message);
  return {
    document,
    chunks,
    get terms() {
      return readTerms(message.words, message.terms, chunks.length);
    },
  };
}

function writeTerms(all: readonly (FieldTerms | undefined)[]): Pick<PreparedMessage, "words" | "terms"> {
  const places = new Map<string, number>();
  const written: number[] = [];
  for (const fields of all) {
    if (fields === undefined) {
      written.push(NO_TERMS);
      continue;
    }
    for (const field of WORD_FIELDS) {
      const terms = fields[field] ?? [];
      written.push(terms.length);
      for (const term of terms) {
        let place = places.get(term);
        if (place === undefined) {
          place = places.size;
          places.set(term, place);
        }
        written.push(place);
      }
    }
  }
  return { words: [...places.keys()].join("\n"), terms: Int32Array.from(written) };
}

function readTerms(words: string, written: Int32Array, chunks: number): (FieldTerms | undefined)[] {
  const list = words.split("\n");
  let at = 0;
  return Array.from({ length: chunks }, () => {
    if (written[at] === NO_TERMS) {
      at++;
      return undefined;
    }
    const fields: Record<string, string[]> = {};
    for (const field of WORD_FIELDS) {
      const length = written[at++];
      if (length === 0) continue;
      const terms = new Array<string>(length);
      for (let i = 0; i < length; i++) terms[i] = list[written[at++]];
      fields[field] = terms;
    }
    return fields;
  });
}
