/** A number of 32 bits for a word (FNV-1a over its UTF-16 units), the same on every machine. */
export function wordHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), HASH_PRIME);
  return hash >>> 0;
}

/** Spreads what is put together of such numbers. */
export const HASH_PRIME = 0x01000193;
