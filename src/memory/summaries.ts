import type { Metadata } from "../core/document.ts";
import type { UseRange } from "../core/turn-store.ts";
import { hashText } from "../text/hash.ts";
import type { NewTurn } from "./prepare-turn.ts";
import type { RememberedTurn } from "./remembered-turn.ts";

export const SUMMARY_TYPE = "summary";

/** What a summary says of the turns it stands for: enough to forget it with them. */
interface Origins {
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
  const isOfOne = new Set(turns.map(({ session }) => session)).size === 1;
  return {
    id: hashText(JSON.stringify([SUMMARY_TYPE, turns.map(({ id }) => id), text])),
    user: "",
    assistant: text,
    metadata: { summaryOf: turns.length, from, to, sources, sessions },
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

function originsOf({ type, metadata, session, at }: RememberedTurn): Origins {
  const { source } = metadata;
  const own = {
    sources: typeof source === "string" ? [source] : [],
    sessions: session === undefined ? [] : [session],
    from: at,
    to: at,
  };
  return (type === SUMMARY_TYPE ? readOrigins(metadata) : undefined) ?? own;
}

function readOrigins({ sources, sessions, from, to }: Metadata): Origins | undefined {
  const isRead =
    Array.isArray(sources) && Array.isArray(sessions) && typeof from === "number" && typeof to === "number";
  return isRead ? { sources: sources.map(String), sessions: sessions.map(String), from, to } : undefined;
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
