import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { invalidOption } from "../core/errors.ts";
import type { Store } from "../core/store.ts";
import type { SqliteStoreOptions } from "../store/sqlite/sqlite-store.ts";
import { checkPath } from "./check-arguments.ts";

/** `kb.db`, `:memory:`, `sqlite:kb.db` and `file:///…/kb.db` are SQLite. */
export async function openStore(
  location: string,
  options: Pick<SqliteStoreOptions, "readOnly" | "derive" | "vectors">,
): Promise<Store> {
  const path = sqlitePath(location);
  const { openSqliteStore } = await import("../store/sqlite/sqlite-store.ts");
  return openSqliteStore(path, options);
}

function sqlitePath(location: string): string {
  if (typeof location !== "string" || location === "")
    invalidOption("location", location, `a file's path, ":memory:" or a URL`);
  if (location.startsWith("file:")) return checkPath("location", pathOfUrl(location));
  if (location.startsWith("sqlite:"))
    return checkPath("location", location.slice("sqlite:".length).replace(/^\/\/(?=\/)/, ""));
  // A single letter is a drive.
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location))
    invalidOption("location", location, "a file's path, sqlite:PATH, file://PATH or :memory:");
  return checkPath("location", location);
}

function pathOfUrl(location: string): string {
  try {
    return fileURLToPath(location);
  } catch {
    return invalidOption(
      "location",
      location,
      "a file:// URL of a file on this machine, as file:///home/kb.db",
    );
  }
}

/** The files a base itself is made of: it must not index them. */
export async function ownFiles(location: string): Promise<ReadonlySet<string>> {
  const path = sqlitePath(location);
  if (path === ":memory:") return new Set();
  const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)));
  const file = join(folder, basename(path));
  return new Set([file, `${file}-wal`, `${file}-shm`, `${file}-journal`]);
}
