import { randomUUID } from "node:crypto";
import type { Space, Store } from "../core/store.ts";
import { nextOf, OWN } from "./workspace-name.ts";

const RESTORE = `${OWN}restore:`;
const TRASH = `${OWN}trash`;
/** A restore that began longer ago, in milliseconds, was ended before it was done. */
const LONGEST_RESTORE = 24 * 60 * 60 * 1_000;

/** Where one restore collects what it reads. No other has the same, and its name tells when it began. */
export function stagingOf({ workspace, collection }: Space): Space {
  return { workspace: `${RESTORE}${Date.now()}:${randomUUID()}:${workspace}`, collection };
}

/**
 * Frees what restores left that were killed. Should one be at work still after so long, it finds its documents gone
 * and fails, which harms nothing.
 */
export async function discardAbandoned(store: Store): Promise<void> {
  for (const space of await store.spaces()) if (isAbandoned(space)) await discard(store, space);
}

function isAbandoned({ workspace }: Space): boolean {
  if (workspace === TRASH) return true;
  if (!workspace.startsWith(RESTORE)) return false;
  const began = Number(workspace.slice(RESTORE.length).split(":", 1)[0]);
  return !(Date.now() - began < LONGEST_RESTORE);
}

/** A space that was emptied stays known by its name; under one name for all, they do not pile up. */
export async function discard(store: Store, space: Space): Promise<void> {
  const trash = { ...space, workspace: TRASH };
  await store.move(space, trash);
  await empty(store, trash);
}

/** Without a trace, its embedder included. */
export async function empty(store: Store, space: Space): Promise<void> {
  await store.move(nextOf(space, "nothing"), space);
}
