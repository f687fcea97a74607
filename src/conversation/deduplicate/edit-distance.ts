/** Longer texts are compared by their words alone: the work grows with the product of the lengths. */
const MOST_UNITS = 400;

/** 1 − edit distance (Levenshtein) ÷ the longer length: 1 for equal texts; 0 for texts too long to compare. */
export function editSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const longer = Math.max(a.length, b.length);
  if (longer > MOST_UNITS) return 0;
  const row = Uint16Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0];
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = diagonal + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      diagonal = row[j];
      row[j] = Math.min(replaced, row[j] + 1, row[j - 1] + 1);
    }
  }
  return 1 - row[b.length] / longer;
}
