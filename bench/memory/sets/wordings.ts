// What generated dialogues are made of. Lists are dealt out to the two halves by turns, so that what is tuned
// and what is reported share no subject and no wording.

import type { Chance } from "./chance.ts";

export const SUBJECTS = [
  ...["the Halden project", "the Orsova project", "the Lindgren account", "the Maribor account"],
  ...["Tomas's bicycle", "Ingrid's boat", "the harbour office", "the hill workshop", "the blue van"],
  ...["the red trailer", "our newsletter", "our podcast", "the Saturday market", "the Thursday choir"],
  ...["the night shift", "the early shift", "Amara's thesis", "Kofi's grant", "the old greenhouse"],
  ...["the new darkroom", "the Nadir server", "the Zenith server", "the payroll job", "the backup job"],
  ...["Leo's asthma plan", "Mina's diet plan", "the attic flat", "the garden flat", "the guest lecture"],
  ...["the school play", "the Basel trip", "the Porto trip", "the wine order", "the flour order"],
  ...["the tenants' meeting", "the parents' evening", "the print run", "the photo shoot"],
  ...["the rooftop sensor", "the cellar sensor"],
] as const;

const PEOPLE = [
  ...["Amal", "Bruno", "Chidi", "Dagny", "Esra", "Farid", "Greta", "Hiro", "Ilse", "Jorge", "Keiko"],
  ...["Luca", "Maren", "Nils", "Oksana", "Pia", "Quentin", "Rosa", "Sven", "Tamar", "Ugo", "Vera"],
];
const ROOMS = [
  "the loft",
  "room 4",
  "the annex",
  "room 12",
  "the library",
  "hall B",
  "the canteen",
  "studio 2",
];
const COLOURS = ["ochre", "teal", "crimson", "slate", "ivory", "olive", "indigo", "amber"];
const MONTHS = ["January", "March", "April", "June", "July", "September", "October", "December"];

export interface Attribute {
  readonly name: string;
  /** How a question may call it, dealt out like everything. */
  readonly asked: readonly string[];
  readonly value: (chance: Chance) => string;
}

export const ATTRIBUTES: readonly Attribute[] = [
  {
    name: "budget",
    asked: ["How much money is there for {s}?", "What may {s} cost?"],
    value: (chance) => `${chance.between(11, 99) * 100} euros`,
  },
  {
    name: "deadline",
    asked: ["When must {s} be finished?", "By what date is {s} due?"],
    value: (chance) => `${chance.between(1, 28)} ${chance.pick(MONTHS)}`,
  },
  {
    name: "contact",
    asked: ["Whom do I call about {s}?", "Who is responsible for {s}?"],
    value: (chance) => chance.pick(PEOPLE),
  },
  {
    name: "place",
    asked: ["Where does {s} happen?", "In which room do I find {s}?"],
    value: (chance) => chance.pick(ROOMS),
  },
  {
    name: "colour",
    asked: ["Which colour did we choose for {s}?", "What shade is {s} going to have?"],
    value: (chance) => chance.pick(COLOURS),
  },
  {
    name: "start time",
    asked: ["At what hour does {s} begin?", "When in the day do we start with {s}?"],
    value: (chance) => `${chance.between(6, 21)}:${chance.pick(["00", "15", "30", "45"])}`,
  },
  {
    name: "limit",
    asked: ["How many are allowed for {s}?", "What is the most we take for {s}?"],
    value: (chance) => `${chance.between(12, 480)}`,
  },
  {
    name: "code",
    asked: ["Which code opens {s}?", "What do I type in for {s}?"],
    value: (chance) => `${chance.between(1_000, 9_999)}`,
  },
];

/** First, second and later statements use the same ones: only time tells them apart. */
export const STATEMENTS: readonly string[] = [
  "The {a} for {s} is {v}.",
  "For {s} we have {v} as the {a}.",
  "Please note for {s}: {a} {v}.",
  "About {s}, the {a} should be {v}.",
  "I talked to everyone, and the {a} of {s} is {v}.",
  "Put down {v} as the {a} of {s}.",
];

export const QUESTIONS: readonly string[] = [
  "What is the {a} of {s}?",
  "Which {a} does {s} have?",
  "Remind me of the {a} for {s}.",
  "Do you know the {a} for {s}?",
];

export const ANSWERS: readonly string[] = [
  "Noted.",
  "All right, I wrote that down.",
  "Thanks, I will remember it.",
  "Good to know. Is there anything else to take care of?",
  "Understood. I will bring it up when it matters.",
  "Got it, and I will tell the others when they ask.",
];

/** Turns that name a subject and say nothing of it that is asked. */
export const SMALL_TALK: readonly (readonly [string, string])[] = [
  [
    "I keep thinking about {s} today.",
    "What is it that occupies you? We can go through it step by step, or leave it for tomorrow.",
  ],
  [
    "Can you help me write a friendly message about {s}?",
    "Of course. Start with a thank you, say in one sentence what it is about, and end with a question.",
  ],
  [
    "How did we get into all this with {s}?",
    "It grew little by little, as these things do. The important part is that people still enjoy it.",
  ],
  [
    "Someone asked me about {s} at lunch.",
    "And could you answer? If not, we can put together a short list of what people want to know.",
  ],
  ["I am a bit tired of {s}.", "That is understandable. A day off from it will not hurt anyone."],
  [
    "Let us make a plan for {s} some day.",
    "Gladly. A plan needs a goal, a first step and somebody who cares; the rest follows.",
  ],
];
