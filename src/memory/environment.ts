import { SherdError } from "../core/errors.ts";
import { DEFAULT_TURN_CHUNK_SIZE, type TurnChunkerOptions } from "./turn-chunker.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

interface Variable {
  readonly names: readonly [sherd: string, atlas: string];
  readonly expected: string;
  /** Undefined for what cannot work. */
  readonly read: (text: string) => number | boolean | undefined;
}

/** Each with the name the product's brief gave it, which stands in where ours is not set. */
const VARIABLES = {
  size: {
    names: ["SHERD_MEMORY_CHUNK_SIZE", "ATLAS_CHUNK_SIZE"],
    expected: "a whole number of characters, 1 or more",
    read: (text) => wholeNumber(text, 1),
  },
  overlap: {
    names: ["SHERD_MEMORY_CHUNK_OVERLAP", "ATLAS_CHUNK_OVERLAP"],
    expected: "a share of the chunk size from 0 to 0.5",
    read: (text) => {
      const share = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
      return share <= 0.5 ? share : undefined;
    },
  },
  minimum: {
    names: ["SHERD_MEMORY_MIN_CHUNK_SIZE", "ATLAS_MIN_CHUNK_SIZE"],
    expected: "a whole number of characters, 0 or more",
    read: (text) => wholeNumber(text, 0),
  },
  maxChunksPerTurn: {
    names: ["SHERD_MEMORY_MAX_CHUNKS_PER_TURN", "ATLAS_MAX_CHUNKS_PER_TURN"],
    expected: "a whole number, 1 or more",
    read: (text) => wholeNumber(text, 1),
  },
  semanticBoundaries: {
    names: ["SHERD_MEMORY_SEMANTIC_BOUNDARIES", "ATLAS_SEMANTIC_BOUNDARIES"],
    expected: "true or false",
    read: (text) => SWITCHES.get(text.toLowerCase()),
  },
} as const satisfies Record<string, Variable>;

type Setting = keyof typeof VARIABLES;

const SWITCHES = new Map([
  ...["true", "1", "yes", "on"].map((word) => [word, true] as const),
  ...["false", "0", "no", "off"].map((word) => [word, false] as const),
]);

/** Every variable that is read, ours first, for help texts. */
export const MEMORY_VARIABLES: readonly string[] = Object.values(VARIABLES).flatMap(({ names }) => names);

/**
 * Options of the turn chunker: what was given, else `SHERD_MEMORY_…`, else `ATLAS_…`, else nothing, which leaves
 * the default. An empty variable is not set. Throws `INVALID_OPTION`, which names the variable and its value.
 */
export function turnOptionsFrom(
  options: TurnChunkerOptions = {},
  environment: Environment = typeof process === "undefined" ? {} : process.env,
): TurnChunkerOptions {
  const read: Record<string, number | boolean> = {};
  const named: Partial<Record<Setting, string>> = {};
  for (const setting of Object.keys(VARIABLES) as Setting[]) {
    if (options[setting] !== undefined) continue;
    const { names, expected, read: parse }: Variable = VARIABLES[setting];
    const name = names.find((one) => (environment[one] ?? "").trim() !== "");
    if (name === undefined) continue;
    const value = parse((environment[name] as string).trim());
    if (value === undefined) refuse(name, environment[name], expected);
    read[setting] = value;
    named[setting] = name;
  }
  const all: TurnChunkerOptions = { ...options, ...read };
  checkMinimum(all, named);
  return all;
}

/** A minimum and a size may come from two places, each right by itself. */
function checkMinimum(
  { size = DEFAULT_TURN_CHUNK_SIZE, minimum = 0 }: TurnChunkerOptions,
  named: Partial<Record<Setting, string>>,
): void {
  if (minimum < size) return;
  if (named.minimum !== undefined)
    refuse(named.minimum, minimum, `less than the chunk size (${named.size ?? "size"} = ${size})`);
  if (named.size !== undefined) refuse(named.size, size, `more than the minimum (${minimum})`);
}

function refuse(variable: string, value: unknown, expected: string): never {
  throw new SherdError(
    "INVALID_OPTION",
    `The environment variable ${variable} must be ${expected}; got ${JSON.stringify(value)}. Correct or unset it.`,
    { option: variable, value, expected },
  );
}

function wholeNumber(text: string, least: number): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  return value >= least ? value : undefined;
}
