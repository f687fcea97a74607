import type { Connection, Row } from "./connection.ts";
import type { Check } from "./findings.ts";
import { checksum } from "./write-segment.ts";

/** Where floats are kept beside the bytes: each document has all of its own, as they were stored. */
export function* checkExactVectors(connection: Connection): Check {
  const documents = connection.each(
    `SELECT number, space, documents.id, first, chunks, documents.vectors AS count, dimensions
     FROM documents JOIN spaces ON spaces.id = documents.space WHERE spaces.vectors = 'float32'`,
  );
  for (const document of documents) {
    const fault = faultOf(connection, document);
    yield;
    if (fault === undefined) continue;
    yield {
      kind: "index",
      message: `The exact vectors of document ${JSON.stringify(document.id)} are damaged: ${fault}.`,
      space: Number(document.space),
      document: document.id as string,
      remedy: { type: "derive", numbers: [Number(document.number)] },
    };
  }
}

function faultOf(connection: Connection, { first, chunks, count, dimensions }: Row): string | undefined {
  const rows = connection.each(
    "SELECT number, data, checksum FROM exact_vectors WHERE number BETWEEN ? AND ? ORDER BY number",
    Number(first),
    Number(first) + Number(chunks) - 1,
  );
  let vectors = 0;
  for (const row of rows) {
    const data = row.data as Uint8Array;
    if (checksum([data]) !== row.checksum) return `those of chunk ${row.number} are not what was stored`;
    vectors += data.length / (4 * Number(dimensions));
  }
  return vectors === count ? undefined : `${vectors} of ${count} are there`;
}
