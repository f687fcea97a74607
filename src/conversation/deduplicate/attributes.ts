import type { Alignment } from "./align.ts";
import type { Difference } from "./guards.ts";
import type { ContentWord, Statement } from "./statement.ts";
import { stemOf } from "./stem.ts";

/** What one has only one of at a time. Of other things (likes, has, speaks, visited) two values are simply two facts. */
const SINGLE = new Set(
  (
    "live reside move relocate work call name born birthday cost price weigh weight age old email phone number " +
    "address married marry favourite favorite prefer preferred deadline due budget salary rent code password port " +
    "version located based headquarter height length size start begin leave depart end finish arrive expire " +
    "schedule scheduled appointment meeting take run host hosted limit timeout manager boss owner capital status " +
    "wohnt arbeitet heisst habite travaille vive trabaja llama"
  )
    .split(" ")
    .map(stemOf),
);
/** Moving somewhere is living there from then on. */
const MOVE = new Set(["move", "relocate"].map(stemOf));
const LIVE = new Set(["live", "reside"].map(stemOf));
const VALUES = new Set<Difference["guard"]>(["number", "unit", "date", "name", "word"]);
/** Without these, "is" gives a thing's only value: "the budget is 5", but not "Tom is allergic to". */
const MEASURES = new Set<Difference["guard"]>(["number", "unit", "date"]);

/** Whether two statements give one attribute of one subject two values, or one denies the other. */
export function attributeConflict(
  a: Statement,
  b: Statement,
  alignment: Alignment,
  all: readonly Difference[],
): "other-value" | "denial" | undefined {
  const leftA = heavy(alignment.onlyA);
  const leftB = heavy(alignment.onlyB);
  const moved = movedAgainstLives(a, b, leftA, leftB);
  const rest = all.filter(({ guard }) => !(moved && guard === "modality"));
  if (rest.length !== 1) return undefined;
  const [{ guard, a: valueA, b: valueB }] = rest;
  if (guard === "negation" || guard === "antonym") {
    // Of "likes" and "rarely likes", or of two colours, neither denies the other.
    if (guard === "antonym" && (valueA.includes(":") || valueB.includes(":")) && !isSingle(a, b))
      return undefined;
    const values = guard === "antonym" ? 1 : 0;
    if (leftA.length > values || leftB.length > values) return undefined;
    return guard === "antonym" && valueA.includes(":") ? "other-value" : "denial";
  }
  if (!VALUES.has(guard) || valueA === "" || valueB === "") return undefined;
  const isValue = ({ stem }: ContentWord) => !(moved && (MOVE.has(stem) || LIVE.has(stem)));
  const most = guard === "name" || guard === "word" ? MOST_VALUE_WORDS : 0;
  if (leftA.filter(isValue).length > most || leftB.filter(isValue).length > most) return undefined;
  if (a.words[0]?.stem !== b.words[0]?.stem) return undefined;
  const measured = MEASURES.has(guard) && a.isCopula && b.isCopula;
  return measured || moved || isSingle(a, b) ? "other-value" : undefined;
}

/** A value is a name of a few words at most. */
const MOST_VALUE_WORDS = 3;

function isSingle(a: Statement, b: Statement): boolean {
  // What happened twice happened twice.
  if (a.tense.past.size > 0 && b.tense.past.size > 0 && !a.stems.has(stemOf("move"))) return false;
  for (const stem of a.stems) if (SINGLE.has(stem) && b.stems.has(stem)) return true;
  return false;
}

function movedAgainstLives(
  a: Statement,
  b: Statement,
  leftA: readonly ContentWord[],
  leftB: readonly ContentWord[],
): boolean {
  const has = (words: readonly ContentWord[], stems: ReadonlySet<string>) =>
    words.some(({ stem }) => stems.has(stem));
  const free = a.modality.length === 0 && b.modality.length === 0;
  return free && ((has(leftA, MOVE) && has(leftB, LIVE)) || (has(leftB, MOVE) && has(leftA, LIVE)));
}

function heavy(words: readonly ContentWord[]): readonly ContentWord[] {
  return words.filter(({ light }) => !light);
}
