import { type Chance, half } from "./chance.ts";
import { AS_OF, DAY, type SetQuestion, type SetTurn, SPAN_DAYS } from "./types.ts";
import {
  ANSWERS,
  ATTRIBUTES,
  type Attribute,
  QUESTIONS,
  SMALL_TALK,
  STATEMENTS,
  SUBJECTS,
} from "./wordings.ts";

/** Facts said in one dialogue, of all pairs of a subject and an attribute there are in a half. */
const FACTS = 120;
/** Turns of small talk for each fact. */
const SMALL_TALK_A_FACT = 2;

export interface Dialogue {
  readonly turns: readonly SetTurn[];
  readonly questions: readonly SetQuestion[];
}

interface Told {
  readonly subject: string;
  readonly attribute: Attribute;
  /** Days before the questions, the oldest first. */
  readonly days: readonly number[];
  readonly kind: SetQuestion["kind"];
}

/** Facts said once, at any time of the year: how old the answer is says nothing. */
export function steadyDialogue(chance: Chance, which: 0 | 1): Dialogue {
  const facts = chance.shuffled(pairs(which)).slice(0, FACTS);
  const told = facts.map(([subject, attribute]): Told => {
    return { subject, attribute, days: [chance.next() * SPAN_DAYS], kind: "fact" };
  });
  return tell(chance, which, told);
}

/**
 * Facts that change: a third of them told a dozen times and more (a routine), the others two to five times.
 * Every statement is worded alike; the last one is the answer.
 */
export function changingDialogue(chance: Chance, which: 0 | 1): Dialogue {
  const facts = chance.shuffled(pairs(which)).slice(0, FACTS);
  const told = facts.map(([subject, attribute], index): Told => {
    const isRoutine = index % 3 === 0;
    const times = isRoutine ? chance.between(12, 24) : chance.between(2, 5);
    const days = Array.from({ length: times }, () => chance.next() * SPAN_DAYS);
    return { subject, attribute, days: days.sort((a, b) => b - a), kind: isRoutine ? "routine" : "update" };
  });
  return tell(chance, which, told);
}

function pairs(which: 0 | 1): (readonly [string, Attribute])[] {
  return half(SUBJECTS, which).flatMap((subject) => ATTRIBUTES.map((one) => [subject, one] as const));
}

function tell(chance: Chance, which: 0 | 1, told: readonly Told[]): Dialogue {
  const turns: SetTurn[] = [];
  const questions: SetQuestion[] = [];
  const add = (user: string, assistant: string, day: number): string => {
    const id = `d${turns.length}`;
    const at = Math.round(AS_OF - day * DAY);
    turns.push({ id, user, assistant, at, session: `day-${Math.floor(day)}` });
    return id;
  };
  told.forEach(({ subject, attribute, days, kind }, index) => {
    let gold = "";
    let last = "";
    for (const day of days) {
      // An update that changes nothing would make the turn before it right as well.
      let value = attribute.value(chance);
      while (value === last) value = attribute.value(chance);
      last = value;
      const user = fill(chance.pick(half(STATEMENTS, which)), subject, attribute.name, value);
      gold = add(user, chance.pick(half(ANSWERS, which)), day);
    }
    for (let i = 0; i < SMALL_TALK_A_FACT; i++) {
      const [user, assistant] = chance.pick(half(SMALL_TALK, which));
      add(fill(user, subject), fill(assistant, subject), chance.next() * SPAN_DAYS);
    }
    const wording = chance.pick([...half(QUESTIONS, which), ...half(attribute.asked, which)]);
    questions.push({
      id: `${kind}-${index}`,
      question: fill(wording, subject, attribute.name),
      gold: [gold],
      kind,
    });
  });
  return { turns, questions };
}

function fill(wording: string, subject: string, attribute = "", value = ""): string {
  return wording.replace("{s}", subject).replace("{a}", attribute).replace("{v}", value);
}
