import type { Call } from "../core/chunker.ts";
import type { Clock } from "../core/clock.ts";
import type { Metadata } from "../core/document.ts";
import { invalidOption } from "../core/errors.ts";
import { hashText } from "../text/hash.ts";
import { checkNames } from "./check-names.ts";
import { memoryTime } from "./memory-time.ts";
import type { NewTurn } from "./prepare-turn.ts";
import type { MemoryTime } from "./recall-types.ts";
import { withoutRecalled } from "./render-recalled.ts";
import { checkName, type MemoryScope } from "./scope.ts";

export interface RememberOptions extends Call {
  /** When it was said. Default: now. With it, the same turn stored twice is one. */
  readonly at?: MemoryTime | undefined;
  readonly session?: string | undefined;
  readonly metadata?: Metadata | undefined;
  /** Decides how long it stays present: `turn` (default), `task`, `event`, `fact`, `decision`, `preference`, or any other. */
  readonly type?: string | undefined;
  /** 0 to 1. */
  readonly importance?: number | undefined;
  /** Is never evicted. Told again without it, a turn stays as it was. */
  readonly pinned?: boolean | undefined;
}

const REMEMBER_OPTIONS = ["at", "session", "metadata", "type", "importance", "pinned", "signal"];

/** What a caller wants to be remembered, checked and named. Throws `INVALID_OPTION`. */
export function newTurn(
  user: string,
  assistant: string,
  options: RememberOptions,
  scope: MemoryScope,
  clock: Clock,
): NewTurn {
  if (typeof user !== "string") invalidOption("user", user, "a text");
  if (typeof assistant !== "string") invalidOption("assistant", assistant, "a text");
  const {
    metadata = {},
    type = "turn",
    importance,
    pinned,
    session = scope.session,
  } = checkNames("options", options, REMEMBER_OPTIONS);
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))
    invalidOption("metadata", metadata, "an object");
  if (importance !== undefined && !(typeof importance === "number" && importance >= 0 && importance <= 1))
    invalidOption("importance", importance, "a number from 0 to 1");
  if (pinned !== undefined && typeof pinned !== "boolean") invalidOption("pinned", pinned, "true or false");
  if (session !== undefined) checkName("session", session);
  if (scope.session !== undefined && session !== scope.session)
    invalidOption("session", session, `${JSON.stringify(scope.session)}, as the memory is of that one alone`);
  const said = { user: withoutRecalled(user), assistant: withoutRecalled(assistant) };
  if ((said.user + said.assistant).trim() === "")
    invalidOption("user and assistant", user, "texts of which at least one says something");
  const at = options.at === undefined ? clock.now() : memoryTime("at", options.at);
  // Without a time, saying the same again is something else; with one, it is the same told twice.
  const nonce = options.at === undefined ? `${process.pid} ${clock.random()}` : "";
  return {
    id: hashText(JSON.stringify([said.user, said.assistant, at, session ?? null, nonce])),
    ...said,
    metadata,
    use: { at, session, type: checkName("type", type), importance, pinned, accesses: 0, spacedUses: 0 },
  };
}
