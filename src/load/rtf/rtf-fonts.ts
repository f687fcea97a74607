import { symbolOf } from "../office/symbols.ts";
import { codePageOfCharacterSet, encodingOf } from "./code-pages.ts";

type CodePage = number | "symbol";

/** The number of the character set of fonts that hold signs instead of letters. */
const SYMBOLS = 2;

/** Bytes that are decoded together. */
const MAX_RUN = 65_536;

/** Collects the bytes of text and decodes them by the fonts they are written in. */
export class RtfFonts {
  /** What holds for fonts that do not say. */
  codePage = 1252;
  defaultFont = 0;
  readonly #pages = new Map<number, CodePage>();
  readonly #decoders = new Map<string, InstanceType<typeof TextDecoder>>();
  #bytes: number[] = [];
  #bytesPage: CodePage = 1252;

  setCharacterSet(font: number, characterSet: number): void {
    const page = characterSet === SYMBOLS ? "symbol" : codePageOfCharacterSet(characterSet);
    if (page !== undefined) this.#pages.set(font, page);
  }

  /** Adds a byte; `font` is -1 for the default one. Gives text that had to be decoded before it. */
  add(value: number, font: number): string {
    const page = this.#pages.get(font < 0 ? this.defaultFont : font) ?? this.codePage;
    // Bytes this low are never the second half of a character.
    const isFull = this.#bytes.length >= MAX_RUN && value < 0x40;
    const before = page !== this.#bytesPage || isFull ? this.take() : "";
    this.#bytesPage = page;
    this.#bytes.push(value);
    return before;
  }

  /** The text of the bytes added since the last call. */
  take(): string {
    if (this.#bytes.length === 0) return "";
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes = [];
    const page = this.#bytesPage;
    if (page === "symbol") return Array.from(bytes, (code) => symbolOf("Symbol", code)).join("");
    return this.#decoder(encodingOf(page)).decode(bytes);
  }

  #decoder(encoding: string): InstanceType<typeof TextDecoder> {
    let decoder = this.#decoders.get(encoding);
    if (decoder === undefined) {
      decoder = new TextDecoder(encoding);
      this.#decoders.set(encoding, decoder);
    }
    return decoder;
  }
}
