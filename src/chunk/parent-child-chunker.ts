import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import { invalidOption } from "../core/errors.ts";
import type { Span } from "../core/span.ts";
import { hashText, hexDigits } from "../text/hash.ts";
import type { Unit } from "../text/ruler.ts";
import type { TokenCounter } from "../text/tokens/token-counter.ts";
import { ContentAwareChunker } from "./content-aware-chunker.ts";
import { splitAll, textsOf } from "./split-all.ts";

/** A parent is what an answer is read from: a few paragraphs. Sizes in tokens. */
export const DEFAULT_PARENT_SIZE = 1_200;
export const DEFAULT_PARENT_MINIMUM = 800;
/** A child is what a question is matched with: one thought. */
export const DEFAULT_CHILD_SIZE = 400;
export const DEFAULT_CHILD_MINIMUM = 200;

export interface ParentChildChunkerOptions {
  /** Parents' hard maximum, and the size they aim at least at. Default 1,200 and 800. */
  readonly parentSize?: number | undefined;
  readonly parentMinimum?: number | undefined;
  /** The same for children. Default 400 and 200. */
  readonly childSize?: number | undefined;
  readonly childMinimum?: number | undefined;
  /** Default `tokens`. */
  readonly unit?: Unit | undefined;
  readonly counter?: TokenCounter | undefined;
  /** What cuts parents into children, instead of `ContentAwareChunker`: anything that splits documents. */
  readonly children?: Chunker | undefined;
}

/** A chunker that can keep its chunks inside given spans of the whole document. */
interface SpanChunker extends Chunker {
  splitWithin(document: DocumentInput, spans: readonly Span[], call?: Call): Promise<Chunk[]>;
}

/**
 * Two passes: parents along the document's structure, and children inside them. Children are found,
 * parents are read. Each parent comes before its children; tables give `standard` chunks, for their rows
 * carry their head already.
 */
export class ParentChildChunker implements Chunker {
  readonly name = "parent-child";
  readonly fingerprint: string;
  readonly #parents: ContentAwareChunker;
  readonly #children: Chunker;

  constructor(options: ParentChildChunkerOptions = {}) {
    const { unit = "tokens", counter, children } = options;
    const scale = unit === "tokens" ? 1 : 4;
    const { parentSize = DEFAULT_PARENT_SIZE * scale, childSize = DEFAULT_CHILD_SIZE * scale } = options;
    const { parentMinimum = least(DEFAULT_PARENT_MINIMUM, DEFAULT_PARENT_SIZE, parentSize) } = options;
    const { childMinimum = least(DEFAULT_CHILD_MINIMUM, DEFAULT_CHILD_SIZE, childSize) } = options;
    if (children === undefined && childSize > parentSize)
      invalidOption("childSize", childSize, `at most parentSize (${parentSize})`);
    this.#parents = new ContentAwareChunker({ size: parentSize, minimum: parentMinimum, unit, counter });
    this.#children =
      children ??
      new ContentAwareChunker({ size: childSize, minimum: childMinimum, balance: true, unit, counter });
    const settings = `${this.#parents.fingerprint} ${this.#children.fingerprint}`;
    this.fingerprint = `parent-child@${hashText(settings).slice(0, 16)}`;
  }

  async splitText(text: string): Promise<string[]> {
    return textsOf(this, text);
  }

  async splitDocuments(documents: Iterable<DocumentInput>, call?: Call): Promise<Chunk[]> {
    return splitAll(this, documents, call);
  }

  async split(document: DocumentInput, call?: Call): Promise<Chunk[]> {
    const parents = await this.#parents.split(document, call);
    if (parents[0]?.metadata.chunker === "table") return await this.#children.split(document, call);
    const children = await this.#childrenWithin(document, parents, call);

    const family: Chunk[] = [];
    let next = 0;
    for (const parent of parents) {
      const own: Chunk[] = [];
      for (; next < children.length && children[next].span.start < parent.span.end; next++)
        own.push({ ...children[next], kind: "child", parentId: parent.id });
      family.push({ ...parent, kind: "parent", childIds: own.map((child) => child.id) }, ...own);
    }
    return family;
  }

  async #childrenWithin(document: DocumentInput, parents: readonly Chunk[], call?: Call): Promise<Chunk[]> {
    const inner = this.#children;
    if ("splitWithin" in inner)
      return (inner as SpanChunker).splitWithin(
        document,
        parents.map(({ span, boundary }) => ({ ...span, boundary })),
        call,
      );
    const children: Chunk[] = [];
    for (const parent of parents) {
      for (const child of await inner.split({ ...document, text: parent.text, outline: undefined }, call))
        children.push(movedInto(parent, child));
    }
    const total = children.length;
    return children.map((child, index) => {
      return { ...child, index, total, metadata: { ...child.metadata, chunk: index, totalChunks: total } };
    });
  }
}

/** The share the defaults have, for a size of one's own. */
function least(minimum: number, size: number, own: number): number {
  return Math.floor((minimum / size) * own);
}

/** A chunk of a parent's text as one of the document's. */
function movedInto(parent: Chunk, child: Chunk): Chunk {
  const span = { start: child.span.start + parent.span.start, end: child.span.end + parent.span.start };
  return {
    ...child,
    boundary: child.boundary === "end" ? parent.boundary : child.boundary,
    id: hashText(`${parent.id}\0${child.id}`).slice(0, 16) + hexDigits(span.start, span.end),
    documentId: parent.documentId,
    span,
    path: parent.path,
    ...(parent.locator === undefined ? {} : { locator: parent.locator }),
  };
}
