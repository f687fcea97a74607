import { vectorTexts } from "../../context/vector-key.ts";
import type { Chunk } from "../../core/chunk.ts";
import { float32sOf, uint32sOf } from "./bytes.ts";
import type { Connection } from "./connection.ts";
import { exactVectors } from "./exact-vectors.ts";
import { ChunkReader } from "./read-chunks.ts";
import { segmentOf } from "./replace.ts";
import type { SpaceRow } from "./space-index.ts";
import { corrupt } from "./sqlite-errors.ts";

/** The vectors of each searched chunk of a document, by what `vectorTexts` names them: as they came where that is kept. */
export function vectorsByHash(
  connection: Connection,
  space: Pick<SpaceRow, "id" | "dimensions" | "vectors">,
  documentId: string,
): Map<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  const document = connection.get(
    "SELECT number, first, chunks, vectors FROM documents WHERE space = ? AND id = ?",
    space.id,
    documentId,
  );
  if (document === undefined || document.vectors === 0 || space.dimensions === null) return vectors;
  const first = Number(document.first);
  const chunks = Number(document.chunks);
  const keys = new ChunkReader(connection, space.id).ofDocument(documentId).map(keysOf);
  if (space.vectors === "float32") {
    for (const [number, own] of exactVectors(connection, { first, chunks }, space.dimensions)) {
      own.slice(0, keys[number - first].length).forEach((vector, i) => {
        vectors.set(keys[number - first][i], vector);
      });
    }
    return vectors;
  }
  const number = Number(document.number);
  const segment = segmentOf(connection, space.id, number);
  const start = segment && firstSlot(connection, segment.id, number);
  if (segment === undefined || start === undefined) {
    throw corrupt(connection.path, `document ${JSON.stringify(documentId)} is in no segment`);
  }
  const searched = searchedNumbers(connection, first, chunks).map((at) => keys[at - first]);
  const parts = connection.all(
    "SELECT slots, scales, data FROM vectors WHERE segment = ? AND last >= ? AND first <= ? ORDER BY part",
    segment.id,
    start,
    start + searched.length - 1,
  );
  let seen = -1;
  let nth = 0;
  for (const part of parts) {
    const slots = uint32sOf(part.slots);
    const scales = float32sOf(part.scales);
    const data = part.data as Uint8Array;
    slots.forEach((slot, row) => {
      // A chunk's own vector comes first, then those of its questions in their order.
      nth = slot === seen ? nth + 1 : 0;
      seen = slot;
      const key = searched[slot - start]?.[nth];
      if (key === undefined) return;
      vectors.set(key, dequantised(data, row, space.dimensions as number, scales[row]));
    });
  }
  return vectors;
}

function keysOf(chunk: Chunk): string[] {
  return vectorTexts(chunk).map(([key]) => key);
}

function dequantised(data: Uint8Array, row: number, dimensions: number, scale: number): Float32Array {
  const bytes = new Int8Array(data.buffer, data.byteOffset + row * dimensions, dimensions);
  return Float32Array.from(bytes, (byte) => byte * scale);
}

function firstSlot(connection: Connection, segment: number, document: number): number | undefined {
  const row = connection.get("SELECT documents, counts FROM slots WHERE segment = ?", segment);
  if (row === undefined) return undefined;
  const counts = uint32sOf(row.counts);
  const place = uint32sOf(row.documents).indexOf(document);
  return place < 0 ? undefined : counts.subarray(0, place).reduce((sum, count) => sum + count, 0);
}

function searchedNumbers(connection: Connection, first: number, count: number): number[] {
  return connection
    .all(
      "SELECT number FROM chunks WHERE number BETWEEN ? AND ? AND searched = 1 ORDER BY number",
      first,
      first + count - 1,
    )
    .map(({ number }) => Number(number));
}
