import { estimateTokens } from "../text/tokens/estimates.ts";

/** A run of the texts that is sent as one request. */
export interface Batch {
  readonly start: number;
  readonly end: number;
  /** Estimated. */
  readonly tokens: number;
}

export interface BatchLimits {
  readonly items: number;
  readonly tokens: number;
}

/** How much one request may hold; it shrinks when a provider says that requests are too large. */
export class BatchSize {
  #limits: BatchLimits;

  constructor(limits: BatchLimits) {
    this.#limits = limits;
  }

  get limits(): BatchLimits {
    return this.#limits;
  }

  /** A batch of this size was too large: later ones get half of it. */
  shrinkBelow(batch: Batch): void {
    this.#limits = {
      items: Math.max(1, Math.min(this.#limits.items, Math.floor((batch.end - batch.start) / 2))),
      tokens: Math.max(1, Math.min(this.#limits.tokens, Math.floor(batch.tokens / 2))),
    };
  }
}

/** Cuts texts into batches as they are asked for, so that what is learned about sizes holds for the rest. */
export class BatchQueue {
  readonly #texts: readonly string[];
  readonly #size: BatchSize;
  readonly #again: Batch[] = [];
  #next = 0;

  constructor(texts: readonly string[], size: BatchSize) {
    this.#texts = texts;
    this.#size = size;
  }

  /** Halves of rejected batches come first: a text that cannot be embedded is found before more is spent. */
  take(): Batch | undefined {
    return this.#again.pop() ?? this.#cut();
  }

  putBackHalves({ start, end }: Batch): void {
    const middle = (start + end) >> 1;
    this.#again.push(this.#measure(middle, end), this.#measure(start, middle));
  }

  #cut(): Batch | undefined {
    const start = this.#next;
    if (start >= this.#texts.length) return undefined;
    const { items, tokens: most } = this.#size.limits;
    let end = start;
    let tokens = 0;
    while (end < this.#texts.length && end - start < items) {
      const more = tokensOf(this.#texts[end]);
      if (end > start && tokens + more > most) break;
      tokens += more;
      end++;
    }
    this.#next = end;
    return { start, end, tokens };
  }

  #measure(start: number, end: number): Batch {
    let tokens = 0;
    for (let i = start; i < end; i++) tokens += tokensOf(this.#texts[i]);
    return { start, end, tokens };
  }
}

function tokensOf(text: string): number {
  return estimateTokens(text, "approximate").tokens;
}
