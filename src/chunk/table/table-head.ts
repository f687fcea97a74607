/** What a number may look like in a cell: digits, with signs, separators, a currency or per cent. */
const NUMBER = /^[-+(]?\s*[$€£¥]?\s*\d[\d.,'\s]*\s*[%€)]?$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;
/** "[kg]", "(m/s)", or a unit as such. */
const UNIT =
  /^(?:[[(][^\])]{1,16}[\])]|%|°?[CFK]|[kmµnMG]?(?:g|m|s|A|V|W|Hz|Pa|J|l|L|B|b|t|mol|cd|N|Ω)(?:[²³]|\^?[23])?|[kmMG]?Wh|min|h|d|USD|EUR|GBP|JPY|CHF|km\/h|m\/s|mg\/l|dB|ha|ppm|pcs)$/;

/** Whether a table's first record names its columns: words, none twice, where numbers may follow. */
export function isHead(cells: readonly string[]): boolean {
  const named = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (named.length === 0 || named.length < cells.length / 2) return false;
  return new Set(named).size === named.length && !named.some((cell) => NUMBER.test(cell) || DATE.test(cell));
}

/** Whether a record under the head gives the columns' units and nothing else. */
export function isUnits(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "" && cell !== "-");
  return filled.length > 0 && filled.every((cell) => UNIT.test(cell));
}

/** 1 is "A", 27 is "AA". */
export function columnName(number: number): string {
  let name = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** The inverse of {@link columnName}. */
export function columnNumber(name: string): number {
  let number = 0;
  for (const letter of name.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}
