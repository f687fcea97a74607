import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import { SherdError } from "../core/errors.ts";
import { digestText, hashText, hexDigits } from "../text/hash.ts";
import { approximateTokens } from "../text/tokens/estimates.ts";
import { type Cut, cutText, type SeamChooser } from "./cut.ts";
import type { Sizing } from "./options.ts";
import { outlinePath } from "./outline-path.ts";

/** Raised whenever the cutting engine would cut the same text elsewhere; part of every fingerprint. */
const ENGINE_VERSION = 1;

/**
 * What the text splitters share: documents in, chunks out. A splitter is this with a way to choose
 * seams; it holds no state between calls.
 */
export abstract class Splitter implements Chunker {
  readonly name: string;
  readonly fingerprint: string;
  readonly #sizing: Sizing;
  readonly #seams: SeamChooser;

  /** `settings` names the way seams are chosen, for the fingerprint. */
  protected constructor(name: string, sizing: Sizing, settings: unknown, seams: SeamChooser) {
    const { size, measure, overlap, minimum, trim } = sizing;
    const fingerprint = JSON.stringify([ENGINE_VERSION, size, measure, overlap, minimum, trim, settings]);
    this.name = name;
    this.fingerprint = `${name}@${hashText(fingerprint).slice(0, 16)}`;
    this.#sizing = sizing;
    this.#seams = seams;
  }

  /** The chunks' texts. */
  splitText(text: string): string[] {
    checkText(text);
    return Array.from(this.#cuts(text), (cut) => text.slice(cut.start, cut.end));
  }

  split(document: DocumentInput, call?: Call): Chunk[] {
    checkText(document?.text);
    const cuts: Cut[] = [];
    for (const cut of this.#cuts(document.text)) {
      call?.signal?.throwIfAborted();
      cuts.push(cut);
    }
    const build = this.#chunkBuilder(document, cuts.length);
    return cuts.map((cut, index) => build(cut, index, cuts[index - 1], cuts[index + 1]));
  }

  splitDocuments(documents: Iterable<DocumentInput>, call?: Call): Chunk[] {
    const chunks: Chunk[] = [];
    for (const document of documents) for (const chunk of this.split(document, call)) chunks.push(chunk);
    return chunks;
  }

  /**
   * The same chunks one by one, for documents too large to hold all their chunks: without `total`,
   * which is not known yet.
   */
  *stream(document: DocumentInput, call?: Call): Generator<Chunk> {
    checkText(document?.text);
    const build = this.#chunkBuilder(document);
    let index = 0;
    let previous: Cut | undefined;
    let held: Cut | undefined;
    // One cut is held back: how much a chunk shares with the next is known only then.
    for (const cut of this.#cuts(document.text)) {
      call?.signal?.throwIfAborted();
      if (held !== undefined) yield build(held, index++, previous, cut);
      previous = held;
      held = cut;
    }
    if (held !== undefined) yield build(held, index, previous, undefined);
  }

  #cuts(text: string): Generator<Cut> {
    return cutText(text, this.#sizing.ruler(text), this.#sizing, this.#seams);
  }

  #chunkBuilder(document: DocumentInput, total?: number) {
    const { text, metadata } = document;
    const { unit, measure } = this.#sizing;
    const exact = unit === "tokens";
    const documentId = document.id ?? hashText(text);
    const place = hashText(`${documentId}\0${this.fingerprint}`).slice(0, 16);
    const wellFormed = text.isWellFormed();
    const pathAt = outlinePath(document.outline);
    // A chunk that is split further brings its own total; while streaming there is none yet.
    const { totalChunks: _ofParent, ...own } = metadata ?? {};
    const shared =
      total === undefined
        ? { ...own, chunker: this.name }
        : { ...own, chunker: this.name, totalChunks: total };
    return (cut: Cut, index: number, previous: Cut | undefined, next: Cut | undefined): Chunk => {
      const { start, end, boundary } = cut;
      const content = text.slice(start, end);
      const { hash, bytes } = digestText(content, wellFormed || content.isWellFormed());
      const chunk: Mutable<Chunk> = {
        id: place + hexDigits(start, end),
        documentId,
        index,
        span: { start, end },
        text: content,
        overlap: { before: sharedUnits(previous, cut), after: sharedUnits(cut, next) },
        boundary,
        kind: "standard",
        path: pathAt(start),
        tokens: exact ? cut.size : approximateTokens(content.length, bytes),
        tokensBy: exact ? measure : "approximate",
        hash,
        metadata: { ...shared, chunk: index },
      };
      if (total !== undefined) chunk.total = total;
      if (cut.oversize) chunk.oversize = true;
      return chunk;
    };
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Units a cut shares with the next one. */
function sharedUnits(cut: Cut | undefined, next: Cut | undefined): number {
  return cut === undefined || next === undefined ? 0 : Math.max(0, cut.end - next.start);
}

function checkText(text: unknown): void {
  if (typeof text === "string") return;
  throw new SherdError(
    "INVALID_DOCUMENT",
    `A document needs a text that is a string; got ${text === null ? "null" : typeof text}.`,
    { value: text },
  );
}
