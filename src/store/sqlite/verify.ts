import type { Chunk } from "../../core/chunk.ts";
import type { Call } from "../../core/chunker.ts";
import { SherdError } from "../../core/errors.ts";
import type { Entry, Problem, Space, Store, StoredDocument } from "../../core/store.ts";
import { checkDocuments, checkFile, checkOrphans } from "./check-documents.ts";
import { checkExactVectors } from "./check-exact-vectors.ts";
import { checkSegments } from "./check-segments.ts";
import { Connection } from "./connection.ts";
import type { Check, Finding } from "./findings.ts";
import { hinderedSpaces, repairFinding, takeOutDamaged } from "./repair.ts";
import { storeError } from "./sqlite-errors.ts";

/** Entries of a stored document, made again from its text and chunks: the store keeps no words to make them from. */
export type Derive = (
  document: StoredDocument,
  chunks: readonly Chunk[],
  space: Space,
  call: Call,
) => Promise<readonly Entry[]>;

const CHECKS: readonly ((connection: Connection) => Check)[] = [
  checkFile,
  checkOrphans,
  checkDocuments,
  checkSegments,
  checkExactVectors,
];

/** Reads everything once, as one state of the file, and then mends what can be mended. */
export async function verifyStore(
  connection: Connection,
  { repair = false, signal }: { readonly repair?: boolean } & Call,
  parts: { readonly store: Store; readonly derive: Derive | undefined },
): Promise<Problem[]> {
  const findings = await findAll(connection, { signal });
  const workspaces = await workspaceNames(connection);
  const making = { ...parts, signal };
  const hindered = repair ? await hinderedSpaces(connection, findings, making) : new Map<number, string>();
  const hindranceOf = ({ space, remedy }: Finding) =>
    remedy?.type === "derive" && space !== undefined ? hindered.get(space) : undefined;
  const takenOut = new Set<Finding>();
  const problems: Problem[] = [];
  signal?.throwIfAborted();
  if (repair) {
    const derivable = findings.filter((finding) => hindranceOf(finding) === undefined);
    await takeOutDamaged(connection, derivable);
    for (const finding of derivable) takenOut.add(finding);
  }
  for (const finding of findings) {
    signal?.throwIfAborted();
    const { kind, message, space, document } = finding;
    let repaired = false;
    if (repair && hindranceOf(finding) === undefined) {
      const outcome = await repairFinding(connection, finding, making);
      repaired = outcome.repaired;
      // What failed for one fails for the next: a provider that is down is not asked for each of them.
      if (outcome.hindrance !== undefined && space !== undefined) hindered.set(space, outcome.hindrance);
    }
    const workspace = space === undefined ? undefined : workspaces.get(space);
    problems.push({
      kind,
      message:
        repair && !repaired
          ? `${message} ${wayOut(finding, hindranceOf(finding), takenOut.has(finding))}`
          : message,
      ...(workspace === undefined ? {} : { workspace }),
      ...(document === undefined ? {} : { document }),
      repaired,
    });
  }
  return problems;
}

/** None where they cannot be read: that is a finding already. */
async function workspaceNames(connection: Connection): Promise<Map<number, string>> {
  try {
    const rows = await connection.read(() => connection.all("SELECT id, workspace FROM spaces"));
    return new Map(rows.map(({ id, workspace }) => [Number(id), workspace as string]));
  } catch (error) {
    if (error instanceof SherdError && error.code === "STORE_CORRUPT") return new Map();
    throw error;
  }
}

function wayOut({ remedy }: Finding, hindrance: string | undefined, isTakenOut: boolean): string {
  if (hindrance !== undefined && isTakenOut)
    return `What is stored of it is whole, but not all of it is searched: it could not be made again: ${hindrance} Repair again when that is mended; what is done by then is not done twice.`;
  if (hindrance !== undefined)
    return `It was left as it is, for it cannot be made again now: ${hindrance} Repair it when that is mended.`;
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
