import type { Call } from "../../core/chunker.ts";
import { type Clock, systemClock } from "../../core/clock.ts";
import { invalidOption, SherdError } from "../../core/errors.ts";
import type {
  Entry,
  KeptReplies,
  MoveOptions,
  Problem,
  ReplaceOptions,
  ReplyBatch,
  SourceFile,
  Space,
  Spending,
  StoredDocument,
} from "../../core/store.ts";
import type {
  Erasure,
  StoredUse,
  TurnChange,
  TurnStore,
  UseQuery,
  UseSummary,
} from "../../core/turn-store.ts";
import { isVectorFormat, type VectorFormat } from "../../core/vector-format.ts";
import { Connection } from "./connection.ts";
import { prepareDocument } from "./document-rows.ts";
import { eraseDocuments } from "./erase.ts";
import { mergeDue } from "./merge.ts";
import { planSettling } from "./merge-plan.ts";
import { type Batch, removeDocuments, replaceBatch } from "./replace.ts";
import { keepReplies, readReplies } from "./replies.ts";
import { moveSpace } from "./space-rows.ts";
import { dimensionsOf, findSpace } from "./spaces.ts";
import { readSpending } from "./spending.ts";
import { SqliteReader } from "./sqlite-reader.ts";
import { touchDocuments } from "./touch.ts";
import { UseTotals } from "./use-totals.ts";
import {
  addTallies,
  readNeighbours,
  readTallies,
  readUses,
  reinforceUses,
  summariseUses,
  writeChanges,
} from "./uses.ts";
import { type Derive, verifyStore } from "./verify.ts";
import { contentOf } from "./write-segment.ts";

export interface SqliteStoreOptions {
  /** Searches work, writes are refused; the file must exist. */
  readonly readOnly?: boolean | undefined;
  /** How long a call waits for another process that is writing, in milliseconds; 30,000 without it. */
  readonly patience?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Makes a document's entries again from what is stored, for `verify({ repair: true })`. */
  readonly derive?: Derive | undefined;
  /**
   * How vectors are kept: `int8`, or `float32` for exact scores at four more bytes a dimension. A space's first
   * vectors fix it; without it, what is stored counts, and `int8` for a new space.
   */
  readonly vectors?: VectorFormat | undefined;
}

const PATIENCE_MS = 30_000;

/** Opens or makes a database; `:memory:` is one that nobody else sees and that ends with `close`. */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<SqliteStore> {
  const { readOnly = false, patience = PATIENCE_MS, clock = systemClock, derive, vectors } = options;
  if (path === "") invalidOption("path", path, "the path of a file, or :memory:");
  if (!(patience >= 0)) invalidOption("patience", patience, "a number of milliseconds, 0 or more");
  if (vectors !== undefined && !isVectorFormat(vectors))
    invalidOption("vectors", vectors, '"int8" or "float32"');
  const connection = await Connection.open(path, { readOnly, patience, clock });
  return new SqliteStore(connection, clock, { derive, vectors });
}

/** See `Store`. One file, any number of processes: many read while one writes. */
export class SqliteStore extends SqliteReader implements TurnStore {
  readonly #clock: Clock;
  readonly #derive: Derive | undefined;
  readonly #format: VectorFormat | undefined;
  readonly #merging = new Set<number>();
  #isOverwriting = false;
  #background: Promise<void> = Promise.resolve();
  readonly #totals = new UseTotals();

  constructor(
    connection: Connection,
    clock: Clock,
    { derive, vectors }: Pick<SqliteStoreOptions, "derive" | "vectors">,
  ) {
    super(connection);
    this.#clock = clock;
    this.#derive = derive;
    this.#format = vectors;
  }

  async replace(
    space: Space,
    batch: readonly { readonly document: StoredDocument; readonly entries: readonly Entry[] }[],
    { embedder, vectorFormat = "int8", signal }: ReplaceOptions = {},
  ): Promise<void> {
    if (batch.length === 0) return;
    const work = this.#prepare(batch, embedder, vectorFormat);
    const id = await this.connection.write(
      () => replaceBatch(this.connection, space, work, () => signal?.throwIfAborted()),
      { signal },
    );
    await this.#merge(id);
  }

  async settle(space: Space, chunks: number): Promise<void> {
    if (chunks === 0) return;
    try {
      const id = await this.in(space, undefined, (row) => row.id);
      if (id !== undefined) await this.#merge(id, (segments) => planSettling(segments, chunks));
    } catch (error) {
      // A segment that an earlier run wrote is damaged: `verify` tells, and the run that just ended has nothing to do with it.
      if (!(error instanceof SherdError)) throw error;
    }
  }

