import type { Entry } from "../../core/store.ts";
import { bytesOf, float32sOf } from "./bytes.ts";
import type { Connection } from "./connection.ts";
import { corrupt } from "./sqlite-errors.ts";
import { checksum } from "./write-segment.ts";

/** Writes the vectors of a document's chunks as they came; `first` is the number of its first chunk. */
export function writeExactVectors(connection: Connection, first: number, entries: readonly Entry[]): void {
  entries.forEach(({ vectors = [] }, place) => {
    if (vectors.length === 0) return;
    const data = vectors.length === 1 ? bytesOf(vectors[0]) : Buffer.concat(vectors.map(bytesOf));
    connection.run(
      "INSERT INTO exact_vectors (number, data, checksum) VALUES (?, ?, ?)",
      first + place,
      data,
      checksum([data]),
    );
  });
}

/** A chunk's vectors, its own first; undefined where none are kept. */
export function readExactVectors(
  connection: Connection,
  number: number,
  dimensions: number,
): Float32Array[] | undefined {
  const row = connection.get("SELECT data FROM exact_vectors WHERE number = ?", number);
  return row === undefined ? undefined : vectorsOf(connection, number, row.data as Uint8Array, dimensions);
}

/** The vectors of each chunk of a document, by the chunk's number. */
export function exactVectors(
  connection: Connection,
  document: { readonly first: number; readonly chunks: number },
  dimensions: number,
): [number: number, vectors: Float32Array[]][] {
  const rows = connection.all(
    "SELECT number, data FROM exact_vectors WHERE number BETWEEN ? AND ? ORDER BY number",
    document.first,
    document.first + document.chunks - 1,
  );
  return rows.map(({ number, data }) => [
    Number(number),
    vectorsOf(connection, Number(number), data as Uint8Array, dimensions),
  ]);
}

function vectorsOf(
  connection: Connection,
  number: number,
  data: Uint8Array,
  dimensions: number,
): Float32Array[] {
  const all = float32sOf(data);
  if (data.length === 0 || data.length % (4 * dimensions) !== 0)
    throw corrupt(connection.path, `the exact vectors of chunk ${number} have a wrong length`);
  return Array.from({ length: all.length / dimensions }, (_, i) =>
    all.subarray(i * dimensions, (i + 1) * dimensions),
  );
}
