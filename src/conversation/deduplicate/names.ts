import { isIdentifier, type Token } from "./tokens.ts";

const TITLES = new Set("dr doctor prof professor mr mrs ms mister miss sir madam".split(" "));

/**
 * Whether a word is a name: an identifier or address, or a capital that no sentence's beginning gave. Titles
 * are ordinary words, so that "Dr." and "Doctor" may be one.
 */
export function isNameToken(tokens: readonly Token[], at: number): "yes" | "maybe" | "no" {
  const { text, word, kind, first } = tokens[at];
  if (kind !== "word" || TITLES.has(word) || word === "i") return "no";
  if (isIdentifier(text)) return "yes";
  if (!/^\p{Lu}/u.test(text)) return "no";
  if (!first) return "yes";
  return /^\p{Lu}{2,}$/u.test(text) ? "yes" : "maybe";
}

/** Whether capitals stand for a name: "NYC" for three words, "TS" for "TypeScript". */
export function isShortFor(short: string, words: readonly string[]): boolean {
  if (!/^\p{Lu}{2,6}$/u.test(short) || words[0] === short) return false;
  const initials =
    words.length === 1
      ? (words[0].match(/\p{Lu}/gu) ?? []).join("")
      : words.map((word) => word.slice(0, 1)).join("");
  return initials.toUpperCase() === short;
}

/** Whether a figure stands for the letters left out: "k8s" for "kubernetes". */
export function isNumeronym(short: string, word: string): boolean {
  const parts = /^(\p{L})(\p{N}{1,2})(\p{L})$/u.exec(short);
  if (parts === null || !/^\p{L}+$/u.test(word)) return false;
  return word.startsWith(parts[1]) && word.endsWith(parts[3]) && word.length === Number(parts[2]) + 2;
}
