import { quoteHits } from "../knowledge-base/quote-hits.ts";
import type { Hit } from "../search/types.ts";
import { TokenCounter } from "../text/index.ts";

export interface PackedContext {
  readonly text: string;
  readonly hits: number;
  readonly tokens: number;
}

/** The best hits as they are pasted into a prompt, as many as fit: origins and quotation marks count too. */
export async function packContext(hits: readonly Hit[], budget: number): Promise<PackedContext> {
  const counter = await TokenCounter.create();
  const first = (many: number): PackedContext => {
    const text = `${quoteHits({ hits: hits.slice(0, many), warnings: [] })}\n`;
    return { text, hits: many, tokens: counter.count(text) };
  };
  let best: PackedContext = { text: "", hits: 0, tokens: 0 };
  // More hits, more tokens: the number is found by halving, so that little is counted twice.
  for (let least = 1, most = hits.length, many = most; least <= most; many = (least + most + 1) >> 1) {
    const packed = first(many);
    if (packed.tokens <= budget) {
      best = packed;
      least = many + 1;
    } else most = many - 1;
  }
  return best;
}
