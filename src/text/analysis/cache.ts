/** So many entries and as many again; words of a large folder fit. */
const GENERATION = 32_768;

/** A bounded map: what was not asked for while a generation filled is forgotten with the next one. */
export class TwoGenerationCache<T> {
  readonly #limit: number;
  #young = new Map<string, T>();
  #old = new Map<string, T>();

  constructor(limit = GENERATION) {
    this.#limit = limit;
  }

  get(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: T): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
