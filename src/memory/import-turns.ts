import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { peek } from "../conversation/byte-streams.ts";
import { isObject } from "../conversation/values.ts";
import type { Call } from "../core/chunker.ts";
import { SherdError } from "../core/errors.ts";
import { readLines } from "../knowledge-base/read-lines.ts";
import { readTurns } from "./migrate/migrate-memories.ts";
import type { OldMemoryInput } from "./migrate/old-records.ts";
import { type MigrationReport, MigrationTally } from "./migrate/report.ts";
import { migratedTurns, ofOneSession } from "./migrated-turns.ts";
import type { NewTurn } from "./prepare-turn.ts";
import { isName, NAME_RULE } from "./scope.ts";
import { EXPORT_KIND, EXPORT_VERSION } from "./transfer.ts";

export interface ImportOptions extends Call {
  /**
   * Of turns that say none: `metadata.source`, by which they can be forgotten. Default: the file's name for records
   * of older memories; turns of an export come back as they were.
   */
  readonly source?: string | undefined;
  /** Keeps vectors of older memories in `metadata.old`; they are never searched. Default false. */
  readonly keepEmbeddings?: boolean | undefined;
}

export interface ImportSummary {
  readonly read: number;
  readonly imported: number;
  /** Were there already, the same. */
  readonly unchanged: number;
  readonly evicted: number;
  /** What became of records of older kinds. */
  readonly migration?: MigrationReport;
}

/** The turns of a file: our own export, or any that `migrateMemories` reads. */
export interface ImportedTurns {
  readonly turns: AsyncIterable<NewTurn>;
  readonly migration?: MigrationReport;
}

/** Where turns are imported to, and when. */
export interface ImportSetting {
  readonly now: number;
  /** Of a memory of one session alone. */
  readonly session: string | undefined;
}

/** How much of a file is looked at to know what it is, in bytes. */
const HEAD = 256;
/** The last that a calendar knows, in milliseconds from 1970. */
const LATEST_TIME = 8.64e15;

export async function openImport(
  input: OldMemoryInput,
  options: ImportOptions,
  { now, session }: ImportSetting,
): Promise<ImportedTurns> {
  const { head, bytes } = await peekInput(input);
  if (new TextDecoder().decode(head).includes(`"kind":"${EXPORT_KIND}"`))
    return { turns: ownTurns(bytes, options, session) };
  const file = typeof input === "string" ? basename(input) : undefined;
  const name = file === undefined ? {} : { name: file };
  const report = new MigrationTally();
  const turns = readTurns(bytes, { signal: options.signal, ...name }, report);
  const settings = { ...options, source: options.source ?? file };
  return { turns: migratedTurns(turns, settings, { now, session }, report), migration: report };
}

async function peekInput(input: OldMemoryInput): ReturnType<typeof peek> {
  if (typeof input !== "string") return peek(input instanceof Uint8Array ? [input] : input, HEAD);
  try {
    return await peek(createReadStream(input), HEAD);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    throw new SherdError(
      code === "ENOENT" ? "INPUT_NOT_FOUND" : "INPUT_UNREADABLE",
      `${input} cannot be read (${String(code ?? cause)}). Give the path of a memory export or of older records.`,
      { path: input },
      { cause },
    );
  }
}

async function* ownTurns(
  bytes: AsyncIterable<Uint8Array>,
  { signal, source }: ImportOptions,
  session: string | undefined,
): AsyncGenerator<NewTurn> {
  const decoder = new TextDecoder();
  let number = 0;
  let count = 0;
  let isWhole = false;
  for await (const line of readLines(bytes)) {
    signal?.throwIfAborted();
    number++;
    const text = decoder.decode(line).trim();
    if (text === "") continue;
    const value = parseLine(text, number);
    if (value.kind === EXPORT_KIND) {
      if (value.version !== EXPORT_VERSION)
        throw invalid(`is of version ${String(value.version)}; this Sherd reads ${EXPORT_VERSION}`, number);
    } else if (value.kind === `${EXPORT_KIND}-end`) isWhole = value.turns === count;
    else {
      count++;
      const turn = turnOfLine(value, number, session);
      yield source === undefined ? turn : { ...turn, metadata: { source, ...turn.metadata } };
    }
  }
  if (!isWhole) throw invalid(`ends after ${count} turns without its last line: it is cut short`, number);
}

function parseLine(text: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Told below.
  }
  throw invalid("is no JSON object", number);
}

function turnOfLine(
  value: Readonly<Record<string, unknown>>,
  line: number,
  only: string | undefined,
): NewTurn {
  const { id, user, assistant, at, session = only, type = "turn", importance, pinned, metadata } = value;
  const { accesses, lastUse, spacedUses } = value;
  const isTurn =
    typeof id === "string" &&
    id !== "" &&
    typeof user === "string" &&
    typeof assistant === "string" &&
    isTime(at) &&
    (importance === undefined || isCount(importance, 1)) &&
    (lastUse === undefined || isTime(lastUse)) &&
    (metadata === undefined || isObject(metadata));
  if (!isTurn)
    throw invalid(
      "is no turn: it needs id, user, assistant and at, and what else it says must be right",
      line,
    );
  // A name that `remember` refuses could neither be asked for nor be told from another.
  for (const [name, given] of Object.entries({ session, type }))
    if (given !== undefined && !isName(given))
      throw invalid(`has the ${name} ${JSON.stringify(given)}, which is not ${NAME_RULE}`, line);
  if (only !== undefined && session !== only)
    throw invalid(`is of session ${JSON.stringify(session)}; ${ofOneSession(only)}`, line);
  return {
    id,
    user,
    assistant,
    metadata: metadata ?? {},
    use: {
      at: Math.round(at),
      session: session as string | undefined,
      type: type as string,
      importance,
      pinned: pinned === true,
      accesses: isCount(accesses) ? Math.round(accesses) : 0,
      lastUse: lastUse === undefined ? undefined : Math.round(lastUse),
      spacedUses: isCount(spacedUses) ? spacedUses : 0,
    },
  };
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= LATEST_TIME;
}

function isCount(value: unknown, most = Number.MAX_SAFE_INTEGER): value is number {
  return typeof value === "number" && value >= 0 && value <= most;
}

function invalid(what: string, line: number): SherdError {
  return new SherdError(
    "EXPORT_INVALID",
    `Line ${line} of the memory export ${what}. What stood before it is imported; import a whole file again.`,
    { line },
  );
}
