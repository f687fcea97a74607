/** What the letters of the font "Symbol" show, from A to Z and from a to z. */
const SYMBOL_LETTERS = "ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const SYMBOL_SMALL = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";

const OTHER_SIGNS: ReadonlyMap<number, string> = new Map([
  [0xa3, "≤"],
  [0xa5, "∞"],
  [0xab, "↔"],
  [0xac, "←"],
  [0xad, "↑"],
  [0xae, "→"],
  [0xaf, "↓"],
  [0xb0, "°"],
  [0xb1, "±"],
  [0xb3, "≥"],
  [0xb4, "×"],
  [0xb6, "∂"],
  [0xb7, "•"],
  [0xb8, "÷"],
  [0xb9, "≠"],
  [0xba, "≡"],
  [0xbb, "≈"],
  [0xce, "∈"],
  [0xd1, "∇"],
  [0xd5, "∏"],
  [0xd6, "√"],
  [0xe5, "∑"],
  [0xf2, "∫"],
]);

const WINGDINGS: ReadonlyMap<number, string> = new Map([
  [0x6c, "•"],
  [0x6e, "■"],
  [0xa7, "▪"],
  [0xa8, "☐"],
  [0xd8, "➢"],
  [0xe0, "→"],
  [0xfb, "✗"],
  [0xfc, "✓"],
  [0xfd, "☒"],
  [0xfe, "☑"],
]);

/** The character a picture font shows for a code, which such fonts keep in the private area; "" if unknown. */
export function symbolOf(font: string, code: number): string {
  const low = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (/^wingdings/i.test(font)) return WINGDINGS.get(low) ?? "";
  if (/^symbol/i.test(font)) {
    if (low >= 65 && low <= 90) return SYMBOL_LETTERS[low - 65];
    if (low >= 97 && low <= 122) return SYMBOL_SMALL[low - 97];
    return OTHER_SIGNS.get(low) ?? (low >= 32 && low < 127 ? String.fromCharCode(low) : "");
  }
  const isCharacter = code >= 32 && code <= 0x10ffff && !(code >= 0xe000 && code <= 0xf8ff);
  return isCharacter && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "";
}
