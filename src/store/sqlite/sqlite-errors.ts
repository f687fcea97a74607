import { SherdError } from "../../core/errors.ts";

/** SQLite's primary result codes that mean something to a user (sqlite.org/rescode.html). */
const SQLITE = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const;

/** The low byte is the code; the rest tells its varieties apart. Undefined for errors that are not SQLite's. */
function resultCode(error: unknown): number | undefined {
  const seen = (error as { errcode?: unknown } | null)?.errcode;
  return typeof seen === "number" ? seen & 0xff : undefined;
}

/** Whether waiting may help. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === SQLITE.BUSY || code === SQLITE.LOCKED;
}

/** Whether the file or its folder does not let a log be kept beside it. */
export function isUnwritable(error: unknown): boolean {
  const code = resultCode(error);
  return code === SQLITE.READONLY || code === SQLITE.CANTOPEN || code === SQLITE.PERM;
}

/** An error of SQLite's as Sherd's; any other is given back as it is. */
export function storeError(error: unknown, path: string, isReadOnly = false): unknown {
  const code = resultCode(error);
  const reason = error instanceof Error ? error.message : String(error);
  // Node's own, for a number of more than 53 bits: Sherd stores none.
  if ((error as { code?: unknown } | null)?.code === "ERR_OUT_OF_RANGE") return corrupt(path, reason, error);
  if (code === undefined) return error;
  const details = { path, sqlite: (error as { errcode: number }).errcode };
  const make = (name: SherdError["code"], message: string) =>
    new SherdError(name, message, details, { cause: error });
  switch (code) {
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return make(
        "STORE_LOCKED",
        `${path} is locked by another process (${reason}). Try again when it is done.`,
      );
    case SQLITE.FULL:
      return make(
        "STORE_FULL",
        `${path} cannot grow (${reason}). Nothing of this call was stored; make room and repeat it.`,
      );
    case SQLITE.PERM:
    case SQLITE.READONLY:
      return make(
        "STORE_READ_ONLY",
        isReadOnly
          ? `${path} was opened with readOnly, and nothing in it can be changed (${reason}). Open it without.`
          : `${path} cannot be written (${reason}). Check the rights of the file and its folder, or open it with readOnly.`,
      );
    case SQLITE.NOTADB:
      return make("STORE_FOREIGN", `${path} is not a database (${reason}). Give the path of another file.`);
    case SQLITE.CORRUPT:
      return corrupt(path, reason, error);
    case SQLITE.CANTOPEN:
      return make(
        "STORE_FAILED",
        isReadOnly
          ? `${path} cannot be opened (${reason}). With readOnly the file must be there and may be read: check its path and its rights.`
          : `${path} cannot be opened (${reason}). Check that its folder exists and may be written: the log is kept beside the file.`,
      );
    default:
      return make("STORE_FAILED", `${path}: ${reason}.`);
  }
}

export function corrupt(path: string, reason: string, cause?: unknown): SherdError {
  return new SherdError(
    "STORE_CORRUPT",
    `${path} is damaged (${reason}). \`sherd verify --repair\` mends what can be derived again; otherwise restore a copy or index again into a new file.`,
    { path, reason },
    { cause },
  );
}