  /** All that can be done and refused before a transaction begins. */
  #prepare(
    batch: readonly { readonly document: StoredDocument; readonly entries: readonly Entry[] }[],
    embedder: string | undefined,
    vectorFormat: VectorFormat = "int8",
  ): Batch {
    // A document that comes twice: the last one counts, as if they had come one after the other.
    const last = new Map(batch.map((one) => [one.document.id, one]));
    const prepared = [...last.values()].map(({ document, entries }) => prepareDocument(document, entries));
    const dimensions = dimensionsOf(prepared.flatMap(({ entries }) => entries));
    if (dimensions !== undefined && (embedder === undefined || !embedder.isWellFormed())) {
      invalidOption("embedder", embedder, "the id of the model that made the vectors");
    }
    return {
      prepared,
      content: contentOf(prepared),
      vectors:
        dimensions === undefined || embedder === undefined
          ? undefined
          : { embedder, dimensions, asked: this.#format, preferred: vectorFormat },
      stored: this.#clock.now(),
    };
  }

  async change(changes: readonly TurnChange[], { signal }: Call = {}): Promise<void> {
    // What a merge or a new version frees is overwritten, so that `erase` leaves no older copy in the file.
    if (!this.#isOverwriting) this.connection.pragma("secure_delete = ON");
    this.#isOverwriting = true;
    const prepared = changes.map((change) => ({
      change,
      batch: this.#prepare(change.batch ?? [], change.embedder),
    }));
    const { result: written, keep } = await this.connection.write(
      () =>
        this.#totals.carry(this.connection, changes, () =>
          writeChanges(this.connection, prepared, () => signal?.throwIfAborted()),
        ),
      { signal },
    );
    keep();
    // What was written is safe, and a turn is waited for: segments are put together behind it.
    for (const id of written) this.#background = this.#background.then(() => this.#merge(id)).catch(() => {});
  }

  uses(space: Space, query: UseQuery = {}): Promise<StoredUse[]> {
    return this.in(space, [], (row) => readUses(this.connection, row.id, query));
  }

  neighbours(
    space: Space,
    turns: readonly Pick<StoredUse, "number" | "at" | "session">[],
  ): Promise<{ before?: number | undefined; after?: number | undefined }[]> {
    return this.in(
      space,
      turns.map(() => ({})),
      (row) => readNeighbours(this.connection, row.id, turns),
    );
  }

  reinforce(
    space: Space,
    uses: readonly { readonly ids: readonly string[]; readonly at: number }[],
    counts: Readonly<Record<string, number>> = {},
  ): Promise<void> {
    return this.connection.write(() => {
      const row = findSpace(this.connection, space);
      if (row === undefined) return;
      for (const { ids, at } of uses) reinforceUses(this.connection, row.id, ids, at);
      addTallies(this.connection, row.id, counts);
    });
  }

  async erase(spaces: readonly Space[], ids: readonly string[]): Promise<Erasure> {
    await this.#background;
    return eraseDocuments(this.connection, spaces, ids);
  }

  useSummary(space: Space): Promise<UseSummary> {
    return this.connection.read(() =>
      summariseUses(this.connection, findSpace(this.connection, space)?.id ?? 0),
    );
  }

  useTotals(space: Space): Promise<{ turns: number; bytes: number; oldest: number }> {
    return this.in(space, { turns: 0, bytes: 0, oldest: Infinity }, (row) =>
      this.#totals.of(this.connection, row),
    );
  }

  tallies(space: Space): Promise<Record<string, number>> {
    return this.in(space, {}, (row) => readTallies(this.connection, row.id));
  }

  async touch(
    space: Space,
    files: readonly { readonly id: string; readonly file: SourceFile }[],
    { signal }: Call = {},
  ): Promise<void> {
    if (files.length === 0) return;
    const now = this.#clock.now();
    await this.connection.write(() => touchDocuments(this.connection, space, files, now), { signal });
  }

  async remove(space: Space, documentIds: readonly string[]): Promise<number> {
    if (documentIds.length === 0) return 0;
    const { removed, id } = await this.connection.write(() => ({
      removed: removeDocuments(this.connection, space, documentIds),
      id: findSpace(this.connection, space)?.id,
    }));
    if (removed > 0 && id !== undefined) await this.#merge(id);
    return removed;
  }

  replies(keys: readonly string[], call?: Call): Promise<ReadonlyMap<string, unknown>> {
    return this.connection.read(() => readReplies(this.connection, keys), call);
  }

  keepReplies(batch: ReplyBatch): Promise<KeptReplies> {
    return this.connection.write(() => keepReplies(this.connection, batch, this.#clock.now()));
  }

  spending(workspace: string): Promise<Spending[]> {
    return this.connection.read(() => readSpending(this.connection, workspace));
  }

  move(from: Space, to: Space, options: MoveOptions = {}): Promise<boolean> {
    return this.connection.write(() => moveSpace(this.connection, from, to, options));
  }

  verify(options: { readonly repair?: boolean } & Call = {}): Promise<Problem[]> {
    return verifyStore(this.connection, options, { store: this, derive: this.#derive });
  }

  async close(): Promise<void> {
    await this.#background;
    this.release();
    await this.connection.close();
  }

  /** One at a time in a space: the one under way sees what comes while it works. */
  async #merge(space: number, plan?: Parameters<typeof mergeDue>[2]): Promise<void> {
    if (this.#merging.has(space)) return;
    this.#merging.add(space);
    try {
      await mergeDue(this.connection, space, plan);
    } finally {
      this.#merging.delete(space);
    }
  }
}
