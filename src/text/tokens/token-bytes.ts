/** A token of a vocabulary: a text, or bytes that are none; undefined where a rank is not used. */
export type VocabularyToken = string | readonly number[] | undefined;

/** The bytes of all tokens, one after the other, and where those of each rank end; none where it is not used. */
export interface TokenBytes {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** No unit takes more bytes in UTF-8. */
const MOST_BYTES = 3;
const utf8 = new TextEncoder();

export function bytesOfTokens(tokens: readonly VocabularyToken[]): TokenBytes {
  const most = tokens.reduce((sum, token) => sum + MOST_BYTES * (token?.length ?? 0), 0);
  const bytes = new Uint8Array(most);
  const ends = new Uint32Array(tokens.length);
  let end = 0;
  for (let rank = 0; rank < tokens.length; rank++) {
    const token = tokens[rank];
    if (token !== undefined) end += writeBytes(token, bytes.subarray(end));
    ends[rank] = end;
  }
  return { bytes, ends };
}

/** Writes a token's bytes and gives their number. */
function writeBytes(token: string | readonly number[], into: Uint8Array): number {
  if (typeof token === "string") return utf8.encodeInto(token, into).written;
  into.set(token);
  return token.length;
}
