import { createHash } from "node:crypto";

/** Providers cache in steps, not by the character. */
const STEP = 256;

/** A provider's prompt cache: what an answered request began with is cheaper when the next begins so too. */
export class PrefixCache {
  readonly #seen = new Set<string>();

  /** How many characters of the text's beginning were stored before. */
  hit(text: string): number {
    let length = 0;
    for (const { end, key } of prefixes(text, text.length)) {
      if (!this.#seen.has(key)) break;
      length = end;
    }
    return length;
  }

  store(text: string, most: number): void {
    for (const { key } of prefixes(text, most)) this.#seen.add(key);
  }
}

function* prefixes(text: string, most: number): Generator<{ end: number; key: string }> {
  const hash = createHash("sha256");
  for (let end = STEP; end <= Math.min(most, text.length); end += STEP) {
    hash.update(text.slice(end - STEP, end));
    yield { end, key: hash.copy().digest("base64") };
  }
}
