import { stemmer as porter } from "stemmer";

export type Stemmer = (word: string) => string;

/** One small module a language, loaded when its first text comes. Keys are ISO 639-1. */
const MODULES: Readonly<Record<string, () => Promise<{ stemmer: Stemmer }>>> = {
  ar: () => import("@orama/stemmers/arabic"),
  da: () => import("@orama/stemmers/danish"),
  de: () => import("@orama/stemmers/german"),
  el: () => import("@orama/stemmers/greek"),
  es: () => import("@orama/stemmers/spanish"),
  fi: () => import("@orama/stemmers/finnish"),
  fr: () => import("@orama/stemmers/french"),
  ga: () => import("@orama/stemmers/irish"),
  hi: () => import("@orama/stemmers/indian"),
  hu: () => import("@orama/stemmers/hungarian"),
  hy: () => import("@orama/stemmers/armenian"),
  id: () => import("@orama/stemmers/indonesian"),
  it: () => import("@orama/stemmers/italian"),
  lt: () => import("@orama/stemmers/lithuanian"),
  ne: () => import("@orama/stemmers/nepali"),
  nl: () => import("@orama/stemmers/dutch"),
  no: () => import("@orama/stemmers/norwegian"),
  pt: () => import("@orama/stemmers/portuguese"),
  ro: () => import("@orama/stemmers/romanian"),
  ru: () => import("@orama/stemmers/russian"),
  sr: () => import("@orama/stemmers/serbian"),
  sv: () => import("@orama/stemmers/swedish"),
  ta: () => import("@orama/stemmers/tamil"),
  tr: () => import("@orama/stemmers/turkish"),
  uk: () => import("@orama/stemmers/ukrainian"),
};

/** Both written forms of Norwegian are stemmed alike, and detectors name them apart. */
const ALIASES: Readonly<Record<string, string>> = { nb: "no", nn: "no" };

/** Languages whose words lose their endings; words of others are kept as they are. */
export const STEMMED_LANGUAGES: readonly string[] = [...Object.keys(MODULES), "en"].sort();

/** Accents in English words are foreign: they are gone before the endings are. */
const english: Stemmer = (word) => (/^[a-z]+$/.test(word) ? porter(word) : word);

const loaded = new Map<string, Stemmer>([["en", english]]);

/** "de-AT", "de_AT" and "DE" are "de". */
export function baseLanguage(language: string): string {
  const base = language.trim().toLowerCase().split(/[-_]/, 1)[0];
  return Object.hasOwn(ALIASES, base) ? ALIASES[base] : base;
}

export async function loadStemmers(languages: Iterable<string>): Promise<void> {
  const missing = new Set([...languages].map(baseLanguage).filter((language) => !hasStemmer(language)));
  await Promise.all(
    [...missing].map(async (language) => loaded.set(language, (await MODULES[language]()).stemmer)),
  );
}

/** Whether words of the language can be analysed now: its stemmer is here, or it has none. */
export function hasStemmer(language: string): boolean {
  return loaded.has(language) || !Object.hasOwn(MODULES, language);
}

/** Undefined for a language that has none. */
export function stemmerOf(language: string): Stemmer | undefined {
  return loaded.get(language);
}
