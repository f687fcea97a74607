import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { SherdError } from "../../core/errors.ts";

/** Tells our files from others, and our format from later ones ("SHVC" as a number, and the version). */
const APPLICATION_ID = 0x53485643;
const FORMAT = 1;
/** How long to wait for another process that is writing. */
const BUSY_MS = 5_000;
const OPEN_PAUSE_MS = 20;

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Opens or makes a cache's file. */
export function openDatabase(path: string): DatabaseSync {
  const until = performance.now() + BUSY_MS;
  for (;;) {
    const database = new DatabaseSync(path, { timeout: BUSY_MS });
    try {
      setUp(path, database);
      return database;
    } catch (error) {
      database.close();
      // Turning the log on does not wait for others that do the same; it is over in a moment.
      if (!hasCode(error, SQLITE_BUSY) || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE_MS);
    }
  }
}

function setUp(path: string, database: DatabaseSync): void {
  checkOwner(path, database);
  // Log and checkpoints keep the file whole through a crash; only a power cut may cost the last writes.
  if (pragma(database, "journal_mode") !== "wal") database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = NORMAL");
  if (isOurs(database)) return;
  database.exec("BEGIN IMMEDIATE");
  checkOwner(path, database); // again under the lock: another process may have been making it
  database.exec(
    `CREATE TABLE IF NOT EXISTS vectors (
       digest BLOB PRIMARY KEY, -- of embedder, role and text
       vector BLOB NOT NULL,    -- 32-bit floats, little end first
       "check" BLOB NOT NULL    -- over digest and vector
     );
     PRAGMA application_id = ${APPLICATION_ID};
     PRAGMA user_version = ${FORMAT};
     COMMIT;`,
  );
}

/** Nothing is changed in a database that is not ours. */
function checkOwner(path: string, database: DatabaseSync): void {
  // In this order: our file gets its table and its marks in one transaction.
  const empty = database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
  if (empty || isOurs(database)) return;
  const version = pragma(database, "user_version");
  throw new SherdError(
    "CACHE_UNUSABLE",
    `${path} is a database, but not a cache of this version (format ${version}, expected ${FORMAT}). Give another path.`,
    { path, version },
  );
}

function isOurs(database: DatabaseSync): boolean {
  return pragma(database, "application_id") === APPLICATION_ID && pragma(database, "user_version") === FORMAT;
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}

const STALE_LOCK_MS = 30_000;

/**
 * Sets a damaged file aside and begins a new one, in one process at a time: two that did so together could
 * each take away what the other has just begun.
 */
export function rebuildDatabase(path: string): DatabaseSync {
  const lock = `${path}.rebuild`;
  try {
    takeLock(lock);
  } catch (error) {
    throw unusable(path, error);
  }
  try {
    const mended = reopen(path); // another process may have done it meanwhile
    if (mended !== undefined) return mended;
    for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
    renameSync(path, `${path}.damaged`);
    return openDatabase(path);
  } catch (error) {
    throw unusable(path, error);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function takeLock(lock: string): void {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && Date.now() - since > STALE_LOCK_MS)
    rmSync(lock, { recursive: true, force: true });
  mkdirSync(lock);
}

function reopen(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(path);
    if (pragma(database, "integrity_check") === "ok") return database;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  if (database?.isOpen) database.close();
  return undefined;
}

/** Whether an error says that the file itself is damaged. */
export function isDamage(error: unknown): boolean {
  return hasCode(error, SQLITE_CORRUPT) || hasCode(error, SQLITE_NOTADB);
}

/** The low byte is the code; the rest tells its varieties apart. */
function hasCode(error: unknown, code: number): boolean {
  const seen = (error as { errcode?: unknown }).errcode;
  return typeof seen === "number" && (seen & 0xff) === code;
}

export function damaged(path: string, reason: unknown): SherdError {
  return new SherdError(
    "CACHE_UNUSABLE",
    `The embedding cache ${path} is damaged (${messageOf(reason)}); what was damaged is left out and made again.`,
    { path },
  );
}

export function unusable(path: string, reason: unknown): SherdError {
  if (reason instanceof SherdError) return reason;
  return new SherdError(
    "CACHE_UNUSABLE",
    `The embedding cache ${path} cannot be used (${messageOf(reason)}); vectors are made without it.`,
    { path },
  );
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
