import { stat } from "node:fs/promises";
import { SherdError } from "../core/errors.ts";
import type { DocumentRecord, Space, Store } from "../core/store.ts";
import { documentHash } from "./document-hash.ts";
import { GIVEN } from "./given-chunks.ts";
import type { IngestOptions } from "./ingest-types.ts";
import type { Planned } from "./plan.ts";
import { analysed, type Prepared, type PrepareJob, storedAs } from "./prepare.ts";
import { withoutLanguage } from "./recipe.ts";

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
      readonly bytes: number;
      readonly job: PrepareJob;
    }
  | { readonly kind: "given"; readonly id: string; readonly isNew: boolean; readonly prepared: Prepared };

export interface CheckOptions extends IngestOptions {
  readonly recipe: string;
  /** As the recipe of documents whose chunks are given. */
  readonly givenRecipe: string;
}

/** Compares what is planned with what is stored: most of a second run ends here. */
export class Checker {
  readonly #store: Store;
  readonly #space: Space;
  readonly #options: CheckOptions;
  /** Where each id of this run came from. */
  readonly #seen = new Map<string, string>();

  constructor(store: Store, space: Space, options: CheckOptions) {
    this.#store = store;
    this.#space = space;
    this.#options = options;
  }

  hasSeen(id: string): boolean {
    return this.#seen.has(id);
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
        this.#seen.set(one.id, "");
        yield one;
      } else if (one.kind !== "file") yield await this.#document(one);
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
      const clash = other ?? (await otherFile(record, file));
      this.#seen.set(file.id, file.path);
      if (clash !== undefined) yield sameId(file, clash);
      else yield this.#file(file, record, stats[i]);
    }
  }

  #file(file: FilePlan, record: DocumentRecord | undefined, found: FoundFile | undefined): Work {
    const { recipe, rebuild = false, checkContent = false, ...load } = this.#options;
    const { id, path } = file;
    const isOutdated = record !== undefined && withoutLanguage(record.recipe) !== recipe;
    if (record !== undefined && !(isOutdated && rebuild)) {
      const { file: stored } = record;
      const modified = found?.mtime.getTime() ?? Number.NaN;
      const looksSame =
        stored?.bytes === found?.size &&
        stored?.modified === modified &&
        stored?.path === path &&
        record.stored - modified >= RACY;
      if (looksSame && !checkContent) return { kind: "done", id, isOutdated };
    }
    const { contentHash } = record?.metadata ?? {};
    const { limits, encoding, strict, cache } = load;
    const job = {
      id,
      path,
      load: { limits, encoding, strict, cache },
      ...(typeof contentHash === "string" && !(isOutdated && rebuild) ? { contentHash } : {}),
    };
    const bytes = found?.size ?? 0;
    return { kind: "prepare", id, isNew: record === undefined, isOutdated, bytes, job };
  }

  async #document(planned: Extract<Planned, { kind: "document" | "given" }>): Promise<Work> {
    const { id, document } = planned;
    const { recipe, givenRecipe, rebuild } = this.#options;
    this.#seen.set(id, "");
    try {
      const given = planned.kind === "given" ? planned.chunks : undefined;
      const hash = documentHash(document, given?.map((chunk) => chunk.id).join());
      const [record] = await Array.fromAsync(this.#store.documents(this.#space, [id]));
      const isNew = record === undefined;
      const own = given === undefined ? recipe : givenRecipe;
      if (record?.hash === hash && isGiven(record.recipe) === isGiven(own)) {
        const isOutdated = withoutLanguage(record.recipe) !== own;
        if (!isOutdated || !rebuild) return { kind: "done", id, isOutdated };
      }
      if (given !== undefined)
        return { kind: "given", id, isNew, prepared: await analysed(storedAs(document, hash, own), given) };
      const bytes = document.text.length;
      return { kind: "prepare", id, isNew, isOutdated: false, bytes, job: { document, hash } };
    } catch (error) {
      if (!(error instanceof SherdError) || error.code !== "INVALID_DOCUMENT") throw error;
      return { kind: "error", id, error, hidesFiles: false };
    }
  }
}

type FilePlan = Extract<Planned, { kind: "file" }>;
interface FoundFile {
  readonly size: number;
  readonly mtime: Date;
}

/** A document's chunks were given, not made here. */
export function isGiven(recipe: string): boolean {
  return recipe.startsWith(GIVEN);
}

/** The file that a stored document of this id came from, when that is another one and still there. */
async function otherFile(
  record: DocumentRecord | undefined,
  { path }: FilePlan,
): Promise<string | undefined> {
  const other = record?.file?.path;
  if (other === undefined || other === path) return undefined;
  return (await stat(other).catch(() => undefined)) === undefined ? undefined : other;
}

function sameId({ id, path }: FilePlan, other: string): Work {
  const error = new SherdError(
    "ID_CONFLICT",
    `${path} would take the place of ${other}: both are "${id}" from their folders. Name a root above both, or use another workspace.`,
    { id, path, other },
  );
  return { kind: "error", id, error, hidesFiles: false };
}
