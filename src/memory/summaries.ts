import type { Metadata } from "../core/document.ts";
import type { UseRange } from "../core/turn-store.ts";
import { hashText } from "../text/hash.ts";
import type { NewTurn } from "./prepare-turn.ts";
import type { RememberedTurn } from "./remembered-turn.ts";

export const SUMMARY_TYPE = "summary";

/** Turns a summary can name. One of more, made of summaries, may speak of any turn that is no longer there. */
const MOST_MARKS = 20_000;

/** What a summary says of the turns it stands for: enough to forget it with them. */
interface Origins {
  /** `markOf` each turn; undefined where they are too many. */
  readonly marks: readonly string[] | undefined;
  readonly sources: readonly string[];
  readonly sessions: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** The turn that stays in the place of others. Of one session alone, it is of that session. */
export function summaryTurn(text: string, turns: readonly RememberedTurn[]): NewTurn {
  const origins = turns.map(originsOf);
  const sources = distinct(origins.flatMap((one) => one.sources));
  const sessions = distinct(origins.flatMap((one) => one.sessions));
  const from = origins.reduce((least, one) => Math.min(least, one.from), Infinity);
  const to = origins.reduce((most, one) => Math.max(most, one.to), -Infinity);
  const marks = origins.every((one) => one.marks !== undefined)
    ? distinct(origins.flatMap((one) => one.marks ?? []))
    : [];
  const isNamed = marks.length > 0 && marks.length <= MOST_MARKS;
  const isOfOne = new Set(turns.map(({ session }) => session)).size === 1;
  return {
    id: hashText(JSON.stringify([SUMMARY_TYPE, turns.map(({ id }) => id), text])),
    user: "",
    assistant: text,
    metadata: {
      summaryOf: turns.length,
      from,
      to,
      sources,
      sessions,
      ...(isNamed ? { turns: marks.join("") } : {}),
    },
    use: {
      at: turns.reduce((latest, { at }) => Math.max(latest, at), -Infinity),
      session: isOfOne ? turns[0].session : undefined,
      type: SUMMARY_TYPE,
      pinned: false,
      accesses: 0,
      spacedUses: 0,
    },
  };
}

/**
 * Whether a summary may speak of a turn of this source, session and time. It is forgotten with any of its turns:
 * what was said cannot be taken out of a text that somebody wrote about it.
 */
export function maySpeakOf(
  metadata: Metadata,
  {
    source,
    session,
    from = -Infinity,
    before = Infinity,
  }: UseRange & { readonly source?: string | undefined },
): boolean {
  const origins = readOrigins(metadata);
  return (
    origins !== undefined &&
    (source === undefined || origins.sources.includes(source)) &&
    (session === undefined || origins.sessions.includes(session)) &&
    origins.to >= from &&
    origins.from < before
  );
}

/** Of which of these turns a summary may speak. `isThere` tells those that were not evicted, or came back since. */
export function spokenOf(
  metadata: Metadata,
  ids: readonly string[],
  isThere: (id: string) => boolean,
): string[] {
  const origins = readOrigins(metadata);
  if (origins === undefined) return [];
  if (origins.marks === undefined) return ids.filter((id) => !isThere(id));
  const marks = new Set(origins.marks);
  return ids.filter((id) => marks.has(markOf(id)));
}

const MARK_BYTES = 6;
const MARK_LENGTH = 8;

/** Names a turn in few signs: two of 20,000 have one in common once in a million memories. */
function markOf(id: string): string {
  return Buffer.from(hashText(id).slice(0, 2 * MARK_BYTES), "hex").toString("base64url");
}

function readMarks(turns: unknown): string[] | undefined {
  if (typeof turns !== "string") return undefined;
  return Array.from({ length: turns.length / MARK_LENGTH }, (_, i) =>
    turns.slice(i * MARK_LENGTH, (i + 1) * MARK_LENGTH),
  );
}

function originsOf({ id, type, metadata, session, at }: RememberedTurn): Origins {
  const { source } = metadata;
  const own = {
    marks: [markOf(id)],
    sources: typeof source === "string" ? [source] : [],
    sessions: session === undefined ? [] : [session],
    from: at,
    to: at,
  };
  const read = type === SUMMARY_TYPE ? readOrigins(metadata) : undefined;
  return read === undefined ? own : { ...read, marks: read.marks && [...read.marks, ...own.marks] };
}

function readOrigins({ sources, sessions, from, to, turns }: Metadata): Origins | undefined {
  const isRead =
    Array.isArray(sources) && Array.isArray(sessions) && typeof from === "number" && typeof to === "number";
  if (!isRead) return undefined;
  return { marks: readMarks(turns), sources: sources.map(String), sessions: sessions.map(String), from, to };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
