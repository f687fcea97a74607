import type { ConversationChunk, ConversationExtractor } from "../../core/extraction.ts";
import type { GenerateRequest } from "../../core/generator.ts";
import { type ModelPrice, type PriceTable, priceOf } from "../../generate/prices.ts";
import { estimateTokens } from "../../text/tokens/estimates.ts";

/** An extractor that can say beforehand what it will send, as `LlmExtractor` does. */
interface AskingExtractor extends ConversationExtractor {
  request(chunk: ConversationChunk, digest?: string): GenerateRequest | undefined;
}

export function isAsking(extractor: ConversationExtractor): extractor is AskingExtractor {
  return typeof (extractor as Partial<AskingExtractor>).request === "function";
}

/** An extractor's id is its model's, followed by a hash of its settings. */
const SETTINGS_HASH = /#[0-9a-f]{16}$/;

/** Of the model that an extractor asks; undefined where it is not known. */
export function extractorPrice({ id }: ConversationExtractor, prices?: PriceTable): ModelPrice | undefined {
  return priceOf(id.replace(SETTINGS_HASH, ""), prices);
}

/** What a prompt counts, by estimate. */
export function promptTokens({ system = "", prompt, shape }: GenerateRequest): number {
  const texts = [system, ...prompt.map(({ text }) => text), shape === undefined ? "" : JSON.stringify(shape)];
  return texts.reduce((sum, text) => sum + estimateTokens(text, "approximate").tokens, 0);
}
