import { sep } from "node:path";
import type { Call } from "../core/chunker.ts";
import type { Space, Store } from "../core/store.ts";
import type { IngestRun } from "./ingest.ts";

/**
 * The largest share of a workspace's documents that `sync` removes unless it is forced to. More than half is
 * rather a folder that is not mounted or a wrong path than files somebody deleted.
 */
export const MOST_PRUNED_SHARE = 0.5;
/** Removed in one transaction. */
const REMOVED_AT_ONCE = 500;

/** Removes documents whose files lay below a folder and are gone. What did not come from a file stays. */
export async function prune(
  store: Store,
  space: Space,
  folder: string,
  run: IngestRun,
  options: { readonly force?: boolean | undefined } & Call,
): Promise<void> {
  const { tally, checker } = run;
  const below = folder.endsWith(sep) ? folder : folder + sep;
  const gone: string[] = [];
  let documents = 0;
  for await (const { id, file } of store.documents(space)) {
    documents++;
    if (file?.path.startsWith(below) && !checker.hasSeen(id)) gone.push(id);
  }
  if (gone.length === 0) return;
  if (!run.isComplete) {
    tally.kept(
      gone.length,
      `${gone.length} documents seem to be gone from ${folder} and were kept, because not all of it could be listed. See the failures, and sync again.`,
    );
    return;
  }
  if (gone.length > documents * MOST_PRUNED_SHARE && options.force !== true) {
    const share = Math.round((100 * gone.length) / documents);
    tally.kept(
      gone.length,
      `${gone.length} of ${documents} documents (${share} %) are gone from ${folder} and were kept: more than ${100 * MOST_PRUNED_SHARE} % are not removed by themselves. If that is meant: sherd sync --force (in a program: force).`,
    );
    return;
  }
  for (let i = 0; i < gone.length; i += REMOVED_AT_ONCE) {
    options.signal?.throwIfAborted();
    const ids = gone.slice(i, i + REMOVED_AT_ONCE);
    await store.remove(space, ids);
    tally.removed(ids, gone.length);
  }
}
