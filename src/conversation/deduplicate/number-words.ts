const CARDINALS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "null _ zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "zero _ deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "cero _ dos tres cuatro cinco seis siete ocho nueve diez once_ doce trece catorce quince",
  ].flatMap((line) => line.split(" ").map((word, value) => [word, value])),
);
const TENS: Readonly<Record<string, number>> = Object.fromEntries(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, i) => [word, (i + 2) * 10]),
);
const ORDINALS: Readonly<Record<string, number>> = Object.fromEntries(
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    .split(" ")
    .map((word, i) => [word, i + 1]),
);
const MULTIPLIERS: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1_000,
  million: 1e6,
  millions: 1e6,
  billion: 1e9,
  billions: 1e9,
  trillion: 1e12,
  dozen: 12,
  tausend: 1_000,
  millionen: 1e6,
  mille: 1_000,
  mil: 1_000,
  millones: 1e6,
};

export function cardinal(word: string): number | undefined {
  return valueIn(TENS, word) ?? valueIn(CARDINALS, word);
}

export function isTens(word: string): boolean {
  return Object.hasOwn(TENS, word);
}

export function ordinal(word: string): number | undefined {
  const figures = /^(\d{1,4})(?:st|nd|rd|th)$/.exec(word);
  return figures === null ? valueIn(ORDINALS, word) : Number(figures[1]);
}

export function multiplier(word: string): number | undefined {
  return valueIn(MULTIPLIERS, word);
}

/**
 * What figures say: "1,500", "1.5", "1,5" and "1.200.000". Undefined where it depends on the country ("10.000")
 * or is no number at all ("2.3.1"): such figures equal only themselves.
 */
export function figureValue(figures: string): number | undefined {
  if (/^[-−]/.test(figures)) {
    const value = figureValue(figures.slice(1));
    return value === undefined ? undefined : -value;
  }
  if (/^\d+$/.test(figures)) return figures.length > 15 ? undefined : Number(figures);
  if (/^\d{1,3}(?:[,'’]\d{3})+(?:\.\d+)?$/.test(figures)) return Number(figures.replace(/[,'’]/g, ""));
  if (/^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/.test(figures))
    return Number(figures.replaceAll(".", "").replace(",", "."));
  if (/^\d{1,3}\.\d{3}$/.test(figures) && !figures.startsWith("0.")) return undefined;
  if (/^\d+[.,]\d+$/.test(figures)) return Number(figures.replace(",", "."));
  return undefined;
}

function valueIn(table: Readonly<Record<string, number>>, word: string): number | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
