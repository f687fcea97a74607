/** A token of a vocabulary: a text, or bytes that are none; undefined where a rank is not used. */
export type VocabularyToken = string | readonly number[] | undefined;

/** How many bytes a token has in UTF-8. */
export function byteLength(token: string | readonly number[]): number {
  if (typeof token !== "string") return token.length;
  let length = token.length;
  for (let i = 0; i < token.length; i++) {
    const unit = token.charCodeAt(i);
    if (unit >= 0x80) length += unit >= 0x800 && !isSurrogate(unit) ? 2 : 1;
  }
  return length;
}

/** Writes a token's bytes, for which there must be room. Tokens hold whole characters: no half of a pair stands alone. */
export function writeBytes(token: string | readonly number[], into: Uint8Array): void {
  if (typeof token !== "string") {
    for (let i = 0; i < token.length; i++) into[i] = token[i];
    return;
  }
  let at = 0;
  for (let i = 0; i < token.length; i++) {
    const unit = token.charCodeAt(i);
    if (unit < 0x80) into[at++] = unit;
    else if (unit < 0x800) {
      into[at++] = 0xc0 | (unit >> 6);
      into[at++] = 0x80 | (unit & 0x3f);
    } else if (isSurrogate(unit)) {
      const point = 0x10000 + ((unit & 0x3ff) << 10) + (token.charCodeAt(++i) & 0x3ff);
      into[at++] = 0xf0 | (point >> 18);
      into[at++] = 0x80 | ((point >> 12) & 0x3f);
      into[at++] = 0x80 | ((point >> 6) & 0x3f);
      into[at++] = 0x80 | (point & 0x3f);
    } else {
      into[at++] = 0xe0 | (unit >> 12);
      into[at++] = 0x80 | ((unit >> 6) & 0x3f);
      into[at++] = 0x80 | (unit & 0x3f);
    }
  }
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
