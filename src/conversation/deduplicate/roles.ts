import type { Statement } from "./statement.ts";

/** Forms of one place in a sentence: who acts in the active voice stands after "by" in the passive. */
const ACTOR = "by";

/** Whether the same words stand in exchanged places: "Anna introduced Tom" and "Tom introduced Anna". */
export function rolesDiffer(a: Statement, b: Statement): [string, string] | undefined {
  const turned = a.tense.isPassive !== b.tense.isPassive;
  return (
    exchanged(a, b, turned) ??
    prepositionsDiffer(a, b) ??
    (turned ? voiceDiffers(a, b) : undefined) ??
    actorsDiffer(a, b, turned)
  );
}

function exchanged(a: Statement, b: Statement, turned: boolean): [string, string] | undefined {
  const inA = placesOf(a);
  const inB = placesOf(b);
  const shared = [...inA.keys()].filter((stem) => inB.has(stem)).slice(0, MOST_WORDS);
  for (const [i, first] of shared.entries())
    for (const second of shared.slice(i + 1)) {
      const [a1, a2] = [inA.get(first) as Place, inA.get(second) as Place];
      const [b1, b2] = [inB.get(first) as Place, inB.get(second) as Place];
      const named = [a1, a2, b1, b2].every(({ isName }) => isName);
      if (a1.role === b1.role && a2.role === b2.role) {
        if (!named || a1.role !== "" || a2.role !== "" || turned) continue;
        // "Nina is the CEO" may be turned round; "Nina thinks Ravi is right" may not.
        if (isEquation(a1, a2) && isEquation(b1, b2)) continue;
        if (a1.at < a2.at !== b1.at < b2.at)
          return [`${first} before ${second}`, `${second} before ${first}`];
        continue;
      }
      const roles = [a1, a2, b1, b2].map(({ role }) => role);
      const isVoice = turned && roles.every((role) => role === "" || role === ACTOR);
      const isExchange = a1.role === b2.role && a2.role === b1.role && a1.role !== a2.role;
      if (isExchange && !isVoice)
        return [
          `${a1.role} ${first}, ${a2.role} ${second}`.trim(),
          `${b1.role} ${first}, ${b2.role} ${second}`.trim(),
        ];
    }
  return undefined;
}

/** Sentences with more words than this in common are compared by these. */
const MOST_WORDS = 24;

interface Place {
  readonly role: string;
  readonly at: number;
  /** How many forms of "be" stand before it. */
  readonly part: number;
  readonly isName: boolean;
}

function isEquation(a: Place, b: Place): boolean {
  return a.part !== b.part;
}

/** Each word's first place; joined words share the place of the first of them. */
function placesOf({ words }: Statement): Map<string, Place> {
  const places = new Map<string, Place>();
  let last = "";
  let part = 0;
  for (const [at, { stem, role, name, afterBe }] of words.entries()) {
    if (afterBe) part++;
    if (role !== "and") last = role;
    if (places.has(stem)) continue;
    const joined = role === "and" || words[at + 1]?.role === "and";
    places.set(stem, { role: joined ? `&${last}` : last, at, part, isName: name !== "no" });
  }
  return places;
}

/** Prepositions of one group can stand for one another; those of different groups cannot. "At" and "of" stand for many. */
const SENSES =
  "for to|from|by|about|with|against|under below beneath|over above|behind|near beside|between|into|on onto|in inside|outside|through via|during|before|after|until|since|than|as|around|towards|without".split(
    "|",
  );
const SENSE = new Map(SENSES.flatMap((line, i) => line.split(" ").map((word) => [word, i] as const)));

/** A cake for Tom is not one from Tom; what is in a box is not on it. */
function prepositionsDiffer(a: Statement, b: Statement): [string, string] | undefined {
  const inB = placesOf(b);
  for (const [stem, { role }] of placesOf(a)) {
    const other = inB.get(stem)?.role;
    if (other === undefined || other === role) continue;
    const [first, second] = [SENSE.get(role), SENSE.get(other)];
    if (first !== undefined && second !== undefined && first !== second)
      return [`${role} ${stem}`, `${other} ${stem}`];
  }
  return undefined;
}

/** Who stands after "by" in the passive acts in the active: before what is acted on. */
function voiceDiffers(a: Statement, b: Statement): [string, string] | undefined {
  const [passive, active] = a.tense.isPassive ? [a, b] : [b, a];
  const actor = passive.words.find(({ role }) => role === ACTOR)?.stem;
  const object = actorOf(passive);
  const places = placesOf(active);
  const acting = actor === undefined ? undefined : places.get(actor);
  const actedOn = object === undefined ? undefined : places.get(object);
  if (acting === undefined || actedOn === undefined || acting.at < actedOn.at) return undefined;
  return [`${actor} acts`, `${object} acts`];
}

/** Without names: the first word that no preposition introduces acts, in English. */
function actorsDiffer(a: Statement, b: Statement, turned: boolean): [string, string] | undefined {
  if (turned || a.isCopula || b.isCopula || a.language !== "en" || b.language !== "en") return undefined;
  const first = actorOf(a);
  const second = actorOf(b);
  if (first === undefined || second === undefined || first === second) return undefined;
  return a.stems.has(second) && b.stems.has(first) ? [`${first} acts`, `${second} acts`] : undefined;
}

function actorOf({ words }: Statement): string | undefined {
  const at = words.findIndex(({ role, light }) => role === "" && !light);
  return at < 0 || words[at + 1]?.role === "and" ? undefined : words[at].stem;
}
