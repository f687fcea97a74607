import { SherdError } from "../../core/errors.ts";
import type { Source } from "../format.ts";

export interface ZipEntry {
  readonly name: string;
  readonly encrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  /** Where the packed bytes begin. */
  readonly start: number;
}

/** Far more parts than any document has; a directory of millions costs memory before anything is read. */
const MAX_ENTRIES = 100_000;

const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
/** The longest comment that may follow the end record. */
const MAX_COMMENT = 0xffff;
const END64_LOCATOR_SIGNATURE = 0x07064b50;
const END64_SIGNATURE = 0x06064b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_SIZE = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_SIZE = 30;

const FLAG_ENCRYPTED = 1;
/** In these fields it means: the real value is in the 64-bit extra field. */
const IN_EXTRA = 0xffffffff;
const EXTRA_64 = 1;

/**
 * The entries an archive's central directory names, checked against the file: every entry lies inside it
 * and no two share bytes (sharing is how small files claim to hold a lot).
 */
export function readDirectory(bytes: Uint8Array, source: Source): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, offset, size, end } = findDirectory(view, source);
  if (count > MAX_ENTRIES) {
    throw new SherdError(
      "LIMIT_EXCEEDED",
      `${source.name} says it holds ${count} parts; an archive may hold ${MAX_ENTRIES}.`,
      { path: source.name, limit: "entries", most: MAX_ENTRIES, seen: count },
    );
  }
  // Bytes glued before the archive shift every offset by their length.
  const shift = Math.max(0, end - size - offset);
  const entries: ZipEntry[] = [];
  const ranges: { start: number; end: number }[] = [];
  let at = offset + shift;
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_SIZE > end || view.getUint32(at, true) !== CENTRAL_SIGNATURE) {
      throw malformed(source, "has a damaged list of parts");
    }
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const nameStart = at + CENTRAL_SIZE;
    const { packedSize, localOffset } = sizesOf(view, at, nameStart + nameLength, extraLength);
    const local = localOffset + shift;
    if (local + LOCAL_SIZE > bytes.length || view.getUint32(local, true) !== LOCAL_SIGNATURE) {
      throw malformed(source, "names a part that is not in it");
    }
    const start = local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + packedSize > bytes.length) throw malformed(source, "ends before its parts do");
    const name = new TextDecoder().decode(bytes.subarray(nameStart, nameStart + nameLength));
    ranges.push({ start: local, end: start + packedSize });
    if (!name.endsWith("/")) {
      const encrypted = (view.getUint16(at + 8, true) & FLAG_ENCRYPTED) !== 0;
      const method = view.getUint16(at + 10, true);
      entries.push({ name, encrypted, method, crc: view.getUint32(at + 16, true), packedSize, start });
    }
    at = nameStart + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  checkOverlap(ranges, source);
  return entries;
}

interface Directory {
  readonly count: number;
  readonly offset: number;
  readonly size: number;
  /** Where the directory stops, which is where the record that describes it starts. */
  readonly end: number;
}

function findDirectory(view: DataView, source: Source): Directory {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const count = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    const large = count === 0xffff || size === IN_EXTRA || offset === IN_EXTRA;
    return (large ? findDirectory64(view, at) : undefined) ?? { count, size, offset, end: at };
  }
  throw malformed(source, "is no zip archive, or its end is missing");
}

function findDirectory64(view: DataView, end: number): Directory | undefined {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== END64_LOCATOR_SIGNATURE) return undefined;
  const at = Number(view.getBigUint64(locator + 8, true));
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== END64_SIGNATURE) return undefined;
  return {
    count: Number(view.getBigUint64(at + 32, true)),
    size: Number(view.getBigUint64(at + 40, true)),
    offset: Number(view.getBigUint64(at + 48, true)),
    end: at,
  };
}

/** The packed size and the place of a central entry, from its 64-bit extra field where it has one. */
function sizesOf(view: DataView, at: number, extra: number, extraLength: number) {
  let packedSize = view.getUint32(at + 20, true);
  let localOffset = view.getUint32(at + 42, true);
  const inExtra = [view.getUint32(at + 24, true), packedSize, localOffset].map((value) => value === IN_EXTRA);
  const stop = Math.min(extra + extraLength, view.byteLength);
  for (let field = extra; inExtra.includes(true) && field + 4 <= stop; ) {
    const length = view.getUint16(field + 2, true);
    if (view.getUint16(field, true) === EXTRA_64) {
      // The values stand in the order of the fields that refer to them.
      const wide = (index: number): number => {
        const place = field + 4 + 8 * inExtra.slice(0, index).filter(Boolean).length;
        return place + 8 <= stop ? Number(view.getBigUint64(place, true)) : IN_EXTRA;
      };
      if (inExtra[1]) packedSize = wide(1);
      if (inExtra[2]) localOffset = wide(2);
      break;
    }
    field += 4 + length;
  }
  return { packedSize, localOffset };
}

function checkOverlap(ranges: { start: number; end: number }[], source: Source): void {
  ranges.sort((a, b) => a.start - b.start);
  for (let i = 1; i < ranges.length; i++) {
    if (ranges[i].start < ranges[i - 1].end) throw malformed(source, "has parts that share the same bytes");
  }
}

function malformed(source: Source, what: string): SherdError {
  return new SherdError("INPUT_MALFORMED", `${source.name} ${what}; get a whole copy of the file.`, {
    path: source.name,
  });
}
