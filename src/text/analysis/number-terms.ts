const NUMBER_IN_WORD = /^(\D*)(\d[\d.,/:-]*)(.*)$/s;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * The terms of a number with signs inside, and the words on either side of it: "python3.11" is itself, "python"
 * and "3.11"; of "1.2.3" the first two places are a term, so that "1.2" finds it; a date or a range is found by
 * its parts; "1,000" is 1000.
 */
export function numberTerms(token: string, words: (word: string) => readonly string[]): string[] {
  const [, before, number, after] = NUMBER_IN_WORD.exec(token) ?? ["", token, "", ""];
  const terms = new Set<string>();
  if (before !== "" || after !== "") terms.add(token.toLowerCase());
  if (before.length > 1) for (const term of words(before)) terms.add(term);
  addNumber(terms, number);
  if (after.length > 1) for (const term of words(after)) terms.add(term);
  return [...terms];
}

function addNumber(terms: Set<string>, number: string): void {
  if (THOUSANDS.test(number)) {
    terms.add(number.replaceAll(",", ""));
    return;
  }
  if (number === "") return;
  terms.add(number);
  const places = number.split(".");
  if (places.length > 2) terms.add(`${places[0]}.${places[1]}`);
  const parts = number.split(/[/:-]/);
  if (parts.length > 2 && number.includes("-")) terms.add(`${parts[0]}-${parts[1]}`);
  if (parts.length > 1) for (const part of parts) terms.add(part);
}
