import { stemOf } from "./stem.ts";
import { OPPOSITE_LINES } from "./word-lists.ts";

/** Words that are the plain negation of another: "dislikes" is "does not like". */
const POLAR = new Map(
  (
    "dislike:like disable:enable disabled:enabled unable:able impossible:possible disallow:allow forbid:allow " +
    "forbidden:allowed disagree:agree disapprove:approve distrust:trust unhappy:happy unsafe:safe " +
    "unavailable:available inactive:active incorrect:correct invalid:valid incomplete:complete unlikely:likely " +
    "uncertain:certain unknown:known illegal:legal irrelevant:relevant dissatisfied:satisfied forget:remember " +
    "unused:used unpaid:paid unnecessary:necessary inaccurate:accurate unstable:stable unsupported:supported " +
    "offline:online asymmetric:symmetric informal:formal insecure:secure unmarried:married"
  )
    .split(" ")
    .map((entry) => entry.split(":").map(stemOf) as [string, string]),
);

/** The stem that a stem negates. */
export function polarOf(stem: string): string | undefined {
  return POLAR.get(stem);
}

const POLES = new Map<string, number[]>();
for (const [axis, sides] of OPPOSITE_LINES.entries())
  for (const [side, words] of sides.entries())
    for (const word of words) {
      for (const form of new Set([stemOf(word), word])) {
        const poles = POLES.get(form) ?? [];
        poles.push(side === 0 ? axis + 1 : -(axis + 1));
        POLES.set(form, poles);
      }
    }

/** Each end of an axis that the words name, with the word; the two ends have opposite numbers. */
export function polesOf(words: Iterable<string>): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const word of words) for (const pole of POLES.get(word) ?? []) found.set(pole, word);
  return found;
}

/** The pair of opposites between two texts: one names only one end of an axis, the other only the other. */
export function opposition(
  a: ReadonlyMap<number, string>,
  b: ReadonlyMap<number, string>,
): [string, string] | undefined {
  for (const [pole, word] of a) {
    const other = b.get(-pole);
    if (other !== undefined && !b.has(pole) && !a.has(-pole)) return [word, other];
  }
  return undefined;
}
