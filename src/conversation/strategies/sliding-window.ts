import type { Call } from "../../core/chunker.ts";
import type { NormalizedConversation, NormalizedMessage } from "../../core/conversation.ts";
import type { ConversationChunk } from "../../core/extraction.ts";
import { type Chunking, type ChunkingConfig, resolveChunking } from "./config.ts";
import { fits } from "./fits.ts";
import { type Piece, partSize, piecesOf } from "./pieces.ts";
import { splitMessage } from "./split-message.ts";
import type { ChunkingStrategy, ConversationSource } from "./strategy.ts";
import {
  ChunkMaker,
  type ChunkMaking,
  type ChunkWindow,
  carriedOver,
  countOf,
  windowAfter,
  withTotals,
} from "./windows.ts";

/** With `preserveMessageBoundaries: false`, room smaller than this share of a chunk is left empty: a shred says nothing. */
const WORTH_FILLING = 0.05;

const NONE: readonly ConversationChunk[] = [];

/**
 * Fills each chunk with messages until the next does not fit, and repeats the last ones in the next chunk.
 * Streams with two chunks in memory, whatever the conversation's length.
 */
export class SlidingWindowStrategy implements ChunkingStrategy {
  readonly name = "sliding-window";

  chunk(conversation: NormalizedConversation, config?: ChunkingConfig, call?: Call): ConversationChunk[] {
    return withTotals(slideOver(conversation, resolveChunking(config), { strategy: this.name }, call));
  }

  async *stream(
    { id, messages }: ConversationSource,
    config?: ChunkingConfig,
    call?: Call,
  ): AsyncGenerator<ConversationChunk> {
    const chunking = resolveChunking(config);
    const windows = new SlidingWindows(chunking, { conversationId: id, strategy: this.name });
    // Nothing is delegated or awaited for a message that ends no chunk: either costs more than all else here.
    if (Symbol.iterator in messages) {
      for (const message of messages) {
        call?.signal?.throwIfAborted();
        const certain = windows.add(message);
        if (certain.length > 0) yield* certain;
      }
    } else {
      for await (const message of messages) {
        call?.signal?.throwIfAborted();
        const certain = windows.add(message);
        if (certain.length > 0) yield* certain;
      }
    }
    yield* windows.end();
  }

  canHandle(conversation: NormalizedConversation, config?: ChunkingConfig): boolean {
    return fits(conversation, config);
  }
}

/** The chunks of a conversation at hand. */
export function* slideOver(
  { id, messages }: Pick<NormalizedConversation, "id" | "messages">,
  chunking: Chunking,
  making: Omit<ChunkMaking, "conversationId">,
  call?: Call,
): Generator<ConversationChunk> {
  const windows = new SlidingWindows(chunking, { ...making, conversationId: id });
  for (const message of messages) {
    call?.signal?.throwIfAborted();
    const certain = windows.add(message);
    if (certain.length > 0) yield* certain;
  }
  yield* windows.end();
}

/** Takes messages and gives chunks as soon as they are certain: one full window is held back for the end. */
class SlidingWindows {
  readonly #chunking: Chunking;
  readonly #maker: ChunkMaker;
  #held: ChunkWindow | undefined;
  /** Of the window being filled: what it repeats, and then what is new. */
  #pieces: Piece[] = [];
  #overlap = 0;
  #tokens = 0;
  #index = 0;

  constructor(chunking: Chunking, making: ChunkMaking) {
    this.#chunking = chunking;
    this.#maker = new ChunkMaker(chunking, making);
  }

  /** The chunks that the message made certain, most often none. */
  add(message: NormalizedMessage): readonly ConversationChunk[] {
    const index = this.#index++;
    const tokens = this.#chunking.tokens.of(message);
    if (this.#tokens + tokens <= this.#chunking.capacity) {
      this.#push({ message, index, tokens });
      return NONE;
    }
    const certain: ConversationChunk[] = [];
    for (const piece of this.#cut(message, index, tokens)) {
      if (this.#tokens + piece.tokens > this.#chunking.capacity && this.#pieces.length > 0) {
        const chunk = this.#close(piece.tokens);
        if (chunk !== undefined) certain.push(chunk);
      }
      this.#push(piece);
    }
    return certain;
  }

  *end(): Generator<ConversationChunk> {
    if (this.#pieces.length === 0) return;
    const last = { pieces: this.#pieces, overlap: this.#overlap, tokens: this.#tokens };
    const windows = this.#held === undefined ? [last] : balanced(this.#held, last, this.#chunking);
    yield* this.#maker.makeAll(windows);
  }

  #push(piece: Piece): void {
    this.#pieces.push(piece);
    this.#tokens += piece.tokens;
  }

  /** A message that does not fit the window whole. */
  #cut(message: NormalizedMessage, index: number, tokens: number): Piece[] {
    const { preserve, capacity } = this.#chunking;
    const room = capacity - this.#tokens;
    if (preserve !== false || room < WORTH_FILLING * capacity)
      return piecesOf(message, index, this.#chunking, tokens);
    return splitMessage(message, index, this.#chunking, room, partSize(this.#chunking));
  }

  /** Ends the window before a piece that does not fit it; the one before is then certain. */
  #close(next: number): ConversationChunk | undefined {
    const { capacity, overlap } = this.#chunking;
    const certain = this.#held && this.#maker.make(this.#held, this.#overlap);
    this.#held = { pieces: this.#pieces, overlap: this.#overlap, tokens: this.#tokens };
    this.#pieces = carriedOver(this.#pieces, Math.min(overlap, capacity - next));
    this.#overlap = this.#pieces.length;
    this.#tokens = countOf(this.#pieces);
    return certain;
  }
}

/** The last two windows, with pieces moved to the last until it is no runt, as far as the one before can spare them. */
function balanced(before: ChunkWindow, last: ChunkWindow, chunking: Chunking): ChunkWindow[] {
  const { minimum, capacity } = chunking;
  const fresh = last.pieces.slice(last.overlap);
  let tokens = countOf(fresh);
  let left = countOf(before.pieces.slice(before.overlap));
  let from = before.pieces.length;
  while (tokens < minimum && from - 1 > before.overlap) {
    const { tokens: moved } = before.pieces[from - 1];
    if (left - moved < minimum || tokens + moved > capacity) break;
    from--;
    tokens += moved;
    left -= moved;
  }
  if (from === before.pieces.length) return [before, last];
  const kept = before.pieces.slice(0, from);
  const moved = [...before.pieces.slice(from), ...fresh];
  return [{ ...before, pieces: kept, tokens: countOf(kept) }, windowAfter(kept, moved, chunking)];
}
