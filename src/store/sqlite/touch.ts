import type { SourceFile, Space } from "../../core/store.ts";
import { CHECKED_COLUMNS, checksumOfParts, partsOf } from "./check-documents.ts";
import type { Connection } from "./connection.ts";
import { findSpace, touchSpace } from "./spaces.ts";

/** Writes documents' files anew, inside a transaction. */
export function touchDocuments(
  connection: Connection,
  space: Space,
  files: readonly { readonly id: string; readonly file: SourceFile }[],
  stored: number,
): void {
  const own = findSpace(connection, space);
  if (own === undefined) return;
  for (const { id, file } of files) touchDocument(connection, own.id, id, file, stored);
  touchSpace(connection, own.id);
}

function touchDocument(
  connection: Connection,
  space: number,
  id: string,
  file: SourceFile,
  stored: number,
): void {
  const row = connection.get(
    `SELECT ${CHECKED_COLUMNS} FROM documents WHERE space = ? AND id = ?`,
    space,
    id,
  );
  if (row === undefined) return;
  const parts = partsOf(connection, row);
  // A new checksum over damaged rows would hide the damage.
  if (checksumOfParts(row, parts) !== row.checksum) return;
  const text = JSON.stringify(file);
  connection.run(
    "UPDATE documents SET file = ?, stored = ?, checksum = ? WHERE number = ?",
    text,
    stored,
    checksumOfParts({ ...row, file: text }, parts),
    Number(row.number),
  );
}
