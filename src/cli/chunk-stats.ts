import type { Boundary, Chunk } from "../chunk/index.ts";

/** What a worker counted, as it is sent. */
export interface StatsData {
  readonly sizes: readonly (readonly [number, number])[];
  readonly boundaries: readonly (readonly [Boundary, number])[];
  readonly tokensBy: string;
}

/** Sizes and boundaries of chunks. Keeps one counter a distinct size, so millions of chunks cost no memory. */
export class ChunkStats {
  readonly #sizes = new Map<number, number>();
  readonly #boundaries = new Map<Boundary, number>();
  #chunks = 0;
  #tokensBy = "";

  add(chunk: Chunk): void {
    this.#chunks++;
    this.#tokensBy = chunk.tokensBy;
    this.#sizes.set(chunk.tokens, (this.#sizes.get(chunk.tokens) ?? 0) + 1);
    this.#boundaries.set(chunk.boundary, (this.#boundaries.get(chunk.boundary) ?? 0) + 1);
  }

  data(): StatsData {
    return { sizes: [...this.#sizes], boundaries: [...this.#boundaries], tokensBy: this.#tokensBy };
  }

  /** Adds what was counted elsewhere. */
  merge({ sizes, boundaries, tokensBy }: StatsData): void {
    for (const [size, times] of sizes) {
      this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + times);
      this.#chunks += times;
    }
    for (const [kind, times] of boundaries)
      this.#boundaries.set(kind, (this.#boundaries.get(kind) ?? 0) + times);
    if (tokensBy !== "") this.#tokensBy = tokensBy;
  }

  summary() {
    const sizes = [...this.#sizes].sort(([a], [b]) => a - b);
    const boundaries = [...this.#boundaries].sort(([, a], [, b]) => b - a);
    return {
      chunks: this.#chunks,
      tokensBy: this.#tokensBy,
      tokens: {
        min: sizes[0]?.[0] ?? 0,
        median: this.#quantile(sizes, 0.5),
        p95: this.#quantile(sizes, 0.95),
        max: sizes.at(-1)?.[0] ?? 0,
      },
      boundaries: Object.fromEntries(boundaries.map(([kind, count]) => [kind, count / this.#chunks])),
    };
  }

  /** A histogram of at most ten bars, and what the numbers say. */
  render(): string {
    const { chunks, tokensBy, tokens, boundaries } = this.summary();
    if (chunks === 0) return "0 chunks\n";
    const lines = [
      `${count(chunks, "chunk")}`,
      `tokens (${tokensBy})  min ${tokens.min} · median ${tokens.median} · p95 ${tokens.p95} · max ${tokens.max}`,
      ...this.#histogram(tokens.min, tokens.max),
      `ends at  ${Object.entries(boundaries)
        .map(([kind, share]) => `${kind} ${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`)
        .join(" · ")}`,
    ];
    return `${lines.join("\n")}\n`;
  }

  #histogram(min: number, max: number): string[] {
    const width = Math.max(1, Math.ceil((max - min + 1) / 10));
    const bins = new Array<number>(Math.ceil((max - min + 1) / width)).fill(0);
    for (const [size, times] of this.#sizes) bins[Math.floor((size - min) / width)] += times;
    const most = Math.max(...bins);
    const digits = String(max).length;
    return bins.map((times, bin) => {
      const from = min + bin * width;
      const to = Math.min(max, from + width - 1);
      const label = `${String(from).padStart(digits)}–${String(to).padStart(digits)}`;
      return `  ${label} ${"█".repeat(Math.ceil((40 * times) / most)).padEnd(40)} ${times}`;
    });
  }

  #quantile(sizes: readonly (readonly [number, number])[], share: number): number {
    let below = 0;
    for (const [size, times] of sizes) {
      below += times;
      if (below >= share * this.#chunks) return size;
    }
    return 0;
  }
}

export function count(amount: number, what: string): string {
  return `${amount.toLocaleString("en")} ${what}${amount === 1 ? "" : "s"}`;
}
