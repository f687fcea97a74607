import type { ConversationChunk, ConversationExtractor } from "../../core/extraction.ts";
import type { TokenUsage } from "../../core/generator.ts";
import { addUsage, NO_USAGE } from "../../core/token-usage.ts";
import { costOf } from "../../generate/prices.ts";
import { estimateTokens } from "../../text/tokens/estimates.ts";
import { MOST_DIGEST_UNITS } from "./digest.ts";
import type { ResolvedExtraction } from "./extraction-config.ts";
import { extractorPrice, isAsking, promptTokens } from "./extraction-cost.ts";
import { type ReplyJournal, replyKey } from "./journal.ts";

/** Notes are about a twentieth of what they are taken from. */
const OUTPUT_SHARE = 0.05;

/** What an extraction would take, before anything is sent. */
export interface ExtractionEstimate {
  readonly chunks: number;
  /** Of the conversation's chunks, overlaps counted each time. */
  readonly chunkTokens: number;
  /** Calls to a model; none for extractors that ask none. */
  readonly calls: number;
  /** Chunks whose reply a journal has. */
  readonly stored: number;
  /** Input by estimate; output as a twentieth of it. */
  readonly usage: TokenUsage;
  /** In US dollars; absent where the model's price is not known. */
  readonly cost?: number;
  /** The same if every reply were as long as it may be. */
  readonly mostCost?: number;
}

export async function estimateExtraction(
  chunks: AsyncIterable<ConversationChunk>,
  extractor: ConversationExtractor,
  { digest, prices }: ResolvedExtraction,
  journal: ReplyJournal | undefined,
): Promise<ExtractionEstimate> {
  const notes = digest ? estimateTokens("x".repeat(MOST_DIGEST_UNITS), "approximate").tokens : 0;
  let usage = NO_USAGE;
  let [count, chunkTokens, calls, stored, mostOutput] = [0, 0, 0, 0, 0];
  for await (const chunk of chunks) {
    count++;
    chunkTokens += chunk.tokenCount;
    // What a chunk would be told of the others is not known beforehand, nor then the name of its reply.
    if (journal !== undefined && !(digest && count > 1)) {
      if ((await journal.get(replyKey(extractor.id, chunk, undefined))) !== undefined) {
        stored++;
        continue;
      }
    }
    const request = isAsking(extractor) ? extractor.request(chunk) : undefined;
    if (request === undefined) continue;
    calls++;
    const input = promptTokens(request) + (count > 1 ? notes : 0);
    const output = Math.min(request.maxOutputTokens, Math.ceil(input * OUTPUT_SHARE));
    mostOutput += request.maxOutputTokens;
    usage = addUsage(usage, { input, cachedInput: 0, output });
  }
  const price = extractorPrice(extractor, prices);
  const costs =
    calls === 0
      ? { cost: 0, mostCost: 0 }
      : price !== undefined && {
          cost: costOf(usage, price),
          mostCost: costOf({ ...usage, output: mostOutput }, price),
        };
  return { chunks: count, chunkTokens, calls, stored, usage, ...costs };
}
