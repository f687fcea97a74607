import { isNumeronym, isShortFor } from "./names.ts";
import type { ContentWord, Statement } from "./statement.ts";
import { areSynonyms } from "./synonyms.ts";

export interface Alignment {
  /** Words of each side without a partner on the other. */
  readonly onlyA: readonly ContentWord[];
  readonly onlyB: readonly ContentWord[];
  /** Share of both texts' words, numbers and dates that have a partner, weighted: 0 to 1. */
  readonly overlap: number;
}

/** What a light word counts. */
const LIGHT = 0.25;
/** A word and what is derived from it without another actor: "arrive" and "arrival", but not "employ" and "employer". */
const DERIVING = new Set(["ing", "ion", "ation", "ment", "ness", "ly", "al"]);
const LEAST_ROOT = 4;

/**
 * Partners are equal, in one group of synonyms, derived one from the other, or a short form and its name. Words'
 * vectors are not asked: in them "teacher" is nearer to "student" than "sofa" to "couch".
 */
export function align(a: Statement, b: Statement): Alignment {
  let onlyA = a.words.filter(({ stem }) => !b.stems.has(stem));
  let onlyB = b.words.filter(({ stem }) => !a.stems.has(stem));
  if (onlyA.length > 0 && onlyB.length > 0) {
    ({ onlyA, onlyB } = withoutShortForms(onlyA, onlyB));
    ({ onlyA, onlyB } = withoutPartners(onlyA, onlyB));
  }
  const figures = a.quantities.length + b.quantities.length + a.dates.length + b.dates.length;
  const total = weightOf(a.words) + weightOf(b.words) + figures;
  const alone = weightOf(onlyA) + weightOf(onlyB);
  return { onlyA, onlyB, overlap: total === 0 ? 0 : 1 - alone / total };
}

function weightOf(words: readonly ContentWord[]): number {
  let sum = 0;
  for (const { light } of words) sum += light ? LIGHT : 1;
  return sum;
}

/** "NYC" against the run of names it abbreviates. */
function withoutShortForms(onlyA: ContentWord[], onlyB: ContentWord[]) {
  for (const [shorts, longs] of [
    [onlyA, onlyB],
    [onlyB, onlyA],
  ]) {
    const names = longs.filter(({ name }) => name !== "no");
    if (names.length === 0 || names.length > 6) continue;
    for (const short of shorts) {
      if (
        short.name === "no" ||
        !isShortFor(
          short.text,
          names.map(({ text }) => text),
        )
      )
        continue;
      const restShorts = shorts.filter((word) => word !== short);
      const restLongs = longs.filter((word) => !names.includes(word));
      return shorts === onlyA
        ? { onlyA: restShorts, onlyB: restLongs }
        : { onlyA: restLongs, onlyB: restShorts };
    }
  }
  return { onlyA, onlyB };
}

function withoutPartners(onlyA: ContentWord[], onlyB: ContentWord[]) {
  const free = new Set(onlyB);
  const leftA: ContentWord[] = [];
  for (const word of onlyA) {
    let partner: ContentWord | undefined;
    for (const other of free)
      if (mayStandFor(word, other)) {
        partner = other;
        break;
      }
    if (partner === undefined) leftA.push(word);
    else free.delete(partner);
  }
  return { onlyA: leftA, onlyB: [...free] };
}

function mayStandFor(a: ContentWord, b: ContentWord): boolean {
  if (isNumeronym(a.word, b.word) || isNumeronym(b.word, a.word)) return true;
  if (a.name === "yes" || b.name === "yes") return false;
  return areSynonyms(a.stem, b.stem) || isDerived(a.stem, b.stem);
}

function isDerived(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const root = short.endsWith("e") ? short.slice(0, -1) : short;
  return root.length >= LEAST_ROOT && long.startsWith(root) && DERIVING.has(long.slice(root.length));
}
