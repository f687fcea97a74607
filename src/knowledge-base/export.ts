import { createHash } from "node:crypto";
import type { Report } from "../core/progress.ts";
import type { Space, Store } from "../core/store.ts";
import { isSearched } from "../ingest/embed-texts.ts";
import { readWhole } from "../ingest/read-whole.ts";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportEnd,
  type ExportedDocument,
  type ExportHead,
  writeDocument,
} from "./export-lines.ts";
import type { TransferSummary } from "./transfer-types.ts";

/** Takes text, and resolves when it wants more. */
export type Write = (text: string) => Promise<void>;

/** A workspace as JSON lines: what it is, a line a document, and a checksum over all of it. */
export async function exportSpace(
  store: Store,
  space: Space,
  write: Write,
  report: Report,
  signal: AbortSignal,
): Promise<TransferSummary> {
  const started = performance.now();
  const sum = createHash("sha256");
  let bytes = 0;
  const line = async (value: ExportHead | ExportedDocument | ExportEnd): Promise<void> => {
    const text = `${JSON.stringify(value)}\n`;
    if (!("end" in value)) sum.update(text);
    bytes += Buffer.byteLength(text);
    await write(text);
  };
  const { embedder, vectorFormat, documents: total } = await store.stats(space);
  const head: ExportHead = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    workspace: space.workspace,
    ...(embedder === undefined ? {} : { embedder }),
    ...(vectorFormat === undefined ? {} : { vectors: vectorFormat }),
  };
  await line(head);
  let documents = 0;
  let chunks = 0;
  for await (const { id } of store.documents(space)) {
    signal.throwIfAborted();
    const whole = await readWhole(store, space, id);
    if (whole === undefined) continue;
    await line(writeDocument(whole));
    chunks += whole.chunks.filter(isSearched).length;
    report({
      phase: "write",
      done: ++documents,
      total: Math.max(total, documents),
      unit: "documents",
      item: id,
    });
  }
  const end: ExportEnd = { end: true, documents, chunks, sha256: sum.digest("hex") };
  await line(end);
  return { documents, chunks, bytes, milliseconds: performance.now() - started };
}
