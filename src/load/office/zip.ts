import { crc32 } from "node:zlib";
import { Inflate } from "fflate";
import { SherdError } from "../../core/errors.ts";
import type { Source } from "../format.ts";
import { readDirectory, type ZipEntry } from "./zip-directory.ts";

/** Packed bytes given to the inflater at once: it can make a thousand times as many of them before it stops. */
const SLICE = 16 * 1024;

/** Below this many unpacked bytes a high ratio is harmless. */
const RATIO_FREE_BYTES = 1024 * 1024;

const STORED = 0;
const DEFLATED = 8;

/**
 * The files of a zip archive, unpacked one by one when asked for. What a header says about sizes is never
 * trusted: bytes are counted as they come out.
 */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #source: Source;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #unpacked = 0;

  constructor(bytes: Uint8Array, source: Source) {
    this.#bytes = bytes;
    this.#source = source;
    this.#entries = new Map(readDirectory(bytes, source).map((entry) => [partKey(entry.name), entry]));
  }

  /** Names of files, as written, in the archive's order. */
  get names(): string[] {
    return Array.from(this.#entries.values(), (entry) => entry.name);
  }

  has(name: string): boolean {
    return this.#entries.has(partKey(name));
  }

  /** A whole file. */
  read(name: string): Uint8Array {
    const pieces = [...this.stream(name)];
    return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
  }

  /** A file's bytes in order, for parts too large to hold twice. */
  *stream(name: string): Generator<Uint8Array> {
    const entry = this.#entries.get(partKey(name));
    if (entry === undefined) throw this.#malformed(`has no part "${name}"`, { part: name });
    if (entry.encrypted) {
      throw new SherdError(
        "INPUT_ENCRYPTED",
        `${this.#source.name} holds the encrypted part "${entry.name}"; remove the password first.`,
        { path: this.#source.name, part: entry.name },
      );
    }
    let size = 0;
    let checksum = 0;
    for (const piece of this.#unpack(entry)) {
      size += piece.length;
      this.#count(entry, size, piece.length);
      checksum = crc32(piece, checksum);
      yield piece;
    }
    if (checksum !== entry.crc) {
      throw this.#malformed(`has a damaged part "${entry.name}" (its checksum differs)`, {
        part: entry.name,
      });
    }
  }

  *#unpack(entry: ZipEntry): Generator<Uint8Array> {
    const packed = this.#bytes.subarray(entry.start, entry.start + entry.packedSize);
    if (entry.method === STORED) {
      if (packed.length > 0) yield packed;
      return;
    }
    if (entry.method !== DEFLATED) {
      throw this.#malformed(
        `packs the part "${entry.name}" by method ${entry.method}; only stored and deflated parts can be read`,
        { part: entry.name, method: entry.method },
      );
    }
    const ready: Uint8Array[] = [];
    const inflate = new Inflate((piece) => {
      if (piece.length > 0) ready.push(piece);
    });
    for (let at = 0; at < packed.length || at === 0; at += SLICE) {
      try {
        inflate.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.length);
      } catch (error) {
        throw this.#malformed(`has a damaged part "${entry.name}"`, { part: entry.name }, error);
      }
      yield* ready.splice(0);
    }
  }

  #count(entry: ZipEntry, size: number, added: number): void {
    const { ratio, unpackedBytes } = this.#source.limits;
    this.#unpacked += added;
    if (this.#unpacked > unpackedBytes) {
      throw this.#exceeded(`unpacks to more than ${unpackedBytes} bytes`, "unpackedBytes", unpackedBytes);
    }
    if (size > RATIO_FREE_BYTES && size > entry.packedSize * ratio) {
      throw this.#exceeded(
        `unpacks its part "${entry.name}" to more than ${ratio} times its size`,
        "ratio",
        ratio,
      );
    }
  }

  #malformed(what: string, details: Record<string, unknown>, cause?: unknown): SherdError {
    return new SherdError(
      "INPUT_MALFORMED",
      `${this.#source.name} ${what}; get a whole copy of the file.`,
      { path: this.#source.name, ...details },
      cause === undefined ? undefined : { cause },
    );
  }

  #exceeded(what: string, limit: string, most: number): SherdError {
    return new SherdError(
      "LIMIT_EXCEEDED",
      `${this.#source.name} ${what}; raise limits.${limit} if you trust it.`,
      { path: this.#source.name, limit, most },
    );
  }
}

/** Part names differ by neither case nor a leading slash; some writers use backslashes. */
function partKey(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\//, "").toLowerCase();
}
