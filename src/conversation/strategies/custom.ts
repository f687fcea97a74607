import type { Call } from "../../core/chunker.ts";
import type { NormalizedConversation } from "../../core/conversation.ts";
import { invalidOption, SherdError } from "../../core/errors.ts";
import type { ConversationChunk } from "../../core/extraction.ts";
import { collected } from "./collected.ts";
import { type Chunking, type ChunkingConfig, resolveChunking } from "./config.ts";
import { fits } from "./fits.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import type { ChunkingStrategy, ConversationSource } from "./strategy.ts";
import { ChunkMaker, type ChunkWindow, countOf, withTotals } from "./windows.ts";

/** Messages of a conversation by index, half-open: `{ start: 0, end: 10 }` is the first ten. */
export interface MessageRange {
  readonly start: number;
  readonly end: number;
}

/** Says which messages each chunk holds, in order; ranges may overlap. */
export type CustomSplit = (
  conversation: Pick<NormalizedConversation, "id" | "messages">,
  config: ChunkingConfig,
) => Iterable<MessageRange> | Promise<Iterable<MessageRange>>;

/**
 * Splits as a function of the user's says, and checks what it says against the laws: ranges in order, each
 * beginning and ending behind the one before, none left out, none over the maximum. A range of one message that
 * is larger than a chunk becomes several chunks, one a part.
 */
export class CustomStrategy implements ChunkingStrategy {
  readonly name: string;
  readonly #split: CustomSplit;

  /** The name is part of the chunks' ids. */
  constructor(split: CustomSplit, name = "custom") {
    if (typeof split !== "function") invalidOption("split", split, "a function that returns message ranges");
    this.#split = split;
    this.name = name;
  }

  async chunk(
    conversation: NormalizedConversation,
    config?: ChunkingConfig,
    call?: Call,
  ): Promise<ConversationChunk[]> {
    return withTotals(await this.#chunks(conversation, config, call));
  }

  async *stream(
    source: ConversationSource,
    config?: ChunkingConfig,
    call?: Call,
  ): AsyncGenerator<ConversationChunk> {
    yield* await this.#chunks({ id: source.id, messages: await collected(source, call) }, config, call);
  }

  canHandle(conversation: NormalizedConversation, config?: ChunkingConfig): boolean {
    return fits(conversation, config);
  }

  async #chunks(
    conversation: Pick<NormalizedConversation, "id" | "messages">,
    config: ChunkingConfig = {},
    call?: Call,
  ): Promise<ConversationChunk[]> {
    const chunking = resolveChunking(config);
    call?.signal?.throwIfAborted();
    const ranges = await this.#split(conversation, config);
    if (typeof ranges?.[Symbol.iterator] !== "function")
      broken(this.name, "a list of { start, end } was expected", ranges);
    const maker = new ChunkMaker(chunking, { conversationId: conversation.id, strategy: this.name });
    return [...maker.makeAll(windowsOf(conversation.messages, ranges, chunking, this.name))];
  }
}

function* windowsOf(
  messages: NormalizedConversation["messages"],
  ranges: Iterable<MessageRange>,
  chunking: Chunking,
  name: string,
): Generator<ChunkWindow> {
  let last: MessageRange = { start: -1, end: 0 };
  for (const range of ranges) {
    const { start, end } = range ?? {};
    const isRange =
      Number.isSafeInteger(start) && Number.isSafeInteger(end) && start < end && end <= messages.length;
    if (!isRange) broken(name, `a range lies between 0 and ${messages.length} and holds a message`, range);
    if (start <= last.start || end <= last.end || start > last.end)
      broken(name, `a range begins behind ${last.start}, not behind ${last.end}, and ends behind it`, range);
    const pieces: Piece[] = [];
    for (let i = start; i < end; i++) pieces.push(...piecesOf(messages[i], i, chunking));
    const tokens = countOf(pieces);
    if (tokens <= chunking.capacity) {
      yield { pieces, tokens, overlap: Math.max(0, last.end - start) };
    } else if (end - start === 1) {
      for (const piece of pieces) yield { pieces: [piece], tokens: piece.tokens, overlap: 0 };
    } else broken(name, `a chunk counts at most ${chunking.capacity} tokens and this one ${tokens}`, range);
    last = { start, end };
  }
  if (last.end !== messages.length)
    broken(name, `every message stands in a chunk, up to ${messages.length}`, last);
}

function broken(strategy: string, law: string, seen: unknown): never {
  throw new SherdError(
    "CHUNKING_INVALID",
    `The chunking strategy "${strategy}" broke a law: ${law}; it gave ${JSON.stringify(seen)}. Correct the function.`,
    { strategy, law, seen },
  );
}
