// Measuring sets for what memory's decay costs and gains. Made by seeds, so that they are the same everywhere:
// weights are tuned on TUNING_SEEDS and reported on REPORTING_SEEDS, never on one another's.

import { Chance } from "./chance.ts";
import { changingDialogue, type Dialogue, steadyDialogue } from "./dialogues.ts";
import { type MeetingPart, meetingPart } from "./meetings.ts";
import { AS_OF, halfOf, type MemorySet } from "./types.ts";

export interface SetOptions {
  /** The folder that holds the set `meetings`; without one there are generated dialogues only. Default `$SETS`. */
  readonly sets?: string | undefined;
}

/** Recency-neutral: meetings and facts at days drawn by chance; how old an answer is says nothing of whether it is one. */
export async function makeNeutralSet(seed: number, options: SetOptions = {}): Promise<MemorySet> {
  const chance = new Chance(seed);
  const meetings = await meetingsFor(seed, chance, options);
  const dialogue = steadyDialogue(chance, halfOf(seed));
  return together("neutral", seed, dialogue, meetings, [...meetings.questions, ...dialogue.questions]);
}

/**
 * Recency-sensitive: facts that were told again with another value, in the same words; the newest is right. The
 * meetings stand among them as other things that were talked about.
 */
export async function makeSensitiveSet(seed: number, options: SetOptions = {}): Promise<MemorySet> {
  const chance = new Chance(seed);
  const meetings = await meetingsFor(seed, chance, options);
  const dialogue = changingDialogue(chance, halfOf(seed));
  return together("sensitive", seed, dialogue, meetings, dialogue.questions);
}

function meetingsFor(seed: number, chance: Chance, options: SetOptions): Promise<MeetingPart> {
  const { sets = process.env.SETS } = options;
  if (sets === undefined || sets === "") return Promise.resolve({ turns: [], questions: [] });
  return meetingPart(sets, chance, halfOf(seed));
}

function together(
  name: MemorySet["name"],
  seed: number,
  dialogue: Dialogue,
  meetings: MeetingPart,
  questions: MemorySet["questions"],
): MemorySet {
  const turns = [...meetings.turns, ...dialogue.turns].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return { name, seed, turns, questions, asOf: AS_OF };
}
