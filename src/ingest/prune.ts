import { stat } from "node:fs/promises";
import { sep } from "node:path";
import type { Call } from "../core/chunker.ts";
import type { DocumentRecord, Space, Store } from "../core/store.ts";
import type { IngestRun } from "./ingest.ts";

/**
 * The largest share of a workspace's documents that `sync` removes unless it is forced to. More than half is
 * rather a folder that is not mounted or a wrong path than files somebody deleted.
 */
export const MOST_PRUNED_SHARE = 0.5;
/** Removed in one transaction. */
const REMOVED_AT_ONCE = 500;
/** Files looked up together. */
const LOOKED_UP = 64;

/** Removes documents whose files lay below a folder and are gone. What did not come from a file stays. */
export async function prune(
  store: Store,
  space: Space,
  folder: string,
  run: IngestRun,
  options: { readonly force?: boolean | undefined } & Call,
): Promise<void> {
  const { tally, checker, isComplete } = run;
  const gone = await findGone(store.documents(space), folder, checker.seen);
  const reason = reasonToKeep(gone, { folder, isComplete, force: options.force });
  if (reason !== undefined) {
    tally.kept(gone.ids.length, reason);
    return;
  }
  for (let i = 0; i < gone.ids.length; i += REMOVED_AT_ONCE) {
    options.signal?.throwIfAborted();
    const ids = gone.ids.slice(i, i + REMOVED_AT_ONCE);
    await store.remove(space, ids);
    tally.removed(ids, gone.ids.length);
  }
}

type FileRecord = Pick<DocumentRecord, "id" | "file">;

interface Gone {
  readonly ids: readonly string[];
  /** How many there are in all. */
  readonly documents: number;
}

/**
 * Documents whose files lay below a folder and are no longer there, or are there under another id now. A file that
 * a glob or an ignore rule left out of this run is still there.
 * @param seen every id the run met, with its file
 */
export async function findGone(
  records: Iterable<FileRecord> | AsyncIterable<FileRecord>,
  folder: string,
  seen: ReadonlyMap<string, string | undefined>,
): Promise<Gone> {
  const below = folder.endsWith(sep) ? folder : folder + sep;
  const unseen: { readonly id: string; readonly path: string }[] = [];
  let documents = 0;
  for await (const { id, file } of records) {
    documents++;
    if (file?.path.startsWith(below) && !seen.has(id)) unseen.push({ id, path: file.path });
  }
  const ids: string[] = [];
  const files = new Set(unseen.length === 0 ? [] : seen.values());
  for (let i = 0; i < unseen.length; i += LOOKED_UP) {
    const some = unseen.slice(i, i + LOOKED_UP);
    const isGone = await Promise.all(some.map(async ({ path }) => files.has(path) || (await isNoFile(path))));
    ids.push(...some.filter((_, j) => isGone[j]).map(({ id }) => id));
  }
  return { ids, documents };
}

/** Why documents that are gone are not removed; undefined where they are. */
export function reasonToKeep(
  { ids: { length }, documents }: Gone,
  {
    folder,
    isComplete,
    force = false,
  }: { readonly folder: string; readonly isComplete: boolean; readonly force?: boolean | undefined },
): string | undefined {
  if (length === 0) return undefined;
  if (!isComplete)
    return `${length} documents seem to be gone from ${folder} and were kept, because not all of it could be listed. See the failures, and sync again.`;
  if (force || length <= documents * MOST_PRUNED_SHARE) return undefined;
  const share = Math.round((100 * length) / documents);
  return `${length} of ${documents} documents (${share} %) are gone from ${folder} and were kept: more than ${100 * MOST_PRUNED_SHARE} % are not removed by themselves. If that is meant: sherd sync --force (in a program: force).`;
}

/** False where it cannot be told. */
async function isNoFile(path: string): Promise<boolean> {
  try {
    return !(await stat(path)).isFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR";
  }
}
