import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chunker } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { SherdError } from "../core/errors.ts";
import type { Report } from "../core/progress.ts";
import type { SourceFile, Space, Store } from "../core/store.ts";
import { BatchWriter } from "./batch-writer.ts";
import { Checker, type Work } from "./check.ts";
import type { ChunkingSettings } from "./chunking.ts";
import type { ChosenContexts, Situator } from "./context/situator.ts";
import { mapWithin, punctually, readAhead } from "./flow.ts";
import type { IngestOptions, IngestSummary } from "./ingest-types.ts";
import { outOfMemory } from "./most-terms.ts";
import type { Planned } from "./plan.ts";
import type { Prepared } from "./prepare.ts";
import { Preparer } from "./preparer.ts";
import { readWhole } from "./read-whole.ts";
import type { WantedRecipe } from "./recipe.ts";
import { Tally } from "./tally.ts";

/** What may be loaded and not stored yet: bytes of files, and of text. */
const MOST_IN_FLIGHT = 8 * 1024 * 1024;
/** Files listed ahead of the work, so that their number is known early. */
const LISTED_AHEAD = 65_536;

/** Not one document's fault: the next one would fail alike. */
const STOPS_ALL = new Set<string>([
  "INVALID_OPTION",
  "KEY_MISSING",
  "PACKAGE_MISSING",
  "EMBEDDER_UNAVAILABLE",
  "PROVIDER_FAILED",
  "PROVIDER_QUOTA",
  "PROVIDER_RATE_LIMITED",
]);

/** Where documents go and how they are made. */
export interface IngestContext extends WantedRecipe {
  readonly store: Store;
  readonly space: Space;
  /** Undefined: words alone. */
  readonly embedder: Embedder | undefined;
  readonly chunker: Chunker;
  /** What threads make the same chunker of; undefined for one they cannot make. */
  readonly settings: ChunkingSettings | undefined;
  /** Writes contexts, where a model shall. */
  readonly situator?: Situator | undefined;
  /** Files that are left out silently: those of the base itself. */
  readonly ownFiles: ReadonlySet<string>;
}

/** A run that has ended: what it did, and what it met. */
export interface IngestRun {
  readonly tally: Tally;
  readonly checker: Checker;
  /** Whether every file below the folders was listed. */
  readonly isComplete: boolean;
}

/** Work that gives a document. */
type MakingWork = Extract<Work, { kind: "prepare" | "situate" | "given" }>;
type Outcome =
  | { readonly work: Exclude<Work, MakingWork> }
  | { readonly work: MakingWork; readonly prepared: Prepared | undefined; readonly file?: SourceFile }
  | { readonly work: MakingWork; readonly error: SherdError };

