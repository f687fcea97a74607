import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { EmbedRole } from "../../core/embedder.ts";
import type { SherdError } from "../../core/errors.ts";
import { damaged, isDamage, openDatabase, rebuildDatabase, unusable } from "./cache-file.ts";

/**
 * Vectors on disk, by embedder, role and text.
 *
 * SQLite rather than files of our own: its log makes a write whole or absent, several processes may read and
 * write at once, and a look-up needs no index in memory. It does not notice every damaged byte, so each row
 * has a digest over what it is for and what it holds: a row that does not match is no row.
 */
export class VectorStore {
  readonly #path: string;
  readonly #warn: (warning: SherdError) => void;
  #database: DatabaseSync;
  #statements: Statements;
  #warnedOfRow = false;
  #rebuilt = false;

  private constructor(path: string, warn: (warning: SherdError) => void, database: DatabaseSync) {
    this.#path = path;
    this.#warn = warn;
    this.#database = database;
    this.#statements = prepare(database);
  }

  /** Opens or makes the file. A damaged one is set aside as `<path>.damaged`, and a new one begun. */
  static open(path: string, warn: (warning: SherdError) => void): VectorStore {
    try {
      mkdirSync(dirname(path), { recursive: true });
      return new VectorStore(path, warn, openDatabase(path));
    } catch (error) {
      if (!isDamage(error)) throw unusable(path, error);
      warn(damaged(path, error));
      return new VectorStore(path, warn, rebuildDatabase(path));
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  get(key: VectorKey, dimensions: number): Float32Array | undefined {
    const row = this.#guard(() => this.#statements.select.get(key.digest)) as
      | { vector: unknown; check: unknown }
      | undefined;
    if (row === undefined) return undefined;
    const { vector, check } = row;
    if (
      vector instanceof Uint8Array &&
      vector.length === dimensions * 4 &&
      check instanceof Uint8Array &&
      sameBytes(check, checkOf(key, vector))
    ) {
      return toFloats(vector);
    }
    if (!this.#warnedOfRow) this.#warn(damaged(this.#path, "a stored vector does not match its digest"));
    this.#warnedOfRow = true;
    this.#guard(() => this.#statements.remove.run(key.digest));
    return undefined;
  }

  /** All of them or, if the process dies, none. */
  put(entries: Iterable<readonly [VectorKey, Float32Array]>): void {
    this.#guard(() => {
      this.#database.exec("BEGIN IMMEDIATE");
      try {
        for (const [key, floats] of entries) {
          const vector = toBytes(floats);
          this.#statements.insert.run(key.digest, vector, checkOf(key, vector));
        }
        this.#database.exec("COMMIT");
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  /** Damage found while working costs what was stored, not the work. */
  #guard<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      // Once only: what is damaged again at once is not worth a second try.
      if (!isDamage(error) || this.#rebuilt) throw unusable(this.#path, error);
      this.#rebuilt = true;
      this.#warn(damaged(this.#path, error));
      this.close();
      this.#database = rebuildDatabase(this.#path);
      this.#statements = prepare(this.#database);
      return undefined;
    }
  }
}

/** Names one vector: 256 bits, so that no two texts ever share one. */
export interface VectorKey {
  readonly digest: Uint8Array;
}

export function vectorKey(embedderId: string, role: EmbedRole, text: string): VectorKey {
  const hash = createHash("sha256");
  hash.update(`${JSON.stringify([embedderId, role])}\n`);
  // UTF-8 writes every lone surrogate alike; such texts are named by their UTF-16 units.
  if (text.isWellFormed()) hash.update("8").update(text);
  else hash.update("16").update(text, "utf16le");
  return { digest: hash.digest() };
}

interface Statements {
  readonly select: StatementSync;
  readonly insert: StatementSync;
  readonly remove: StatementSync;
}

function prepare(database: DatabaseSync): Statements {
  return {
    select: database.prepare(`SELECT vector, "check" FROM vectors WHERE digest = ?`),
    insert: database.prepare("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)"),
    remove: database.prepare("DELETE FROM vectors WHERE digest = ?"),
  };
}

/** The first 16 bytes of a SHA-256: far more than chance damage can pass. */
function checkOf({ digest }: VectorKey, vector: Uint8Array): Uint8Array {
  return createHash("sha256").update(digest).update(vector).digest().subarray(0, 16);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Files are little-endian whatever the machine is. */
function toBytes(floats: Float32Array): Uint8Array {
  const bytes = new Uint8Array(floats.length * 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < floats.length; i++) view.setFloat32(i * 4, floats[i], true);
  return bytes;
}

function toFloats(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floats = new Float32Array(bytes.length / 4);
  for (let i = 0; i < floats.length; i++) floats[i] = view.getFloat32(i * 4, true);
  return floats;
}
