import { type Alignment, align } from "./align.ts";
import { attributeConflict } from "./attributes.ts";
import { editSimilarity } from "./edit-distance.ts";
import { type Comparable, type Difference, differences, isAddition } from "./guards.ts";
import { rolesDiffer } from "./roles.ts";
import type { ContentWord } from "./statement.ts";
import { stemOf } from "./stem.ts";

/** How two memories of one type stand to each other, before time is looked at. */
type Relation =
  /** They say the same. */
  | "duplicate"
  /** The first says all that the second says, and more; or the other way round. */
  | "a-extends"
  | "b-extends"
  /** One thing with two values: the later one holds. */
  | "other-value"
  /** One denies what the other says. */
  | "denial"
  | "different";

export interface Similarity {
  /** The greater of `edit` and the blend of `overlap` and `cosine`. */
  readonly score: number;
  readonly cosine: number;
  /** 0 where something differs: then it could not decide, and it is the dearest to measure. */
  readonly edit: number;
  readonly overlap: number;
}

export interface Judgement {
  readonly relation: Relation;
  readonly similarity: Similarity;
  /** What keeps them apart. */
  readonly differences: readonly Difference[];
}

/** Words decide, vectors confirm: a static model gives true paraphrases 0.5 to 1. */
const OVERLAP_SHARE = 0.8;

export interface JudgeOptions {
  readonly threshold: number;
  /** Of the two texts' vectors. */
  readonly cosine: (a: Comparable, b: Comparable) => number;
}

export function judge(a: Comparable, b: Comparable, options: JudgeOptions): Judgement {
  const found = differences(a, b);
  const { statement: ofA } = a;
  const { statement: ofB } = b;
  if (found.length === 0 && ofA.plain === ofB.plain)
    return { relation: "duplicate", similarity: SAME, differences: [] };
  if (found.filter((difference) => !isAddition(difference)).length > 1 || ofA.isLong || ofB.isLong)
    return { relation: "different", similarity: NONE, differences: found };
  const alignment = align(ofA, ofB);
  const words = wordDifference(alignment) ?? ownership(a, b) ?? roleDifference(a, b);
  const all = words === undefined ? found : [...found, words];
  const similarity = similarityOf(a, b, alignment, all.length === 0, options);
  return {
    relation: relationOf(a, b, alignment, similarity, all, options.threshold),
    similarity,
    differences: all,
  };
}

const SAME: Similarity = { score: 1, cosine: 1, edit: 1, overlap: 1 };
/** Not looked at: guards had decided. */
const NONE: Similarity = { score: 0, cosine: 0, edit: 0, overlap: 0 };

function relationOf(
  a: Comparable,
  b: Comparable,
  alignment: Alignment,
  similarity: Similarity,
  all: readonly Difference[],
  threshold: number,
): Relation {
  const conflict = attributeConflict(a.statement, b.statement, alignment, all);
  if (conflict !== undefined) return conflict;
  if (!all.every(isAddition)) return "different";
  const moreA = heavy(alignment.onlyA).length > 0 || all.some((difference) => difference.a !== "");
  const moreB = heavy(alignment.onlyB).length > 0 || all.some((difference) => difference.b !== "");
  if (!moreA && !moreB) return similarity.score >= threshold ? "duplicate" : "different";
  if (moreA === moreB) return "different";
  const lesser = moreA ? b.statement : a.statement;
  const enough = heavy(lesser.words).length + lesser.quantities.length + lesser.dates.length >= LEAST_SAID;
  if (!enough) return "different";
  return moreA ? "a-extends" : "b-extends";
}

/** A statement of fewer words is in too many others to be extended by them. */
const LEAST_SAID = 2;

function similarityOf(
  a: Comparable,
  b: Comparable,
  { overlap }: Alignment,
  withEdit: boolean,
  options: JudgeOptions,
): Similarity {
  const cosine = options.cosine(a, b);
  const blend = OVERLAP_SHARE * overlap + (1 - OVERLAP_SHARE) * Math.max(0, cosine);
  const edit = withEdit ? editSimilarity(a.statement.plain, b.statement.plain) : 0;
  return { score: Math.max(edit, blend), cosine, edit, overlap };
}

/** Words on both sides that have no partner are another matter; a name on one side alone is more said. */
function wordDifference({ onlyA, onlyB }: Alignment): Difference | undefined {
  const heavyA = heavy(onlyA);
  const heavyB = heavy(onlyB);
  const names = [...onlyA, ...onlyB].some(({ name }) => name === "yes");
  const replaced =
    (heavyA.length > 0 && heavyB.length > 0) ||
    (heavyA.length > 0 && onlyB.some(isVerb)) ||
    (heavyB.length > 0 && onlyA.some(isVerb)) ||
    (onlyA.some(isVerb) && onlyB.some(isVerb));
  if (!replaced && !names) return undefined;
  return {
    guard: names ? "name" : "word",
    a: textOf(replaced ? onlyA : heavyA),
    b: textOf(replaced ? onlyB : heavyB),
  };
}

function roleDifference({ statement: a }: Comparable, { statement: b }: Comparable): Difference | undefined {
  const roles = rolesDiffer(a, b);
  return roles && { guard: "roles", a: roles[0], b: roles[1] };
}

/** Light words that are not merely added: "works as" against "comes from". */
const VERBS = new Set("use come have work".split(" ").map(stemOf));

function isVerb({ light, stem }: ContentWord): boolean {
  return light && VERBS.has(stem);
}

/** "Has a manager" against "is a manager": with the very same words beside it, "have" is no way of saying "be". */
function ownership({ statement: a }: Comparable, { statement: b }: Comparable): Difference | undefined {
  if (a.hasOwner === b.hasOwner) return undefined;
  const [having, being] = a.hasOwner ? [a, b] : [b, a];
  const same = having.words.every(({ word }) => being.words.some((other) => other.word === word));
  if (!being.isCopula || !same) return undefined;
  return a.hasOwner ? { guard: "word", a: "have", b: "be" } : { guard: "word", a: "be", b: "have" };
}

function heavy(words: readonly ContentWord[]): ContentWord[] {
  return words.filter(({ light }) => !light);
}

function textOf(words: readonly ContentWord[]): string {
  return words.map(({ text }) => text).join(" ");
}
