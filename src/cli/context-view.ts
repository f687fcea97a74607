import { quoteHits } from "../knowledge-base/quote-hits.ts";
import { asFound } from "../search/expand.ts";
import type { Hit } from "../search/types.ts";
import { TokenCounter } from "../text/index.ts";

export interface PackedContext {
  readonly text: string;
  readonly hits: number;
  readonly tokens: number;
  /** What the cheapest hit would need by itself. */
  readonly least: number;
}

/**
 * The best hits as they are pasted into a prompt, as many as fit: origins and quotation marks count too. What is too
 * long with its surroundings is given without them, and what is too long even so is passed over.
 */
export async function packContext(hits: readonly Hit[], budget: number): Promise<PackedContext> {
  const counter = await TokenCounter.create();
  const quote = (some: readonly Hit[]): string => `${quoteHits({ hits: some, warnings: [] })}\n`;
  const taken: Hit[] = [];
  let used = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const hit of hits) {
    for (const choice of [hit, withoutSurroundings(hit)]) {
      const alone = quote([choice]);
      least = Math.min(least, counter.count(alone));
      // Only the first brings the opening line with it.
      const cost = counter.count(taken.length === 0 ? alone : alone.slice(alone.indexOf("\n\n")));
      if (used + cost > budget) continue;
      taken.push(choice);
      used += cost;
      break;
    }
  }
  // Texts that are put together may be a few tokens more than by themselves.
  for (; taken.length > 0; taken.pop()) {
    const text = quote(taken);
    const tokens = counter.count(text);
    if (tokens <= budget) return { text, hits: taken.length, tokens, least };
  }
  return { text: "", hits: 0, tokens: 0, least };
}

function withoutSurroundings({ parent: _parent, locator: _locator, ...hit }: Hit): Hit {
  return { ...hit, ...asFound(hit.chunk) };
}
