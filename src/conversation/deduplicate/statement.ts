import type { ExtractedMemory } from "../../core/extraction.ts";
import { fold } from "../../text/analysis/fold.ts";
import { stopWordsOf } from "../../text/analysis/stop-words.ts";
import { readDates } from "./dates.ts";
import { readModality, readTense, type Tense } from "./modality.ts";
import { isNameToken } from "./names.ts";
import { polarOf, polesOf } from "./opposites.ts";
import { type Quantity, readQuantities } from "./quantities.ts";
import { isPastForm, stemOf } from "./stem.ts";
import { type Token, tokensOf } from "./tokens.ts";
import {
  BE_FORMS,
  CEASING,
  CHANGE_WORDS,
  CONCORD_LANGUAGES,
  CONCORD_NEGATORS,
  CONJUNCTIONS,
  DEGREE_WORDS,
  EXCLUSIVE_WORDS,
  LIGHT_BESIDE,
  LIGHT_WORDS,
  NEGATORS,
  PREPOSITIONS,
  UNSPACED_NEGATION,
} from "./word-lists.ts";

/** Longer texts are no single statements: they are duplicates only of themselves. */
export const MOST_UNITS = 2_000;

export interface ContentWord {
  readonly stem: string;
  /** As written, lower case, without accents. */
  readonly word: string;
  /** `maybe`: it has a capital because it begins the sentence. */
  readonly name: "yes" | "maybe" | "no";
  readonly text: string;
  readonly light: boolean;
  /** The preposition before it; "and" where it is joined to the one before; empty where it stands alone. */
  readonly role: string;
  /** A form of "be" stands between it and the word before. */
  readonly afterBe: boolean;
}

/** What a memory's text says, taken apart so that each part can be compared by itself. */
export interface Statement {
  /** Letters and figures of the text, without case, accents and signs. */
  readonly plain: string;
  readonly isLong: boolean;
  /** In the text's order; negation, degree, modality, numbers and dates are not among them. */
  readonly words: readonly ContentWord[];
  readonly stems: ReadonlySet<string>;
  readonly allWords: ReadonlySet<string>;
  readonly quantities: readonly Quantity[];
  readonly dates: readonly string[];
  readonly isDeictic: boolean;
  readonly isRelative: boolean;
  readonly isNegative: boolean;
  /** What is negated, where a text has several parts. */
  readonly negated: ReadonlySet<string>;
  readonly isCompound: boolean;
  readonly modality: readonly string[];
  readonly tense: Tense;
  readonly degrees: ReadonlySet<string>;
  readonly poles: ReadonlyMap<number, string>;
  readonly exclusive: ReadonlyMap<string, ReadonlySet<string>>;
  readonly hasChangeWord: boolean;
  readonly isCopula: boolean;
  /** It says that someone has something; not "has to" or "has gone". */
  readonly hasOwner: boolean;
  readonly language: string;
  readonly subject: ReadonlySet<string>;
}

