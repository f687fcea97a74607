import { stat } from "node:fs/promises";
import { SherdError } from "../core/errors.ts";
import { type DocumentRecord, isDamaged, type Space, type Store } from "../core/store.ts";
import { documentHash } from "./document-hash.ts";
import { GIVEN } from "./given-chunks.ts";
import type { IngestOptions } from "./ingest-types.ts";
import type { Planned } from "./plan.ts";
import { analysed, type Prepared, type PrepareJob, storedAs } from "./prepare.ts";
import {
  contextsIn,
  isOutdated,
  type MissingContexts,
  missingContexts,
  type WantedRecipe,
} from "./recipe.ts";

/** Files looked up together. */
const LOOKED_UP = 64;
/** A file changed so shortly before it was stored may have been changed again in the same tick of its clock. */
const RACY = 2_000;

/** What a document needs. */
export type Work =
  | { readonly kind: "done"; readonly id: string; readonly isOutdated: boolean }
  | { readonly kind: "error"; readonly id: string; readonly error: SherdError; readonly hidesFiles: boolean }
  | {
      readonly kind: "prepare";
      readonly id: string;
      readonly isNew: boolean;
      /** Whether the job may find that the bytes are the same, of a document that another recipe made. */
      readonly isOutdated: boolean;
      /** Whether the stored record of its file is as the file is now. */
      readonly isFileKnown: boolean;
      /** Contexts to be written though the bytes are the same. */
      readonly missing?: MissingContexts | undefined;
      /** Whether a model wrote contexts for the version that is stored. */
      readonly hadContexts: boolean;
      readonly bytes: number;
      readonly job: PrepareJob;
    }
  | {
      /** A stored document whose text is unchanged. */
      readonly kind: "situate";
      readonly id: string;
      readonly missing: MissingContexts;
      readonly bytes: number;
    }
  | { readonly kind: "given"; readonly id: string; readonly isNew: boolean; readonly prepared: Prepared };

export interface CheckOptions extends IngestOptions, WantedRecipe {}

/** Compares what is planned with what is stored: most of a second run ends here. */
export class Checker {
  readonly #store: Store;
  readonly #space: Space;
  readonly #options: CheckOptions;
  /** The file or caller each id of this run came from; undefined where it gave no document. */
  readonly #seen = new Map<string, string | undefined>();

  constructor(store: Store, space: Space, options: CheckOptions) {
    this.#store = store;
    this.#space = space;
    this.#options = options;
  }

  /** Every id that was met, with its file where it came from one. */
  get seen(): ReadonlyMap<string, string | undefined> {
    return this.#seen;
  }

