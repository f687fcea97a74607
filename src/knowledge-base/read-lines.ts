import { SherdError } from "../core/errors.ts";

/** One line holds one document; a longer one than a string can be is none. */
const LONGEST_LINE = 512 * 1024 * 1024;
const LINE_FEED = 10;

/** The lines of a stream as bytes, each with its line break. Memory holds one line. */
export async function* readLines(source: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    let from = 0;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
      parts.push(bytes.subarray(from, at + 1));
      yield parts.length === 1 ? parts[0] : Buffer.concat(parts);
      parts = [];
      length = 0;
      from = at + 1;
    }
    if (from === bytes.length) continue;
    // A copy: the source may use its buffer again, and a Buffer's own slice would share it.
    parts.push(new Uint8Array(bytes.subarray(from)));
    length += bytes.length - from;
    if (length > LONGEST_LINE) {
      throw new SherdError(
        "EXPORT_INVALID",
        `A line has more than ${LONGEST_LINE} bytes: this is no export. Nothing was restored.`,
      );
    }
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
