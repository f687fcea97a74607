import { oneLine } from "../../context/one-line.ts";
import type { ExtractedMemory } from "../../core/extraction.ts";

/** About 1,500 tokens: what a chunk is told must not crowd out what is in it. */
export const MOST_DIGEST_UNITS = 6_000;
const LONGEST_LINE = 240;

/** What earlier chunks gave, a line each; the oldest go first where there is no room. */
export class Digest {
  readonly #lines = new Map<string, string>();
  #units = 0;

  add(memories: readonly ExtractedMemory[]): void {
    for (const { type, subject, text } of memories) {
      const line = oneLine(`- ${type}, ${subject}: ${text}`, LONGEST_LINE);
      this.#remove(line);
      this.#lines.set(line, line);
      this.#units += line.length + 1;
    }
    for (const line of this.#lines.keys()) {
      if (this.#units <= MOST_DIGEST_UNITS) break;
      this.#remove(line);
    }
  }

  /** Undefined where nothing was found yet. */
  get text(): string | undefined {
    return this.#lines.size === 0 ? undefined : [...this.#lines.keys()].join("\n");
  }

  #remove(line: string): void {
    if (this.#lines.delete(line)) this.#units -= line.length + 1;
  }
}
