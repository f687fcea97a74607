/** A token of a vocabulary: a text, or bytes that are none; undefined where a rank is not used. */
export type VocabularyToken = string | readonly number[] | undefined;

/** No unit takes more bytes in UTF-8. */
const MOST_BYTES = 3;
const utf8 = new TextEncoder();

/** Room for the bytes of any of the tokens. */
export function roomForToken(tokens: readonly VocabularyToken[]): Uint8Array {
  return new Uint8Array(tokens.reduce((most, token) => Math.max(most, MOST_BYTES * (token?.length ?? 0)), 0));
}

/** Writes a token's bytes and gives their number. */
export function writeBytes(token: string | readonly number[], into: Uint8Array): number {
  if (typeof token === "string") return utf8.encodeInto(token, into).written;
  into.set(token);
  return token.length;
}
