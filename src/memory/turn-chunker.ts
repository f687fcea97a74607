import { buildAll, checkText } from "../chunk/chunk-builder.ts";
import { type Cut, cutText, type SeamChooser } from "../chunk/cut.ts";
import { exceeds } from "../chunk/exceeds.ts";
import { fingerprintOf } from "../chunk/fingerprint.ts";
import { resolveSizing, type Sizing } from "../chunk/options.ts";
import { splitAll, textsOf } from "../chunk/split-all.ts";
import type { Boundary, Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { DocumentInput, Metadata } from "../core/document.ts";
import { invalidOption } from "../core/errors.ts";
import { DEFAULT_BOUNDARY_WINDOW } from "../text/boundaries.ts";
import type { Unit } from "../text/ruler.ts";
import type { TokenCounter } from "../text/tokens/token-counter.ts";
import { type Turn, turnDocument } from "./render-turn.ts";
import { turnSeams, wordSeams } from "./turn-seams.ts";
import { turnUnits } from "./turn-units.ts";

/** The sizes the product was asked for: a chunk of a turn is a few sentences. Characters. */
export const DEFAULT_TURN_CHUNK_SIZE = 400;
export const DEFAULT_TURN_OVERLAP = 0.2;
export const DEFAULT_TURN_MINIMUM = 100;
export const DEFAULT_MAX_CHUNKS_PER_TURN = 10;

/** How much larger the chunks of a turn are made when there would still be too many. */
const GROWTH = 1.1;

export interface TurnChunkerOptions {
  /** The maximum of a child, in `unit`. It is hard, but grows for a turn that would have too many. Default 400. */
  readonly size?: number | undefined;
  /** How much of a child's end the next repeats, at most: in `unit`, or below 1 as a share. Default 0.2. */
  readonly overlap?: number | undefined;
  /** The size below which a child should not fall, in `unit`. Default 100, or a quarter of a smaller `size`. */
  readonly minimum?: number | undefined;
  /** Default 10: past that, chunks grow to the turn's length ÷ 10 and say so in `metadata.grownChunkSize`. */
  readonly maxChunksPerTurn?: number | undefined;
  /** How far before the maximum a seam is sought, in characters. Default 50. */
  readonly boundaryWindow?: number | undefined;
  /** Whether paragraphs, lists, sentences and clauses are preferred to words, and code and lists kept whole. Default true. */
  readonly semanticBoundaries?: boolean | undefined;
  /** Default `characters`. */
  readonly unit?: Unit | undefined;
  readonly counter?: TokenCounter | undefined;
}

const OPTION_NAMES = [
  ...["size", "overlap", "minimum", "maxChunksPerTurn", "boundaryWindow"],
  ...["semanticBoundaries", "unit", "counter"],
];

/**
 * A turn of a conversation: one parent with the whole of it, and overlapping children inside; a turn that
 * fits one chunk stays one `standard` record. A child's `span` is its place in the parent, for the parent is
 * the document. The parent comes first.
 */
export class TurnChunker implements Chunker {
  readonly name = "turn";
  readonly fingerprint: string;
  readonly #sizing: (size?: number) => Sizing;
  readonly #most: number;
  readonly #window: number;
  readonly #semantic: boolean;

  constructor(options: TurnChunkerOptions = {}) {
    for (const name of Object.keys(options))
      if (!OPTION_NAMES.includes(name)) invalidOption("option", name, `one of: ${OPTION_NAMES.join(", ")}`);
    const { size: asked = DEFAULT_TURN_CHUNK_SIZE, overlap = DEFAULT_TURN_OVERLAP, unit, counter } = options;
    const { minimum = Math.min(DEFAULT_TURN_MINIMUM, Math.floor(asked / 4)) } = options;
    const { maxChunksPerTurn = DEFAULT_MAX_CHUNKS_PER_TURN, semanticBoundaries = true } = options;
    const { boundaryWindow = DEFAULT_BOUNDARY_WINDOW } = options;
    if (!Number.isSafeInteger(maxChunksPerTurn) || maxChunksPerTurn < 1)
      invalidOption("maxChunksPerTurn", maxChunksPerTurn, "a whole number, 1 or more");
    if (!Number.isSafeInteger(boundaryWindow) || boundaryWindow < 0)
      invalidOption("boundaryWindow", boundaryWindow, "a whole number, 0 or more");
    if (typeof semanticBoundaries !== "boolean")
      invalidOption("semanticBoundaries", semanticBoundaries, "true or false");

    this.#sizing = (size = asked) =>
      resolveSizing({ size, overlap, minimum, unit, counter, balance: true }, { overlap });
    this.#most = maxChunksPerTurn;
    this.#window = boundaryWindow;
    this.#semantic = semanticBoundaries;
    const settings = [overlap, maxChunksPerTurn, boundaryWindow, semanticBoundaries];
    this.fingerprint = fingerprintOf(this.name, this.#sizing(), settings);
  }

  /** The chunks' texts, the parent's first. */
  async splitText(text: string): Promise<string[]> {
    return textsOf(this, text);
  }

  async splitDocuments(documents: Iterable<DocumentInput>, call?: Call): Promise<Chunk[]> {
    return splitAll(this, documents, call);
  }

  async splitTurn(turn: Turn, id?: string, metadata?: Metadata, call?: Call): Promise<Chunk[]> {
    return this.split(turnDocument(turn, id, metadata), call);
  }

  /** `turnDocument` makes the document of a turn; any other text is cut as if it were one message. */
  async split(document: DocumentInput, call?: Call): Promise<Chunk[]> {
    checkText(document?.text);
    const { text } = document;
    if (text.trim() === "") return [];
    const asked = this.#sizing();
    if (!exceeds(text, asked)) return this.#build(document, [wholeCut(text, asked)], asked);

    const seams = this.#semantic
      ? turnSeams(await turnUnits(document), this.#window)
      : wordSeams(this.#window);
    const { cuts, sizing } = this.#cutAtMost(text, seams, call);
    const own = sizing.size === asked.size ? document : grown(document, sizing.size);
    const [parent] = this.#build(own, [wholeCut(text, sizing)], sizing);
    if (cuts.length === 1) return [parent];
    const children = this.#build(own, cuts, sizing);
    return [
      { ...parent, kind: "parent", path: [], childIds: children.map(({ id }) => id) },
      ...children.map((child): Chunk => ({ ...child, kind: "child", parentId: parent.id })),
    ];
  }

  /** The size asked for where that gives few enough; else the smallest tried that does. */
  #cutAtMost(text: string, seams: SeamChooser, call?: Call): { cuts: Cut[]; sizing: Sizing } {
    let sizing = this.#sizing();
    const total = sizing.ruler(text).size(0, text.length);
    for (;;) {
      const cuts = this.#firstCuts(text, sizing, seams, call);
      if (cuts.length <= this.#most) return { cuts, sizing };
      const grownSize = Math.max(Math.ceil(total / this.#most), Math.ceil(sizing.size * GROWTH));
      // All of it is one chunk: growing ends here at the latest.
      sizing = this.#sizing(Math.min(grownSize, Math.max(total, sizing.size + 1)));
    }
  }

  /** One cut more than there may be is enough to know. */
  #firstCuts(text: string, sizing: Sizing, seams: SeamChooser, call?: Call): Cut[] {
    const cuts: Cut[] = [];
    for (const cut of cutText(text, sizing.ruler(text), sizing, seams)) {
      call?.signal?.throwIfAborted();
      cuts.push(cut);
      if (cuts.length > this.#most) break;
    }
    return cuts;
  }

  #build(document: DocumentInput, cuts: readonly Cut[], sizing: Sizing): Chunk[] {
    return buildAll(document, cuts, { name: this.name, fingerprint: this.fingerprint, sizing });
  }
}

/** Whether a chunk ends where a thought does: at more than a word. */
export function endsAtSemanticBoundary({ boundary }: { readonly boundary: Boundary }): boolean {
  return boundary !== "word" && boundary !== "grapheme";
}

function wholeCut(text: string, sizing: Sizing): Cut {
  const { length: end } = text;
  const size = sizing.ruler(text).size(0, end);
  return { start: 0, end, boundary: "end", next: end, size, oversize: false };
}

function grown(document: DocumentInput, size: number): DocumentInput {
  return { ...document, metadata: { ...document.metadata, grownChunkSize: size } };
}
