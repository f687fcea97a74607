/**
 * A text that counts how many of its characters are looked at, by whatever method: work as a number
 * that is the same on every machine, where seconds are not.
 */
export class CountingText {
  readonly #text: string;
  looks = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The same object, for functions that take a string and use only the methods below. */
  asString(): string {
    return this as unknown as string;
  }

  get length(): number {
    return this.#text.length;
  }

  charCodeAt(index: number): number {
    this.looks++;
    return this.#text.charCodeAt(index);
  }

  codePointAt(index: number): number | undefined {
    this.looks++;
    return this.#text.codePointAt(index);
  }

  charAt(index: number): string {
    this.looks++;
    return this.#text.charAt(index);
  }

  slice(start: number, end: number): string {
    const slice = this.#text.slice(start, end);
    this.looks += slice.length;
    return slice;
  }

  indexOf(search: string, from = 0): number {
    const found = this.#text.indexOf(search, from);
    this.looks += (found < 0 ? this.#text.length : found) - from + 1;
    return found;
  }

  includes(search: string): boolean {
    return this.indexOf(search) >= 0;
  }
}
