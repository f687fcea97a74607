import type { Chunk } from "../core/chunk.ts";
import { HASH_PRIME, wordHash } from "../text/word-hash.ts";

/** Texts that share this many of their pieces, and all numbers, say the same. */
const SAME = 0.9;
/** Texts of other lengths cannot share as much, whatever their signs and blanks. */
const LIKE_LENGTH = 0.8;
/** Words in a piece. */
const PIECE = 4;
/** Fewer words have too few pieces to tell: only equal texts are duplicates then. */
const LEAST_WORDS = 12;
const WORD = /[\p{L}\p{N}]+/gu;
const NUMBER = /\p{N}+/gu;

/** A text as the set of its overlapping runs of four words, without case and signs. */
export class TextPrint {
  readonly #hash: string;
  readonly #text: string;
  // Made when asked for: most texts are told apart by their lengths.
  #numbersMade: string | undefined;
  #piecesMade: ReadonlySet<number> | undefined;

  constructor({ hash, text }: Pick<Chunk, "hash" | "text">) {
    this.#hash = hash;
    this.#text = text;
  }

  /** Whether two texts say the same, by the share of pieces in common (Broder, 1997). */
  isLike(other: TextPrint): boolean {
    if (this.#hash === other.#hash) return true;
    const [own, its] = [this.#text.length, other.#text.length];
    if (Math.min(own, its) < LIKE_LENGTH * Math.max(own, its)) return false;
    if (this.#numbers !== other.#numbers) return false;
    const [few, many] = [this.#pieces, other.#pieces].sort((a, b) => a.size - b.size);
    if (few.size < SAME * many.size || few.size === 0) return false;
    let shared = 0;
    for (const piece of few) if (many.has(piece)) shared++;
    return shared >= SAME * (few.size + many.size - shared);
  }

  /** "10 mg" and "5 mg" share nearly all words and say different things. */
  get #numbers(): string {
    this.#numbersMade ??= (this.#text.match(NUMBER) ?? []).join(" ");
    return this.#numbersMade;
  }

  get #pieces(): ReadonlySet<number> {
    this.#piecesMade ??= piecesOf(this.#text);
    return this.#piecesMade;
  }
}

/** Each by a number made of its words': two of a few hundred that are alike by chance would not change a share. */
function piecesOf(text: string): Set<number> {
  const words = (text.toLowerCase().match(WORD) ?? []).map(wordHash);
  const pieces = new Set<number>();
  if (words.length < LEAST_WORDS) return pieces;
  for (let i = 0; i + PIECE <= words.length; i++) {
    let piece = 0;
    for (let j = i; j < i + PIECE; j++) piece = Math.imul(piece ^ words[j], HASH_PRIME);
    pieces.add(piece);
  }
  return pieces;
}
