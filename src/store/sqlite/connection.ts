import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { Call } from "../../core/chunker.ts";
import { type Clock, systemClock } from "../../core/clock.ts";
import { SherdError } from "../../core/errors.ts";
import { configure, pragma, rollBack, unsafeEngine } from "./schema.ts";
import { isBusy, isUnwritable, storeError } from "./sqlite-errors.ts";

export type Row = Record<string, SQLOutputValue>;

export interface ConnectionOptions {
  readonly readOnly: boolean;
  /** How long a call waits for other processes, in milliseconds. */
  readonly patience: number;
  readonly clock: Clock;
}

/** SQLite itself waits this long, with the thread; past it we wait without. */
const BLOCKING_WAIT_MS = 50;
const LONGEST_PAUSE_MS = 40;

/**
 * One open file. Work inside a transaction is synchronous, so that nothing of the same process comes between;
 * waiting for other processes is not, so that a long write elsewhere does not stop this one.
 */
export class Connection {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #options: ConnectionOptions;
  readonly #statements = new Map<string, StatementSync>();
  #writes: Promise<unknown> = Promise.resolve();
  #closed = false;

  private constructor(path: string, database: DatabaseSync, options: ConnectionOptions) {
    this.path = path;
    this.#database = database;
    this.#options = options;
  }

  static async open(path: string, options: Partial<ConnectionOptions> = {}): Promise<Connection> {
    const settings = { readOnly: false, patience: 30_000, clock: systemClock, ...options };
    const { DatabaseSync } = await import("node:sqlite");
    if (!settings.readOnly && path !== ":memory:") await makeFolder(path);
    const database = await patiently(settings, path, () => {
      try {
        return openDatabase(DatabaseSync, path, path, settings.readOnly);
      } catch (error) {
        // In a folder that nobody writes there is no log; the file is then taken as it is. With one, it is not whole.
        if (!settings.readOnly || !isUnwritable(error) || existsSync(`${path}-wal`)) throw error;
        const url = pathToFileURL(path);
        url.searchParams.set("immutable", "1");
        return openDatabase(DatabaseSync, path, url, true);
      }
    });
    const connection = new Connection(path, database, settings);
    const warning = settings.readOnly ? undefined : unsafeEngine(connection.engine);
    if (warning !== undefined) process.emitWarning(warning, { code: "SHERD_SQLITE_VERSION" });
    return connection;
  }

  get engine(): string {
    return String(this.get("SELECT sqlite_version() AS version")?.version);
  }

  /** Sees one state of the file from its first statement to its last. */
  read<T>(work: () => T, call?: Call): Promise<T> {
    return this.#transaction("BEGIN", work, call);
  }

  /** All of it or nothing. One at a time, in the order they were asked for. On the disk when it returns. */
  write<T>(work: () => T, call?: Call): Promise<T> {
    return this.#inTurn(() => this.#transaction("BEGIN IMMEDIATE", work, call));
  }

  /**
   * The same for what may be lost with the machine's power, as if it had not been done yet: it comes to the disk with
   * the next write. The log is read in order, so that nothing later is kept without it.
   */
  writeLazily<T>(work: () => T, call?: Call): Promise<T> {
    return this.#inTurn(async () => {
      this.#checkOpen();
      this.#database.exec("PRAGMA synchronous = NORMAL");
      try {
        return await this.#transaction("BEGIN IMMEDIATE", work, call);
      } finally {
        this.#database.exec("PRAGMA synchronous = FULL");
      }
    });
  }

  #inTurn<T>(write: () => Promise<T>): Promise<T> {
    // Timers, signals and the abort of a long run get a turn between writes.
    const turn = this.#writes.then(() => new Promise((resolve) => setImmediate(resolve))).then(write);
    this.#writes = turn.catch(() => undefined);
    return turn;
  }

  async #transaction<T>(begin: string, work: () => T, call: Call | undefined): Promise<T> {
    return patiently(
      this.#options,
      this.path,
      () => {
        this.#checkOpen();
        this.#database.exec(begin);
        try {
          const result = work();
          this.#database.exec("COMMIT");
          return result;
        } catch (error) {
          rollBack(this.#database);
          throw error;
        }
      },
      call,
    );
  }

  /** Every statement from here to `close` sees the file as it is now. For a connection used for nothing else. */
  beginSnapshot(): void {
    this.#database.exec("BEGIN");
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  /** Row by row; take them all before the transaction ends. */
  each(sql: string, ...values: SQLInputValue[]): IterableIterator<Row> {
    return this.#statement(sql).iterate(...values);
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  pragma(name: string): unknown {
    return pragma(this.#database, name);
  }

  /** The same text, the same statement: texts are written in the source, never put together from values. */
  #statement(sql: string): StatementSync {
    this.#checkOpen();
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Free pages are used again by later writes, so that a share of them is no loss. */
  #shrink(): void {
    try {
      if (Number(this.pragma("freelist_count")) < FREE_SHARE * Number(this.pragma("page_count"))) return;
      this.#database.exec(`PRAGMA incremental_vacuum(${PAGES_SHRUNK})`);
    } catch {
      // Another process is writing, or the disk is full: the file stays as long as it is.
    }
  }

  #checkOpen(): void {
    if (!this.#closed) return;
    throw new SherdError("STORE_CLOSED", `${this.path} was closed. Open it again.`, { path: this.path });
  }

  /** Waits for writes that were asked for; gives free pages back to the disk where they are many. */
  async close(): Promise<void> {
    await this.#writes;
    if (this.#closed) return;
    if (!this.#options.readOnly) this.#shrink();
    this.#closed = true;
    this.#statements.clear();
    this.#database.close();
  }
}

function openDatabase(
  Database: typeof DatabaseSync,
  path: string,
  location: string | URL,
  readOnly: boolean,
): DatabaseSync {
  const opened = new Database(location, {
    readOnly,
    timeout: BLOCKING_WAIT_MS,
    enableForeignKeyConstraints: true,
  });
  try {
    configure(path, opened, readOnly);
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Pages moved at one close: some 80 MB, so that it does not take long. */
const PAGES_SHRUNK = 20_000;
const FREE_SHARE = 0.25;

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (error) {
    throw new SherdError(
      "STORE_FAILED",
      `The folder of ${path} cannot be made (${error instanceof Error ? error.message : error}). Give another path.`,
      { path },
      { cause: error },
    );
  }
}

/** Repeats what met a lock, with pauses that grow and differ, until it is done or patience ends. */
async function patiently<T>(
  { patience, clock, readOnly }: ConnectionOptions,
  path: string,
  work: () => T,
  { signal }: Call = {},
): Promise<T> {
  const until = clock.now() + patience;
  for (let pause = 2; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    signal?.throwIfAborted();
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || clock.now() >= until) throw storeError(error, path, readOnly);
    }
    await clock.sleep(pause * (0.5 + clock.random()), signal);
  }
}
