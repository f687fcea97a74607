import type { Chunk } from "../../src/core/chunk.ts";
import type { Entry, FieldTerms, Space, StoredDocument, WordQuery } from "../../src/core/store.ts";
import { hashText } from "../../src/text/hash.ts";

export const SPACE: Space = { workspace: "default", collection: "documents" };
export const EMBEDDER = "test:letters;dimensions=8;version=1;norm=unit";
const DIMENSIONS = 8;

/** A vector of unit length that depends on the text alone. */
export function vectorOf(text: string, dimensions = DIMENSIONS): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [i, character] of [...text].entries()) {
    vector[((character.codePointAt(0) ?? 0) + i) % dimensions] += 1 + (i % 3);
  }
  vector[0] += 0.25;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Words of letters and digits, in small letters. */
export function termsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export interface SampleOptions {
  /** UTF-16 units of a parent; each has children of half its size. */
  readonly size?: number;
  readonly metadata?: StoredDocument["metadata"];
  readonly title?: string;
  readonly recipe?: string;
  readonly vectors?: boolean;
  readonly embed?: (text: string) => Float32Array;
}

export interface Sample {
  readonly document: StoredDocument;
  readonly entries: Entry[];
}

/** A document cut into parents of fixed size with two children each. */
export function sample(id: string, text: string, options: SampleOptions = {}): Sample {
  const { size = 40, metadata = {}, title, recipe = "sample@1", vectors = true, embed = vectorOf } = options;
  const document: StoredDocument = {
    id,
    text,
    metadata,
    hash: hashText(text),
    recipe,
    ...(title === undefined ? {} : { title }),
    outline: [{ kind: "heading", title: "All", level: 1, span: { start: 0, end: text.length } }],
    file: { path: `/files/${id}`, bytes: text.length, modified: 1_700_000_000_000 },
  };
  const entries: Entry[] = [];
  for (let start = 0, end = 0, index = 0; start < text.length; start = end, index++) {
    end = wordEnd(text, start + size);
    const middle = Math.min(end, wordEnd(text, start + Math.ceil((end - start) / 2)));
    const spans = [
      { start, end: middle },
      { start: middle, end },
    ].filter((span) => span.end > span.start);
    const childIds = spans.map((span) => `${id}/c${span.start}`);
    const parent = { ...chunkAt(document, start, end, "parent", index, `${id}/p${start}`), childIds };
    entries.push({ chunk: parent });
    spans.forEach((span, i) => {
      const child: Chunk = {
        ...chunkAt(document, span.start, span.end, "child", 2 * index + i, childIds[i]),
        parentId: parent.id,
        locator: `${span.start}-${span.end}`,
      };
      const terms: FieldTerms = {
        text: termsOf(child.text),
        path: ["all"],
        ...(title === undefined ? {} : { title: termsOf(title) }),
      };
      entries.push({ chunk: child, terms, ...(vectors ? { vectors: [embed(child.text)] } : {}) });
    });
  }
  return { document, entries };
}

/** After the next space, where one is near. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.indexOf(" ", at);
  if (space < 0) return text.length - at < 30 ? text.length : at;
  return space - at < 30 ? space + 1 : at;
}

function chunkAt(
  document: StoredDocument,
  start: number,
  end: number,
  kind: Chunk["kind"],
  index: number,
  id: string,
): Chunk {
  const text = document.text.slice(start, end);
  return {
    id,
    documentId: document.id,
    index,
    total: 99,
    span: { start, end },
    text,
    overlap: { before: index === 0 ? 0 : 1, after: 2 },
    boundary: end === document.text.length ? "end" : "grapheme",
    kind,
    path: ["All", `part ${index}`],
    tokens: text.length,
    tokensBy: "approximate",
    hash: hashText(text),
    metadata: { ...document.metadata, chunker: "sample", chunk: index },
  };
}

export function wordQuery(words: string, options: Partial<WordQuery> = {}): WordQuery {
  return {
    terms: [...new Set(termsOf(words))].map((term) => ({ term, weight: 1 })),
    fields: { text: 1, path: 0.3, title: 0.5, names: 1, keywords: 0.5, context: 0.5, questions: 0.5 },
    documentWeight: 0.3,
    limit: 20,
    ...options,
  };
}