/** `saidFirst` is when it was first said: "tomorrow" is the day after. */
export function readStatement(
  memory: Pick<ExtractedMemory, "text" | "subject" | "type">,
  saidFirst?: number,
): Statement {
  const isLong = memory.text.length > MOST_UNITS;
  const text = isLong ? "" : memory.text;
  const tokens = tokensOf(text);
  const used = new Uint8Array(tokens.length);
  const language = languageOf(tokens);
  const { keys: dates, years, isDeictic, isRelative } = readDates(tokens, used, saidFirst);
  const tense = readTense(tokens);
  const modality = readModality(tokens, used);
  const degrees = readDegrees(tokens, used);
  const exclusive = readExclusive(tokens);
  const negation = readNegation(tokens, used, text, language);
  const quantities = [...readQuantities(tokens, used), ...years.map((key) => ({ key, counted: undefined }))];
  const words = readWords(tokens, used, language);
  const allWords = new Set(tokens.flatMap(({ word }) => [word, SELF.get(word) ?? stemOf(word)]));
  const subject = tokensOf(memory.subject.slice(0, MOST_UNITS)).map(
    ({ word }) => SELF.get(word) ?? stemOf(word),
  );
  return {
    plain: plainText(memory.text),
    isLong,
    words,
    stems: new Set(words.map(({ stem }) => stem)),
    allWords,
    quantities,
    dates,
    isDeictic,
    isRelative,
    isNegative: negation.count % 2 === 1,
    negated: negation.heads,
    isCompound: tokens.some(({ word, paused }) => paused || CONJUNCTIONS.has(word)),
    modality: memory.type === "task" ? modality.filter((kind) => !OF_TASKS.has(kind)) : modality,
    tense,
    degrees,
    poles: polesOf(allWords),
    exclusive,
    hasChangeWord: tokens.some(({ word }) => CHANGE_WORDS.has(word)),
    isCopula: tokens.some(({ word }) => BE_FORMS.has(word)) && !tense.isPassive,
    hasOwner: tokens.some((_, at) => isOwning(tokens, at)),
    language,
    subject: new Set(subject.filter((word) => !stopWordsOf("en").has(word))),
  };
}

/** A task is something that has to be done, whether its sentence says so or not. */
const OF_TASKS = new Set(["must", "will"]);
/** Names a conversation gives the one who speaks. */
const SELF = new Map(["i", "me", "my", "myself", "speaker", "user", "human"].map((word) => [word, "user"]));

