import type { MemoryType } from "../../../core/extraction.ts";
import type { Period } from "./calendar.ts";
import type { Token } from "./clauses.ts";
import { DATE_WORDS, type Language } from "./date-words.ts";
import {
  BEGINNINGS,
  CONDITIONAL,
  CONTENTLESS,
  ENGLISH,
  ENGLISH_NAMED,
  NOT_A_NAME,
  type Pattern,
  POINTS_BACK,
  UNSTATED,
} from "./english.ts";
import { type FoundDate, findDates } from "./find-date.ts";
import { OTHER_LANGUAGES } from "./languages.ts";
import { expand, type NormalForm, normalForm } from "./normal-form.ts";
import { type ValidTime, validTime } from "./valid-time.ts";

export interface Statement extends ValidTime {
  readonly type: MemoryType;
  readonly confidence: number;
  readonly language: Language;
  /** Another than the speaker. */
  readonly subject?: string;
  /** What its date means, where that says when it holds. */
  readonly period?: Period;
}

/** A clause as it stands in a message. */
interface Clause {
  readonly tokens: readonly Token[];
  /** What the tokens' offsets count in. */
  readonly source: string;
  readonly time: number | undefined;
  readonly isQuestion: boolean;
}

/** What a clause states, or nothing. */
export function classify(clause: Clause): Statement | undefined {
  const words = clause.tokens.map(({ word }) => word);
  const { words: expanded, sources } = expand(words);
  const isPast = looksPast(expanded);
  const dates = findDates(expanded, { time: clause.time, isPast, language: "en" });
  const form = normalForm(
    expanded,
    dates.map(({ first, end }) => [first, end]),
  );
  const request = ENGLISH[0].starts.test(form.text);
  if (clause.isQuestion && !request) return undefined;
  if (!request && (UNSTATED.test(form.text) || CONDITIONAL.test(form.text))) return undefined;
  const original = (place: number): string => {
    const token = clause.tokens[sources[form.places[place]]];
    return token === undefined ? "" : clause.source.slice(token.start, token.end);
  };
  return (
    english(form, dates) ??
    introduced(form, original) ??
    namedSubject(form, dates, original) ??
    otherLanguage(words, clause.time)
  );
}

const PAST_WORDS = new Set(
  "was,were,had,went,met,did,ran,came,saw,got,made,bought,took,gave,left,ate,flew,yesterday,ago,last,won,lost,began,drove,spent,slept,wrote,sold,sent".split(
    ",",
  ),
);

/** Before a form in "ed" these make it a participle of something present or to come. */
const NOT_PAST = new Set(["am", "are", "is", "be", "will", "get", "getting", "to"]);

function looksPast(words: readonly string[]): boolean {
  for (const word of words.slice(0, 12)) {
    if (PAST_WORDS.has(word) || (word.length > 4 && word.endsWith("ed"))) return true;
    if (NOT_PAST.has(word)) return false;
  }
  return false;
}

/** Longer ones are speeches. */
const MOST_WORDS = 40;

/** Whether nothing in it says what is meant. */
function isEmpty(object: string): boolean {
  return object.split(" ").every((word) => CONTENTLESS.has(word) || !/[\p{L}\p{N}]/u.test(word));
}

function english(form: NormalForm, dates: readonly FoundDate[]): Statement | undefined {
  const found = BEGINNINGS.has(form.words[0])
    ? ENGLISH.find((pattern) => fits(pattern, form.text, dates))
    : undefined;
  if (found !== undefined) {
    if (form.words.length > MOST_WORDS) return undefined;
    const object = form.text.slice(found.starts.exec(form.text)?.[0].length ?? 0).trim();
    const needsObject = found.type !== "fact" && found.type !== "event";
    if (needsObject && (POINTS_BACK.test(object) || isEmpty(object))) return undefined;
    return stated(found, form, dates, "en");
  }
  const { text, words } = form;
  if (/ (?:is|are) my favourite(?: |$)/.test(text)) return stated(FAVOURITE, form, dates, "en");
  if (dates.length === 0) return undefined;
  if (/ (?:is|are) due(?: |$)/.test(text)) return stated(DUE, form, dates, "en");
  const hasLimit = dates.some(({ relation }) => relation === "by");
  return words[0] === "please" && hasLimit ? stated(ASKED, form, dates, "en") : undefined;
}