  async *check(planned: AsyncIterable<Planned>): AsyncGenerator<Work> {
    let files: FilePlan[] = [];
    for await (const one of planned) {
      if (one.kind === "file") {
        files.push(one);
        if (files.length < LOOKED_UP) continue;
      }
      yield* this.#files(files);
      files = [];
      if (one.kind === "error") {
        if (!this.#seen.has(one.id)) this.#seen.set(one.id, undefined);
        yield one;
      } else if (one.kind !== "file") yield* await this.#document(one);
    }
    yield* this.#files(files);
  }

  async *#files(files: readonly FilePlan[]): AsyncGenerator<Work> {
    if (files.length === 0) return;
    const records = new Map<string, DocumentRecord>();
    const ids = files.map(({ id }) => id);
    for await (const record of this.#store.documents(this.#space, ids)) records.set(record.id, record);
    const stats = await Promise.all(files.map(({ path }) => stat(path).catch(() => undefined)));
    for (const [i, file] of files.entries()) {
      const other = this.#seen.get(file.id);
      if (other === file.path) continue;
      const record = records.get(file.id);
      const clash = other ?? (await otherSource(record, file));
      this.#seen.set(file.id, clash === undefined ? file.path : other);
      if (clash !== undefined) yield sameId(file, clash);
      else if (this.#options.retryFailed === true) yield* this.#retry(record);
      else yield this.#file(file, record, stats[i]);
    }
  }

  *#retry(record: DocumentRecord | undefined): Generator<Work> {
    if (record === undefined || isDamaged(record)) return;
    const missing = missingContexts(record.recipe, this.#options, true);
    if (missing !== undefined) yield { kind: "situate", id: record.id, missing, bytes: record.length };
  }

  #file(file: FilePlan, record: DocumentRecord | undefined, found: FoundFile | undefined): Work {
    const { recipe, rebuild = false, checkContent = false, ...load } = this.#options;
    const { id, path } = file;
    const outdated = record !== undefined && isOutdated(record.recipe, recipe, this.#options);
    const isFileKnown = record !== undefined && isAsStored(record, path, found);
    const mayBeSame = record !== undefined && !isDamaged(record) && !(outdated && rebuild);
    const missing = record && missingContexts(record.recipe, this.#options, false);
    if (mayBeSame && isFileKnown && !checkContent) return unchanged(record, outdated, missing);
    const { contentHash } = record?.metadata ?? {};
    const { limits, encoding, strict, cache } = load;
    const job = {
      id,
      path,
      load: { limits, encoding, strict, cache },
      ...(typeof contentHash === "string" && mayBeSame ? { contentHash } : {}),
    };
    const bytes = found?.size ?? 0;
    return {
      kind: "prepare",
      id,
      isNew: record === undefined,
      isOutdated: outdated,
      isFileKnown,
      missing,
      hadContexts: hasContexts(record),
      bytes,
      job,
    };
  }

  async #document(planned: Extract<Planned, { kind: "document" | "given" }>): Promise<Work[]> {
    const { id, document } = planned;
    const { recipe, givenRecipe, rebuild, retryFailed } = this.#options;
    // What is stored may be about to be replaced by the one that came before: the last one counts.
    const isRepeated = this.#seen.has(id);
    this.#seen.set(id, CALLER);
    try {
      const given = planned.kind === "given" ? planned.chunks : undefined;
      const hash = documentHash(document, given?.map((chunk) => chunk.id).join());
      const [record] = await Array.fromAsync(this.#store.documents(this.#space, [id]));
      if (retryFailed === true) return [...this.#retry(record)];
      const isNew = record === undefined && !isRepeated;
      const own = given === undefined ? recipe : givenRecipe;
      if (!isRepeated && record?.hash === hash && isGiven(record.recipe) === isGiven(own)) {
        const outdated = isOutdated(record.recipe, own, this.#options);
        if (!outdated || !rebuild)
          return [unchanged(record, outdated, missingContexts(record.recipe, this.#options, false))];
      }
      if (given !== undefined)
        return [{ kind: "given", id, isNew, prepared: await analysed(storedAs(document, hash, own), given) }];
      const bytes = document.text.length;
      const job = { document, hash };
      const hadContexts = hasContexts(record);
      return [{ kind: "prepare", id, isNew, isOutdated: false, isFileKnown: true, hadContexts, bytes, job }];
    } catch (error) {
      if (!(error instanceof SherdError) || error.code !== "INVALID_DOCUMENT") throw error;
      return [{ kind: "error", id, error, hidesFiles: false }];
    }
  }
}

function unchanged(
  { id, length }: DocumentRecord,
  outdated: boolean,
  missing: MissingContexts | undefined,
): Work {
  return missing === undefined
    ? { kind: "done", id, isOutdated: outdated }
    : { kind: "situate", id, missing, bytes: length };
}

function hasContexts(record: DocumentRecord | undefined): boolean {
  return record !== undefined && contextsIn(record.recipe) !== undefined;
}

type FilePlan = Extract<Planned, { kind: "file" }>;
interface FoundFile {
  readonly size: number;
  readonly mtime: Date;
}

/** Stands for a file where a document was given by itself. */
const CALLER = "a document that was given";

function isAsStored({ file, stored }: DocumentRecord, path: string, found: FoundFile | undefined): boolean {
  if (file === undefined || found === undefined) return false;
  const modified = found.mtime.getTime();
  const isSame = file.path === path && file.bytes === found.size && file.modified === modified;
  return isSame && stored - modified >= RACY;
}

/** A document's chunks were given, not made here. */
export function isGiven(recipe: string): boolean {
  return recipe.startsWith(GIVEN);
}

/** What a stored document of this id came from, when that is not the file: a caller, or a file that is still there. */
async function otherSource(
  record: DocumentRecord | undefined,
  { path }: FilePlan,
): Promise<string | undefined> {
  if (record === undefined) return undefined;
  if (record.file === undefined) return CALLER;
  const other = record.file.path;
  if (other === path) return undefined;
  return (await stat(other).catch(() => undefined)) === undefined ? undefined : other;
}

function sameId({ id, path }: FilePlan, other: string): Work {
  const error = new SherdError(
    "ID_CONFLICT",
    other === CALLER
      ? `${path} would take the place of a document that a program gave the id "${id}". Name another root, remove that document, or use another workspace.`
      : `${path} would take the place of ${other}: both are "${id}" from their folders. Name a root above both, or use another workspace.`,
    { id, path, other },
  );
  return { kind: "error", id, error, hidesFiles: false };
}
