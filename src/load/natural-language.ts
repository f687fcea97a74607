import { readFile } from "node:fs/promises";
import { SherdError } from "../core/errors.ts";
import { lazily } from "../text/lazily.ts";
import { LanguageProfiles } from "./language/language-profiles.ts";
import { tellLanguage } from "./language/tell-language.ts";

/** Enough for what tells languages apart, which stops after 380 bytes; and where little of that is prose, more. */
const SAMPLES = [1_500, 4_000, 20_000];
const LONGEST = 2_000;
/** So many letters of a sample will do; the first may be cut short within what is left out, as in a longer one. */
const ENOUGH_LETTERS = 800;
/** Fewer letters say little; below this the answer is left open. */
const LEAST_LETTERS = 40;

const LINKS = /\b(?:https?:\/\/|www\.)\S{1,500}/g;
/** Slow, for every word may be the beginning of an address. */
const LINKS_AND_ADDRESSES = /\b(?:https?:\/\/|www\.)\S{1,500}|[^\s@]{1,64}@\S{1,100}/g;

const profiles = lazily(readProfiles);

/** The language prose is written in (ISO 639-1), if it can be told for sure. The tables load at the first call. */
export async function detectNaturalLanguage(text: string): Promise<string | undefined> {
  const words = sampleOf(text);
  if (words.length < LEAST_LETTERS) return undefined;
  return tellLanguage(words, await profiles());
}

/** They lie at the package's root, as far from the sources as from what is built of them. */
async function readProfiles(): Promise<LanguageProfiles> {
  try {
    const file = new URL("../../model/natural-language/profiles.bin", import.meta.url);
    return new LanguageProfiles(await readFile(file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SherdError(
      "INPUT_UNREADABLE",
      `The package's own profiles of languages cannot be read (${reason}). Install the package again.`,
      { file: "model/natural-language/profiles.bin", reason },
      { cause },
    );
  }
}

function sampleOf(text: string): string {
  let words = "";
  for (const length of SAMPLES) {
    words = wordsOf(text.slice(0, length));
    if (words.length >= ENOUGH_LETTERS || text.length <= length) break;
  }
  return words;
}

/** Prose without what is written alike in every language: code, addresses, tags, commands, settings. */
function wordsOf(text: string): string {
  return text
    .replace(/^(---|\+\+\+)\r?\n[\s\S]*?\n\1\r?\n/, " ")
    .replaceAll(/^ {0,3}(```|~~~)[\s\S]*?(?:\n {0,3}\1|$(?![\s\S]))/gm, " ")
    .replaceAll(/`[^`\n]*`/g, " ")
    .replaceAll(/<[^<>]{0,500}>/g, " ")
    .replaceAll(text.includes("@") ? LINKS_AND_ADDRESSES : LINKS, " ")
    .replaceAll(/\\[a-zA-Z]+\*?(?:\[[^\]\n]{0,100}\])?/g, " ")
    .replaceAll(/[^\p{L}\p{M}'’]+/gu, " ")
    .trim()
    .slice(0, LONGEST);
}
