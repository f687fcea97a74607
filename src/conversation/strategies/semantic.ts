import type { Call } from "../../core/chunker.ts";
import type { NormalizedConversation, NormalizedMessage } from "../../core/conversation.ts";
import type { Embedder } from "../../core/embedder.ts";
import type { ConversationChunk } from "../../core/extraction.ts";
import { allPieces, collected } from "./collected.ts";
import { type ChunkingConfig, resolveChunking } from "./config.ts";
import { fits } from "./fits.ts";
import { plannedWindows } from "./planned-windows.ts";
import { slideOver } from "./sliding-window.ts";
import type { ChunkingStrategy, ConversationSource } from "./strategy.ts";
import { findTopicBoundaries, type TopicOptions } from "./topics/find-topic-boundaries.ts";
import { ChunkMaker, countOf, withTotals } from "./windows.ts";

export interface SemanticStrategyOptions extends Pick<TopicOptions, "meaning" | "minimumDepth"> {
  /** Compares meaning beside words. Default: the bundled model; `false` compares words alone. */
  readonly embedder?: Embedder | false | undefined;
}

/** A boundary this deep could not be clearer. */
const FULL_DEPTH = 4;
/** A stretch without any topic boundary among others that have some may still be split at a turn. */
const USER_TURN = 0.05;

const NO_BOUNDARY = "no clear topic boundary was found";

/**
 * Splits where the topic changes, by words and by meaning. Where no boundary is clear it does what
 * `sliding-window` does, and the chunks say so. Needs all messages before the first chunk.
 */
export class SemanticStrategy implements ChunkingStrategy {
  readonly name = "semantic";
  readonly #options: SemanticStrategyOptions;

  constructor(options: SemanticStrategyOptions = {}) {
    this.#options = options;
  }

  async chunk(
    conversation: NormalizedConversation,
    config?: ChunkingConfig,
    call?: Call,
  ): Promise<ConversationChunk[]> {
    return withTotals(await this.#chunks(conversation.id, conversation.messages, config, call));
  }

  async *stream(
    source: ConversationSource,
    config?: ChunkingConfig,
    call?: Call,
  ): AsyncGenerator<ConversationChunk> {
    yield* await this.#chunks(source.id, await collected(source, call), config, call);
  }

  canHandle(conversation: NormalizedConversation, config?: ChunkingConfig): boolean {
    return fits(conversation, config);
  }

  async #chunks(
    id: string,
    messages: readonly NormalizedMessage[],
    config?: ChunkingConfig,
    call?: Call,
  ): Promise<Iterable<ConversationChunk>> {
    const chunking = resolveChunking(config);
    const pieces = allPieces(messages, chunking);
    const fitsOne = countOf(pieces) <= chunking.capacity;
    const embedder = fitsOne ? undefined : await this.#embedder();
    const { meaning, minimumDepth } = this.#options;
    const settings = [embedder?.id ?? null, meaning ?? null, minimumDepth ?? null];
    const making = { strategy: this.name, settings };
    const boundaries = fitsOne
      ? []
      : await findTopicBoundaries(messages, { embedder, meaning, minimumDepth, signal: call?.signal });
    if (!fitsOne && boundaries.length === 0) {
      const sliding = { strategy: "sliding-window", settings, fallback: NO_BOUNDARY };
      return slideOver({ id, messages }, chunking, sliding, call);
    }
    const scores = Float64Array.from(messages, ({ role }) => (role === "user" ? USER_TURN : 0));
    for (const { index, depth } of boundaries) scores[index] = Math.min(1, depth / FULL_DEPTH);
    const maker = new ChunkMaker(chunking, { ...making, conversationId: id });
    return maker.makeAll(plannedWindows(pieces, scores, chunking));
  }

  async #embedder(): Promise<Embedder | undefined> {
    const { embedder } = this.#options;
    if (embedder === false) return undefined;
    if (embedder !== undefined) return embedder;
    const { bundledEmbedder } = await import("../../embed/bundled/bundled-embedder.ts");
    return bundledEmbedder();
  }
}