/** Without signs that say nothing; the one after a short name ("A-") says something. */
function plainText(text: string): string {
  const named = text.replace(/(?<![\p{L}\p{N}])(\p{Lu}{1,2})[-−](?![\p{L}\p{N}])/gu, "$1 minus");
  return fold(named.toLowerCase())
    .replace(/(^|[\s(])[-−](?=\d)/g, "$1minus ")
    .replace(/[^\p{L}\p{N}\p{M}%$€£¥+#@°<>=]+/gu, " ")
    .trim();
}

const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl"] as const;

function languageOf(tokens: readonly Token[]): string {
  let best = "en";
  let most = 0;
  for (const language of LANGUAGES) {
    const stops = stopWordsOf(language);
    let count = 0;
    for (const { word } of tokens) if (stops.has(word)) count++;
    if (count > most) {
      most = count;
      best = language;
    }
  }
  return best;
}

const ONLY = DEGREE_WORDS.get("only");

function readDegrees(tokens: readonly Token[], used: Uint8Array): Set<string> {
  const degrees = new Set<string>();
  for (const [at, { word }] of tokens.entries()) {
    const degree = DEGREE_WORDS.get(word);
    // "half" is a number; "no more" and "not any more" are negation; every Monday is the Monday's.
    if (degree === undefined || used[at] || word === "half") continue;
    if (word === "more" && /^(?:any|no)$/.test(tokens[at - 1]?.word ?? "")) continue;
    // Only she knows it, she knows only it: what it limits is the word behind it.
    degrees.add(degree === ONLY ? `${degree} ${tokens[at + 1]?.word}` : degree);
    used[at] = 1;
  }
  return degrees;
}

function readExclusive(tokens: readonly Token[]): Map<string, Set<string>> {
  const classes = new Map<string, Set<string>>();
  for (const { word } of tokens) {
    const rank = EXCLUSIVE_WORDS.get(word);
    if (rank === undefined) continue;
    const name = rank.slice(0, rank.indexOf(":"));
    classes.set(name, (classes.get(name) ?? new Set()).add(rank));
  }
  return classes;
}

function readNegation(
  tokens: readonly Token[],
  used: Uint8Array,
  text: string,
  language: string,
): { count: number; heads: Set<string> } {
  const heads = new Set<string>();
  let count = UNSPACED_NEGATION.test(text) ? 1 : 0;
  let isConcord = false;
  for (const [at, { word }] of tokens.entries()) {
    // "Unable" is read as the negation of "can" too.
    if (used[at] && word !== "unable") continue;
    const next = tokens[at + 1]?.word ?? "";
    const polar = polarOf(stemOf(word));
    if (polar !== undefined) {
      count++;
      heads.add(polar);
      continue;
    }
    const ceasing = CEASING.has(word) && (next.endsWith("ing") || next === "up");
    // "Ne … plus": "plus" alone is "more".
    const noMore =
      word === "plus" && tokens.slice(Math.max(0, at - 4), at).some((token) => /^n[e]?$/.test(token.word));
    if (!NEGATORS.has(word) && !ceasing && !noMore) continue;
    if (word === "not" && (next === "only" || next === "just")) continue;
    if (CONCORD_LANGUAGES.has(language) || CONCORD_NEGATORS.has(word)) isConcord = true;
    else count++;
    used[at] = 1;
    const after = headsAfter(tokens, used, at);
    const before = tokens[at - 1]?.word;
    for (const head of after.length === 0 && before !== undefined ? [before] : after) heads.add(stemOf(head));
  }
  return { count: isConcord ? count + 1 : count, heads };
}

/** "Does not really eat fish": the words that carry the meaning, up to where the next part begins. */
function headsAfter(tokens: readonly Token[], used: Uint8Array, at: number): string[] {
  const heads: string[] = [];
  const stops = stopWordsOf("en");
  for (let i = at + 1; i < tokens.length && heads.length < MOST_HEADS; i++) {
    const { word, kind, paused } = tokens[i];
    if (paused || CONJUNCTIONS.has(word)) break;
    if (kind !== "word" || used[i] || LIGHT_WORDS.has(word) || word === "longer" || stops.has(word)) continue;
    heads.push(word);
  }
  return heads;
}

/** A verb and its object. */
const MOST_HEADS = 2;

function readWords(tokens: readonly Token[], used: Uint8Array, language: string): ContentWord[] {
  const words: ContentWord[] = [];
  const stops = stopWordsOf(language);
  let role = "";
  let afterBe = false;
  for (const [at, token] of tokens.entries()) {
    const { word, text, kind } = token;
    if (BE_FORMS.has(word)) afterBe = true;
    if (PREPOSITIONS.has(word)) role = word;
    else if (CONJUNCTIONS.has(word) && words.length > 0) role = "and";
    if (used[at] || kind === "sign") {
      // "On Monday Anna": the preposition was the date's.
      if (!PREPOSITIONS.has(word) && !CONJUNCTIONS.has(word)) role = "";
      continue;
    }
    const named = isNameToken(tokens, at);
    if (named !== "yes" && (stops.has(word) || BE_FORMS.has(word) || word === "longer" || word === "anymore"))
      continue;
    const stem = named === "yes" ? word : (polarOf(stemOf(word)) ?? stemOf(word));
    words.push({
      stem: SELF.get(word) ?? stem,
      word,
      text,
      name: named,
      light: named !== "yes" && isLight(tokens, at),
      role: isOwner(tokens, at) ? `of ${tokens[at + 1].word}` : token.paused ? "and" : role,
      afterBe,
    });
    role = "";
    afterBe = false;
  }
  return words;
}

function isLight(tokens: readonly Token[], at: number): boolean {
  const { word } = tokens[at];
  const beside = LIGHT_BESIDE.get(word);
  return LIGHT_WORDS.has(word) || (beside !== undefined && tokens[at + 1]?.word === beside);
}

/** "Anna's car", but not "Anna's moving", "Anna's a nurse" or "Anna's never moved". */
function isOwner(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.word;
  if (!tokens[at].possessive || next === undefined) return false;
  return !(
    next.endsWith("ing") ||
    isPastForm(next) ||
    NEGATORS.has(next) ||
    /^(?:an?|the)$/.test(next) ||
    PREPOSITIONS.has(next)
  );
}

function isOwning(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.word ?? "";
  return (
    /^ha(?:s|ve|d)$/.test(tokens[at].word) &&
    next !== "to" &&
    next !== "been" &&
    !isPastForm(next) &&
    !NEGATORS.has(next)
  );
}
