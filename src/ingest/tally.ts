import type { Document } from "../core/document.ts";
import type { SherdError } from "../core/errors.ts";
import type { Report } from "../core/progress.ts";
import type { Written } from "./batch-writer.ts";
import type { ContextSummary } from "./context/situator.ts";
import type { IngestFailure, IngestSummary } from "./ingest-types.ts";

/** Failures and warnings kept for the summary; a folder of a million broken files must not fill the memory. */
const MOST_KEPT = 1_000;

/** Counts what a run does, and tells it. */
export class Tally {
  /** How many documents there are, once known. */
  total: number | undefined;
  /** Once the run is over. */
  contexts: ContextSummary | undefined;
  readonly #report: Report;
  readonly #started = performance.now();
  readonly #failed: IngestFailure[] = [];
  readonly #warnings: string[] = [];
  #dropped = 0;
  #done = 0;
  #added = 0;
  #updated = 0;
  #unchanged = 0;
  #outdated = 0;
  #removed = 0;
  #kept = 0;
  #chunks = 0;
  #embedded = 0;
  #reused = 0;
  #characters = 0;
  #contextLost = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  unchanged(id: string, isOutdated: boolean): void {
    this.#unchanged++;
    if (isOutdated) this.#outdated++;
    this.#tell("skip", id);
  }

  failed(id: string, error: SherdError): void {
    if (this.#failed.length < MOST_KEPT) this.#failed.push({ id, error });
    else this.#dropped++;
    this.#tell("fail", id);
  }

  /** Only what is on disk is told as stored. */
  written({ stored, refused, embedded, reused }: Written): void {
    this.#embedded += embedded;
    this.#reused += reused;
    for (const { id, isNew, chunks, characters } of stored) {
      if (isNew) this.#added++;
      else this.#updated++;
      this.#chunks += chunks;
      this.#characters += characters;
      this.#tell("store", id);
    }
    for (const { id, error } of refused) this.failed(id, error);
  }

  removed(ids: readonly string[], total: number): void {
    for (const item of ids)
      this.#report({ phase: "remove", done: ++this.#removed, total, unit: "documents", item });
  }

  kept(count: number, reason: string): void {
    this.#kept = count;
    this.warn(reason);
  }

  /** A document that a model wrote contexts for is stored anew without. */
  contextLost(): void {
    this.#contextLost++;
  }

  warn(message: string): void {
    if (this.#warnings.length < MOST_KEPT) this.#warnings.push(message);
    else this.#dropped++;
  }

  warned({ id, metadata }: Document): void {
    for (const warning of (metadata.warnings ?? []) as readonly string[]) this.warn(`${id}: ${warning}`);
  }

  summary(): IngestSummary {
    const warnings = [...this.#warnings];
    if (this.#outdated > 0) {
      warnings.push(
        `${this.#outdated} documents are as another chunker or analyser made them, and are searched as they are. To make them again: sherd index --rebuild (in a program: rebuild).`,
      );
    }
    if (this.#contextLost > 0) {
      warnings.push(
        `${this.#contextLost} documents changed that had contexts written by a model, and have none now. To have them written: sherd index --context llm --model NAME (in a program: context).`,
      );
    }
    if (this.#dropped > 0) warnings.push(`${this.#dropped} more failures or warnings are not listed.`);
    return {
      added: this.#added,
      updated: this.#updated,
      unchanged: this.#unchanged,
      removed: this.#removed,
      kept: this.#kept,
      outdated: this.#outdated,
      failed: this.#failed,
      warnings,
      chunks: this.#chunks,
      embedded: this.#embedded,
      reused: this.#reused,
      characters: this.#characters,
      milliseconds: performance.now() - this.#started,
      ...(this.contexts === undefined ? {} : { contexts: this.contexts }),
    };
  }

  #tell(phase: string, item: string): void {
    const done = ++this.#done;
    const { total } = this;
    this.#report({ phase, done, unit: "documents", item, ...(total === undefined ? {} : { total }) });
  }
}
