import type { DatabaseSync } from "node:sqlite";
import { SherdError } from "../../core/errors.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Tells our files from other databases: "SHRD" as a number. */
const APPLICATION_ID = 0x53485244;
const SCHEMA_VERSION = MIGRATIONS.length;
/** Before it, several writers could lose commits in the log (SQLite's release notes of 3.51.3). */
const SAFE_SQLITE = "3.51.3";

/**
 * What stands in the file: undefined where it is new. Throws where it is not ours or not for this version;
 * nothing was changed then.
 */
function checkOwner(path: string, database: DatabaseSync, readOnly: boolean): number | undefined {
  // In this order: a file of ours gets its tables and its marks in one transaction.
  const empty = database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
  const owner = pragma(database, "application_id");
  const version = Number(pragma(database, "user_version"));
  if (empty && owner === 0 && version === 0) {
    if (!readOnly) return undefined;
    throw foreign(path, "it is empty");
  }
  if (owner !== APPLICATION_ID) throw foreign(path, "it belongs to another program");
  if (version > SCHEMA_VERSION) {
    throw versionError(path, version, "Use that Sherd or a later one, or another file.");
  }
  if (readOnly && version < SCHEMA_VERSION) {
    throw versionError(path, version, "Open it once to be written; it is brought up to date then.");
  }
  return version;
}

function foreign(path: string, reason: string): SherdError {
  return new SherdError(
    "STORE_FOREIGN",
    `${path} is not a Sherd database: ${reason}. Give the path of another file.`,
    { path },
  );
}

function versionError(path: string, version: number, wayOut: string): SherdError {
  return new SherdError(
    "STORE_VERSION",
    `${path} has schema ${version}; this Sherd uses ${SCHEMA_VERSION}. ${wayOut}`,
    { path, version, expected: SCHEMA_VERSION },
  );
}

/** Settings of this connection, and for a new file those it keeps. */
export function configure(path: string, database: DatabaseSync, readOnly: boolean): void {
  const version = checkOwner(path, database, readOnly);
  // What it does not hold the system does, which a read costs a few microseconds more.
  database.exec("PRAGMA cache_size = -4000");
  if (readOnly) return;
  // Freed pages can then be given back without writing the whole file again.
  if (version === undefined) database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  if (pragma(database, "journal_mode") !== "wal") database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864");
  if (version !== SCHEMA_VERSION) migrate(path, database);
}

function migrate(path: string, database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    // Again under the lock: another process may have done it meanwhile.
    const version = checkOwner(path, database, false) ?? 0;
    for (const statements of MIGRATIONS.slice(version)) database.exec(statements);
    database.exec(
      `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`,
    );
  } catch (error) {
    if (database.isOpen) rollBack(database);
    throw error;
  }
}

/** SQLite has rolled some failures back itself and then refuses to do it again. */
export function rollBack(database: DatabaseSync): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // Nothing is open any more.
  }
}

export function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}

/** Undefined where this SQLite is safe for several writers; else what to tell the user. */
export function unsafeEngine(version: string): string | undefined {
  const seen = version.split(".").map(Number);
  const safe = SAFE_SQLITE.split(".").map(Number);
  const differs = safe.findIndex((part, i) => part !== seen[i]);
  if (differs < 0 || seen[differs] > safe[differs]) return undefined;
  return `This Node brings SQLite ${version}; before ${SAFE_SQLITE} two processes that write the same database at once can lose data. Let one process write at a time, or use a newer Node.`;
}
