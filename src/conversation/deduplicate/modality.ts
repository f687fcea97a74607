import { isPastForm, stemOf } from "./stem.ts";
import type { Token } from "./tokens.ts";

/** `class: phrases`: how firmly a thing is said to be so. A `*` after a phrase asks for "to" behind it. */
const TABLE = `
must: must, have to, has to, had to, need*, needs*, needed*, required*, obliged*, muss, müssen, doit, debe
should: should, ought*, supposed*, sollte, devrait, deberia
may: may, might, could, perhaps, maybe, possibly, vielleicht, peut-être, quizas
can: can, able*, unable*, kann, peut, puede
want: want, wants, wanted, would like, would love, wish, wishes, hope, hopes, hoped, mochte, veut, quiere
plan: plan*, plans*, planned*, planning*, intend, intends, intended, aim*, aims*
will: will, shall, going to, about to
try: try*, tries*, tried*, trying*, attempt, attempts, attempted
consider: consider, considers, considered, considering, think about, thinks about, thinking about, thinks of, thinking of
allowed: allowed*, permitted*, free*
advise: advise, advises, advised, recommend, recommends, recommended, suggest, suggests, suggested, ask, asks, asked
fail: fail*, fails*, failed*, forget*, forgot*, refuse*, refuses*, refused*, decline*, declines*, declined*
learn: learning, learns, learn
agree: agree*, agrees*, agreed*
promise: promise*, promises*, promised*, offer*, offers*, offered*
likely: probably, likely, presumably, wahrscheinlich, probablement, probablemente
if: if, unless, falls
ago: used to, formerly, previously
claim: claims, claimed, allegedly, believes, believed, thinks that, guesses, supposedly
`;
interface Phrase {
  readonly words: readonly string[];
  readonly kind: string;
}
const PHRASES = new Map<string, Phrase[]>();
for (const line of TABLE.trim().split("\n")) {
  const [kind, phrases] = line.split(": ");
  for (const phrase of phrases.split(", ")) {
    const words = phrase.replace("*", " to").split(" ");
    PHRASES.set(words[0], [...(PHRASES.get(words[0]) ?? []), { words, kind }]);
  }
}

/** The classes a text names, sorted; tokens they are made of are marked in `used`. */
export function readModality(tokens: readonly Token[], used: Uint8Array): string[] {
  const kinds = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    if (used[at]) continue;
    const found = PHRASES.get(tokens[at].word)?.filter(({ words }) =>
      words.every((word, i) => tokens[at + i]?.word === word),
    );
    const longest = found?.sort((a, b) => b.words.length - a.words.length)[0];
    if (longest === undefined) continue;
    // "used to" after a form of "be" is a habit or a purpose, not the past.
    if (longest.kind === "ago" && /^(?:is|are|be|get|was)$/.test(tokens[at - 1]?.word ?? "")) continue;
    used.fill(1, at, at + longest.words.length);
    kinds.add(longest.kind);
    at += longest.words.length - 1;
  }
  return [...kinds].sort();
}

export interface Tense {
  /** By its auxiliaries, where they say it. */
  readonly auxiliary: "past" | "present" | undefined;
  /** Stems of verbs in a past form that no form of "be" precedes. */
  readonly past: ReadonlySet<string>;
  /** Stems of all other words. */
  readonly other: ReadonlySet<string>;
  /** "was … by". */
  readonly isPassive: boolean;
}

const PAST_AUXILIARIES = new Set(["was", "were", "had", "did"]);
const PRESENT_AUXILIARIES = new Set(["is", "are", "am", "does", "do"]);
const PERFECT = new Set(["has", "have"]);
const BE = new Set(["is", "are", "am", "was", "were", "be", "been", "being"]);

export function readTense(tokens: readonly Token[]): Tense {
  let auxiliary: Tense["auxiliary"];
  const past = new Set<string>();
  const other = new Set<string>();
  let participle = false;
  let isPassive = false;
  for (const [at, { word, kind }] of tokens.entries()) {
    if (kind !== "word") continue;
    const next = tokens[at + 1]?.word ?? "";
    if (PAST_AUXILIARIES.has(word)) auxiliary ??= "past";
    else if (PRESENT_AUXILIARIES.has(word)) auxiliary ??= "present";
    // "has moved" is over, "has been moving" is not.
    else if (PERFECT.has(word) && next !== "been" && isPastForm(next)) auxiliary ??= "past";
    else if (isPastForm(word)) {
      const helped = tokens.slice(Math.max(0, at - 3), at).some((token) => BE.has(token.word));
      if (!helped) past.add(stemOf(word));
      participle ||= helped;
    } else {
      if (word === "by" && participle) isPassive = true;
      other.add(stemOf(word));
    }
  }
  return { auxiliary, past, other, isPassive };
}

/** Whether one is said of the past and the other of now. */
export function tensesDiffer(a: Tense, b: Tense): boolean {
  if (a.auxiliary !== undefined && b.auxiliary !== undefined) return a.auxiliary !== b.auxiliary;
  return pastAgainst(a, b) || pastAgainst(b, a);
}

function pastAgainst(a: Tense, b: Tense): boolean {
  if (b.auxiliary === "past" || b.past.size > 0) return false;
  for (const stem of a.past) if (b.other.has(stem)) return true;
  return a.past.size > 0 && b.auxiliary === "present" && a.auxiliary === undefined;
}
