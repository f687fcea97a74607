import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import { buildAll, buildEach, checkText } from "./chunk-builder.ts";
import { type Cut, cutText, type SeamChooser } from "./cut.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { Sizing } from "./options.ts";

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
    this.name = name;
    this.fingerprint = fingerprintOf(name, sizing, settings);
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
    return buildAll(document, [...this.#cuts(document.text, call)], this.#making);
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
    yield* buildEach(document, this.#cuts(document.text, call), this.#making);
  }

  get #making() {
    return { name: this.name, fingerprint: this.fingerprint, sizing: this.#sizing };
  }

  *#cuts(text: string, call?: Call): Generator<Cut> {
    for (const cut of cutText(text, this.#sizing.ruler(text), this.#sizing, this.#seams)) {
      call?.signal?.throwIfAborted();
      yield cut;
    }
  }
}
