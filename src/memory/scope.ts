import { invalidOption } from "../core/errors.ts";
import type { Space } from "../core/store.ts";

/**
 * Whose memory it is. Each part given makes another memory: what one holds no query of another can see, for it
 * lies in other rows and other indexes, and no filter has to be remembered.
 */
export interface MemoryScope {
  /** Default `default`. */
  readonly workspace?: string | undefined;
  readonly user?: string | undefined;
  readonly agent?: string | undefined;
  /** A memory of one session alone. To tell sessions of one memory apart, name them in `remember`. */
  readonly session?: string | undefined;
}

/** Where a memory's rows lie: what is searched first, and whole turns in an index of their own. */
export interface MemorySpaces {
  readonly turns: Space;
  readonly parents: Space;
}

const DEFAULT_WORKSPACE = "default";
const LONGEST_NAME = 200;
/** No name holds one, so that two scopes never have one name. */
const SEPARATOR = "\u001f";

export function spacesOf({ workspace = DEFAULT_WORKSPACE, user, agent, session }: MemoryScope): MemorySpaces {
  let name = checkName("workspace", workspace);
  for (const [part, value] of Object.entries({ user, agent, session }))
    if (value !== undefined) name += `${SEPARATOR}${part}=${checkName(part, value)}`;
  return {
    turns: { workspace: name, collection: "turns" },
    parents: { workspace: name, collection: "turn-parents" },
  };
}

/** What a name of a user, a session and so on must be; control characters and lone surrogates would make two names one. */
export const NAME_RULE = `a name of 1 to ${LONGEST_NAME} characters without control characters or lone surrogates`;

export function isName(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= LONGEST_NAME &&
    value.isWellFormed() &&
    !/[\u0000-\u001f\u007f]/.test(value)
  );
}

/** Throws `INVALID_OPTION`. */
export function checkName(option: string, value: unknown): string {
  if (!isName(value)) invalidOption(option, value, NAME_RULE);
  return value;
}