/** Load, split, analyse, embed and store everything that is planned and not stored yet. */
export async function ingest(
  context: IngestContext,
  planned: AsyncIterable<Planned>,
  options: IngestOptions,
  report: Report,
): Promise<IngestRun> {
  const { store, space, embedder, situator } = context;
  const { signal, threads } = options;
  const tally = new Tally(report);
  await checkEmbedder(context, tally);
  const checker = new Checker(store, space, { ...options, ...wanted(context) });
  const preparer = new Preparer({ ...context, threads });
  const writer = new BatchWriter(store, space, embedder);
  let isComplete = true;
  // Calls of a model that are under way when the run fails must not go on behind it.
  const stop = new AbortController();
  const paid = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);

  const situated = async (made: Pick<Prepared, "document" | "chunks">, which: ChosenContexts) =>
    situator?.situate(made, which, { signal: paid });
  /** A stored document whose text is unchanged; nothing where it went meanwhile. */
  const situatedAgain = async (id: string, which: ChosenContexts): Promise<Prepared | undefined> => {
    const whole = await readWhole(store, space, id);
    return whole === undefined ? undefined : situated(whole, which);
  };
  const make = async (work: MakingWork): Promise<Outcome> => {
    if (work.kind === "situate") return { work, prepared: await situatedAgain(work.id, work.missing) };
    if (work.kind === "given")
      return { work, prepared: (await situated(work.prepared, "unwritten")) ?? work.prepared };
    const prepared = await preparer.prepare(work.job, work.bytes, { signal });
    // To prepare keeps the thread: a stop is heard between documents.
    await nextTurn();
    signal?.throwIfAborted();
    if (!("sameFile" in prepared)) return { work, prepared: (await situated(prepared, "all")) ?? prepared };
    const { sameFile: file } = prepared;
    const { id, missing } = work;
    return { work, file, prepared: missing === undefined ? undefined : await situatedAgain(id, missing) };
  };
  const attempt = async (work: Work): Promise<Outcome> => {
    if (work.kind === "done" || work.kind === "error") return { work };
    try {
      return await make(work);
    } catch (error) {
      signal?.throwIfAborted();
      const known =
        error instanceof SherdError ? error : (outOfMemory(work.id, error) ?? unexpected(work.id, error));
      if (STOPS_ALL.has(known.code)) throw known;
      return { work, error: known };
    }
  };
  const take = (work: MakingWork, prepared: Prepared | undefined, file: SourceFile | undefined): void => {
    const isPrepared = work.kind === "prepare";
    if (prepared !== undefined) {
      if (isPrepared && file === undefined) tally.warned(prepared.document);
      if (isPrepared && work.hadContexts && situator === undefined && context.contexts === undefined)
        tally.contextLost();
      writer.add(prepared, work.kind !== "situate" && work.isNew);
    } else tally.unchanged(work.id, isPrepared && work.isOutdated);
    if (isPrepared && file !== undefined && !work.isFileKnown) writer.touch(work.id, file);
  };
  const listed = readAhead(without(context.ownFiles, planned), LISTED_AHEAD, (total) => {
    tally.total = total;
  });
  // While a model writes, documents wait for it and not for a thread.
  const width = Math.max(preparer.width, situator === undefined ? 0 : situator.concurrency + 1);
  const limits = { width, most: MOST_IN_FLIGHT };
  const outcomes = mapWithin(checker.check(listed), limits, { before: sizeOf, after: preparedSize }, attempt);
  try {
    for await (const outcome of punctually(outcomes, () => writer.due, signal)) {
      signal?.throwIfAborted();
      if (outcome !== undefined) {
        if ("error" in outcome) tally.failed(outcome.work.id, outcome.error);
        else if ("prepared" in outcome) take(outcome.work, outcome.prepared, outcome.file);
        else if (outcome.work.kind === "done") tally.unchanged(outcome.work.id, outcome.work.isOutdated);
        else {
          isComplete &&= !outcome.work.hidesFiles;
          tally.failed(outcome.work.id, outcome.work.error);
        }
      }
      if (writer.isFull) tally.written(await writer.flush({ signal }));
    }
    tally.written(await writer.flush({ signal }));
  } finally {
    stop.abort();
    await preparer.close();
    await situator?.finish();
  }
  tally.contexts = situator?.summary();
  return { tally, checker, isComplete };
}

export function summarise({ tally }: Pick<IngestRun, "tally">): IngestSummary {
  return tally.summary();
}

function wanted({ recipe, givenRecipe, contexts }: WantedRecipe): WantedRecipe {
  return { recipe, givenRecipe, contexts };
}

async function* without(
  files: ReadonlySet<string>,
  planned: AsyncIterable<Planned>,
): AsyncGenerator<Planned> {
  for await (const one of planned) if (one.kind !== "file" || !files.has(one.path)) yield one;
}

function sizeOf(work: Work): number {
  if (work.kind === "prepare" || work.kind === "situate") return work.bytes;
  return work.kind === "given" ? work.prepared.document.text.length : 0;
}

/** About what a chunk and its terms take in memory, however short its text. */
const CHUNK_BYTES = 2_048;

/** A document of many short sections grows when it is split. */
function preparedSize(outcome: Outcome): number {
  if (!("prepared" in outcome) || outcome.prepared === undefined) return 0;
  return outcome.prepared.chunks.length * CHUNK_BYTES;
}

/** Vectors of two models never meet (law 10): told before any work is done. */
async function checkEmbedder({ store, space, embedder }: IngestContext, tally: Tally): Promise<void> {
  if (embedder === undefined) return;
  const stats = await store.stats(space);
  if (stats.embedder !== undefined && stats.embedder !== embedder.id)
    throw otherEmbedder(space, stats.embedder, embedder.id);
  if (stats.chunks > 0 && stats.vectors === 0) {
    tally.warn(
      `The ${stats.documents} documents that are stored have no vectors and are found by their words alone. Run: sherd reembed`,
    );
  }
}

export function otherEmbedder(space: Space, stored: string, given: string): SherdError {
  return new SherdError(
    "SPACE_MISMATCH",
    `The workspace "${space.workspace}" holds vectors of ${stored}; the embedder now is ${given}. Use the first again, or make all vectors anew with: sherd reembed --embedder NAME (in a program: reembed).`,
    { workspace: space.workspace, stored, given },
  );
}

function unexpected(id: string, cause: unknown): SherdError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SherdError("INPUT_MALFORMED", `${id} could not be split: ${reason}`, { id, reason }, { cause });
}
