import type { Boundary, Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import type { Span } from "../core/span.ts";
import { graphemeFloor } from "../text/graphemes.ts";
import { buildAll, buildEach, checkText } from "./chunk-builder.ts";
import { type Cut, cutText, type Range } from "./cut.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { Sizing } from "./options.ts";
import { splitAll, textsOf } from "./split-all.ts";
import type { Structure } from "./structure.ts";
import { structureSeams } from "./structure-seams.ts";

/**
 * What the structure-aware chunkers share: they say what a document's structure is, and the engine cuts
 * along it. Asynchronous, for a parser or a grammar may have to be loaded first.
 */
export abstract class StructuredSplitter implements Chunker {
  readonly name: string;
  readonly fingerprint: string;
  readonly sizing: Sizing;

  /** `settings` names everything beside the sizes that decides where is cut, for the fingerprint. */
  protected constructor(name: string, sizing: Sizing, settings: unknown) {
    this.name = name;
    this.fingerprint = fingerprintOf(name, sizing, settings);
    this.sizing = sizing;
  }

  /** The seams of a document, and what its chunks are to say about themselves. */
  abstract structure(document: DocumentInput, call?: Call): Structure | Promise<Structure>;

  /** The chunks' texts. */
  splitText(text: string): Promise<string[]> {
    return textsOf(this, text);
  }

  async split(document: DocumentInput, call?: Call): Promise<Chunk[]> {
    return this.splitWithin(document, [], call);
  }

  splitDocuments(documents: Iterable<DocumentInput>, call?: Call): Promise<Chunk[]> {
    return splitAll(this, documents, call);
  }

  /** The same chunks one by one, without `total`, which is not known yet. */
  async *stream(document: DocumentInput, call?: Call): AsyncGenerator<Chunk> {
    checkText(document?.text);
    const structure = await this.structure(document, call);
    yield* buildEach(document, this.#cuts(document.text, structure, [], call), this.#making(structure));
  }

  /**
   * As {@link split}, but no chunk reaches across an end of the given spans, which must be in order and
   * begin and end between whole characters: how children are kept inside their parents.
   */
  async splitWithin(document: DocumentInput, spans: readonly Span[], call?: Call): Promise<Chunk[]> {
    checkText(document?.text);
    const structure = await this.structure(document, call);
    const cuts = [...this.#cuts(document.text, structure, spans, call)];
    return buildAll(document, cuts, this.#making(structure));
  }

  #making({ outline, describe }: Structure) {
    return { name: this.name, fingerprint: this.fingerprint, sizing: this.sizing, outline, describe };
  }

  *#cuts(text: string, structure: Structure, spans: readonly Span[], call?: Call): Generator<Cut> {
    const ranges = rangesOf(text, structure, spans);
    const ruler = this.sizing.ruler(text);
    for (const cut of cutText(text, ruler, this.sizing, structureSeams(structure.seams), ranges)) {
      call?.signal?.throwIfAborted();
      yield cut;
    }
  }
}

/** A span that no chunk may leave, with the seam at its end. */
type Fence = Span & { readonly boundary?: Boundary };

/** What lies between the walls, of the structure's own and of the spans'. */
function rangesOf(text: string, { walls = [] }: Structure, spans: readonly Fence[]): Range[] {
  const asked = spans.flatMap(({ start, end, boundary = "section" }: Fence) => [
    { position: start, boundary },
    { position: end, boundary },
  ]);
  const all = [...walls, ...asked]
    .filter(({ position }) => position > 0 && position < text.length)
    .sort((a, b) => a.position - b.position);
  const ranges: Range[] = [];
  let start = 0;
  for (const { position, boundary } of [...all, { position: text.length, boundary: "end" as const }]) {
    const end = graphemeFloor(text, position, start);
    if (end > start) ranges.push({ start, end, boundary });
    start = end;
  }
  return ranges;
}
