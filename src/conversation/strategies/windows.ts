import type { ConversationChunk } from "../../core/extraction.ts";
import { hashText } from "../../text/hash.ts";
import type { Chunking } from "./config.ts";
import type { Piece } from "./pieces.ts";

/** A chunk in the making: first what it repeats of the one before, then what is new. */
export interface ChunkWindow {
  readonly pieces: readonly Piece[];
  /** How many of the first pieces stand in the window before too. */
  readonly overlap: number;
  readonly tokens: number;
}

/**
 * The last pieces of a window that the next may repeat, `most` tokens of them at the most. Never its first
 * piece, so that every window begins behind the one before and cutting always moves on.
 */
export function carriedOver(pieces: readonly Piece[], most: number): Piece[] {
  let from = pieces.length;
  for (let left = most; from > 1 && pieces[from - 1].tokens <= left; from--) left -= pieces[from - 1].tokens;
  return pieces.slice(from);
}

/** A window of what is new, with as much of the one before as overlap and maximum allow. */
export function windowAfter(
  previous: readonly Piece[] | undefined,
  fresh: readonly Piece[],
  { capacity, overlap }: Chunking,
): ChunkWindow {
  const tokens = countOf(fresh);
  const carried = previous ? carriedOver(previous, Math.min(overlap, capacity - tokens)) : [];
  return { pieces: [...carried, ...fresh], overlap: carried.length, tokens: tokens + countOf(carried) };
}

export function countOf(pieces: readonly Piece[]): number {
  let tokens = 0;
  for (const piece of pieces) tokens += piece.tokens;
  return tokens;
}

export interface ChunkMaking {
  readonly conversationId: string;
  readonly strategy: string;
  /** What decides the chunks besides the configuration, for their ids. */
  readonly settings?: unknown;
  readonly fallback?: string | undefined;
}

/** Numbers windows and makes chunks of them. */
export class ChunkMaker {
  readonly #chunking: Chunking;
  readonly #making: ChunkMaking;
  #sequence = 0;

  constructor(chunking: Chunking, making: ChunkMaking) {
    this.#chunking = chunking;
    this.#making = making;
  }

  /** `overlapWithNext` is how many of the window's last pieces the next one repeats. */
  make({ pieces, overlap, tokens }: ChunkWindow, overlapWithNext: number): ConversationChunk {
    const { conversationId, strategy, settings, fallback } = this.#making;
    const first = pieces[0];
    const last = pieces[pieces.length - 1];
    const place = [
      first.index,
      first.message.part?.span.start ?? 0,
      last.index,
      last.message.part?.span.end ?? null,
    ];
    const all = [conversationId, strategy, this.#chunking.fingerprint, settings ?? null, place];
    return {
      id: hashText(JSON.stringify(all)),
      conversationId,
      sequence: ++this.#sequence,
      messages: pieces.map(({ message }) => message),
      tokenCount: tokens + this.#chunking.tokens.frame,
      overlapWithPrevious: overlap,
      overlapWithNext,
      metadata: {
        startMessageIndex: first.index,
        endMessageIndex: last.index,
        chunkingStrategy: strategy,
        ...(fallback === undefined ? {} : { fallback }),
        createdAt: new Date(this.#chunking.now()).toISOString(),
      },
    };
  }

  /** All windows as chunks. */
  *makeAll(windows: Iterable<ChunkWindow>): Generator<ConversationChunk> {
    let held: ChunkWindow | undefined;
    for (const window of windows) {
      if (held !== undefined) yield this.make(held, window.overlap);
      held = window;
    }
    if (held !== undefined) yield this.make(held, 0);
  }
}

export function withTotals(chunks: Iterable<ConversationChunk>): ConversationChunk[] {
  const all = [...chunks];
  return all.map((chunk) => ({ ...chunk, totalChunks: all.length }));
}
