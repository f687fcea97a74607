import type { Chunk } from "../../core/chunk.ts";
import type { Call } from "../../core/chunker.ts";
import type { Entry, Problem, Space, Store, StoredDocument } from "../../core/store.ts";
import { checkDocuments, checkFile, checkOrphans } from "./check-documents.ts";
import { checkSegments } from "./check-segments.ts";
import { Connection } from "./connection.ts";
import type { Check, Finding } from "./findings.ts";
import { repairFinding, takeOutDamaged } from "./repair.ts";
import { storeError } from "./sqlite-errors.ts";

/** Entries of a stored document, made again from its text and chunks: the store keeps no words to make them from. */
export type Derive = (
  document: StoredDocument,
  chunks: readonly Chunk[],
  space: Space,
) => Promise<readonly Entry[]>;

const CHECKS: readonly ((connection: Connection) => Check)[] = [
  checkFile,
  checkOrphans,
  checkDocuments,
  checkSegments,
];

/** Reads everything once, as one state of the file, and then mends what can be mended. */
export async function verifyStore(
  connection: Connection,
  { repair = false, signal }: { readonly repair?: boolean } & Call,
  parts: { readonly store: Store; readonly derive: Derive | undefined },
): Promise<Problem[]> {
  const findings = await findAll(connection, { signal });
  const problems: Problem[] = [];
  if (repair) await takeOutDamaged(connection, findings);
  for (const finding of findings) {
    signal?.throwIfAborted();
    const repaired = repair && (await repairFinding(connection, finding, parts));
    const { kind, message, document } = finding;
    problems.push({
      kind,
      message: repair && !repaired ? `${message} ${wayOut(finding)}` : message,
      ...(document === undefined ? {} : { document }),
      repaired,
    });
  }
  return problems;
}

function wayOut({ remedy }: Finding): string {
  switch (remedy?.type) {
    case "read-again":
      return "What is stored of it was left as it is; the next index or sync reads its source again.";
    case "derive":
      return "What they hold is whole; the next index or sync makes their words and vectors again.";
    default:
      return "Restore a copy, or index again into a new file.";
  }
}

/**
 * On a connection of its own, whose transaction stays open while others have a turn. What is in memory has only
 * the one, and is read in one go.
 */
async function findAll(connection: Connection, { signal }: Call): Promise<Finding[]> {
  if (connection.path === ":memory:") {
    return connection.read(() => [...everyCheck(connection)].filter((finding) => finding !== undefined));
  }
  const own = await Connection.open(connection.path, { readOnly: true });
  try {
    own.beginSnapshot();
    const findings: Finding[] = [];
    for (const finding of everyCheck(own)) {
      if (finding !== undefined) findings.push(finding);
      else {
        signal?.throwIfAborted();
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    return findings;
  } finally {
    await own.close();
  }
}

/** What is damaged badly enough stops a check; that is a finding, and the others go on. */
function* everyCheck(connection: Connection): Check {
  for (const check of CHECKS) {
    try {
      yield* check(connection);
    } catch (error) {
      const seen = storeError(error, connection.path);
      if (!(seen instanceof Error && "code" in seen && seen.code === "STORE_CORRUPT")) throw seen;
      yield { kind: "file", message: seen.message, remedy: { type: "reindex-tables" } };
    }
  }
}
