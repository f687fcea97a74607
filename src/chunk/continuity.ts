/** How much text on each side of a cut is compared: about a paragraph. */
const REACH = 400;
/** Word overlap at which two neighbouring paragraphs are surely about one thing. */
const ALIKE = 0.35;

const WORD = /\p{L}[\p{L}\p{M}\p{N}]*/gu;
/** Scripts written without blanks, where two characters stand for a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** How much the text goes on with the same subject at a position, by its words: 0 not at all, 1 fully. */
export function continuity(text: string, position: number): number {
  const before = words(text.slice(Math.max(0, position - REACH), position));
  const after = words(text.slice(position, position + REACH));
  if (before.size === 0 || after.size === 0) return 0;
  let shared = 0;
  for (const word of before) if (after.has(word)) shared++;
  return Math.min(1, shared / Math.sqrt(before.size * after.size) / ALIKE);
}

function words(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    if (UNSPACED.test(word)) for (let i = 0; i + 1 < word.length; i++) found.add(word.slice(i, i + 2));
    // Short words are mostly articles and prepositions, which any two texts share.
    else if (word.length > 3) found.add(word.toLowerCase());
  }
  return found;
}
