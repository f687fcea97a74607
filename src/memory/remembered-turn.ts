import type { Metadata } from "../core/document.ts";
import type { StoredDocument } from "../core/store.ts";
import type { StoredUse } from "../core/turn-store.ts";
import { messageSpans, type Turn } from "./render-turn.ts";

/** A turn as it is remembered. Times are milliseconds since 1970. */
export interface RememberedTurn extends Turn {
  readonly id: string;
  readonly at: number;
  readonly session?: string;
  /** `turn`, or what it was stored as; decides how long it stays present. */
  readonly type: string;
  /** As given, 0 to 1. */
  readonly importance?: number;
  readonly pinned: boolean;
  readonly metadata: Metadata;
  readonly accesses: number;
  readonly lastUse?: number;
  readonly spacedUses: number;
}

export function rememberedTurn(document: StoredDocument, use: StoredUse): RememberedTurn {
  const { at, session, type, importance, pinned, accesses, lastUse, spacedUses } = use;
  return {
    id: document.id,
    ...sidesOf(document),
    at,
    ...(session === undefined ? {} : { session }),
    type,
    ...(importance === undefined ? {} : { importance }),
    pinned,
    metadata: document.metadata,
    accesses,
    ...(lastUse === undefined ? {} : { lastUse }),
    spacedUses,
  };
}

/** What the user said and what was answered, as they stand in the turn's text. */
function sidesOf(document: StoredDocument): Turn {
  const said = new Map<string, string>();
  const titles = (document.outline ?? []).map(({ title }) => title);
  messageSpans(document).forEach(({ content, end }, index) => {
    said.set(titles[index] ?? "User", document.text.slice(content, end));
  });
  return { user: said.get("User") ?? "", assistant: said.get("Assistant") ?? "" };
}