const plain = (type: MemoryType, confidence: number): Pattern => ({ type, confidence, starts: /^/ });
const FAVOURITE = plain("preference", 0.85);
const DUE: Pattern = { ...plain("task", 0.8), isLimit: true };
const ASKED = plain("task", 0.65);
const INTRODUCED = plain("fact", 0.85);
const BIRTHDAY: Pattern = { ...plain("fact", 0.9), isTimeless: true };

function fits(pattern: Pattern, text: string, dates: readonly FoundDate[]): boolean {
  return (!pattern.needsDate || dates.length > 0) && pattern.starts.test(text);
}

function stated(
  pattern: Pattern,
  form: NormalForm,
  dates: readonly FoundDate[],
  language: Language,
  subject?: string,
): Statement {
  const time = validTime(pattern, dates);
  return {
    type: pattern.type,
    confidence: Math.min(0.95, Math.round(pattern.confidence * form.factor * 100) / 100),
    language,
    ...(subject === undefined ? {} : { subject }),
    ...time,
    ...(time.validFrom === undefined && time.validTo === undefined ? {} : { period: dates[0] }),
  };
}

/** "I'm Anna", "I'm German": after "I am" only names and nationalities have a capital. */
function introduced(form: NormalForm, original: (place: number) => string): Statement | undefined {
  const [first, second, third = "", fourth = "."] = form.words;
  if (first === "call" && second === "me" && isCapital(original(2)))
    return stated(INTRODUCED, form, [], "en");
  if (first !== "i" || second !== "am" || !/^\p{L}/u.test(third) || !isCapital(original(2))) return undefined;
  return fourth.endsWith("ing") ? undefined : stated(INTRODUCED, form, [], "en");
}

function namedSubject(
  form: NormalForm,
  dates: readonly FoundDate[],
  original: (place: number) => string,
): Statement | undefined {
  let length = 0;
  while (length < 3 && length < form.words.length && isName(original(length))) length++;
  if (length === 0 || NOT_A_NAME.has(form.words[0])) return undefined;
  const name = Array.from({ length }, (_, place) => original(place)).join(" ");
  const rest = form.words.slice(length).join(" ");
  if (/['’]s$/.test(name)) {
    if (!/^birthday (?:is|falls)(?: |$)/.test(rest)) return undefined;
    return stated(BIRTHDAY, form, [], "en", name.slice(0, -2));
  }
  const found = ENGLISH_NAMED.find((pattern) => fits(pattern, rest, dates));
  return found === undefined ? undefined : stated(found, form, dates, "en", name);
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

function isName(word: string): boolean {
  return /^\p{Lu}[\p{Ll}\p{M}'’-]/u.test(word);
}

function otherLanguage(words: readonly string[], time: number | undefined): Statement | undefined {
  const plainForm = normalForm(words);
  const whole = words.join(" ");
  for (const { language, patterns, unstated } of OTHER_LANGUAGES) {
    const { today, tomorrow, yesterday } = DATE_WORDS[language];
    const isDated = [today, tomorrow, yesterday].some((days) => days.includes(plainForm.words[0]));
    const form = isDated ? normalForm(plainForm.words.slice(1)) : plainForm;
    const found = patterns.find(({ starts }) => starts.test(form.text) || starts.test(whole));
    if (found === undefined || unstated.test(whole)) continue;
    return stated(found, form, findDates(words, { time, isPast: false, language }), language);
  }
  return undefined;
}
