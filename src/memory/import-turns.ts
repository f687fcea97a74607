import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { peek } from "../conversation/byte-streams.ts";
import { isObject } from "../conversation/values.ts";
import type { Call } from "../core/chunker.ts";
import { SherdError } from "../core/errors.ts";
import { readLines } from "../knowledge-base/read-lines.ts";
import { migrateMemories } from "./migrate/migrate-memories.ts";
import { type MigratedTurn, migratedUse } from "./migrate/migrated-turn.ts";
import type { OldMemoryInput } from "./migrate/old-records.ts";
import type { MigrationReport } from "./migrate/report.ts";
import type { NewTurn } from "./prepare-turn.ts";
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

/** How much of a file is looked at to know what it is, in bytes. */
const HEAD = 256;
/** The last that a calendar knows, in milliseconds from 1970. */
const LATEST_TIME = 8.64e15;

export async function openImport(
  input: OldMemoryInput,
  options: ImportOptions,
  now: number,
): Promise<ImportedTurns> {
  const { head, bytes } = await peekInput(input);
  if (new TextDecoder().decode(head).includes(`"kind":"${EXPORT_KIND}"`))
    return { turns: ownTurns(bytes, options) };
  const file = typeof input === "string" ? basename(input) : undefined;
  const name = file === undefined ? {} : { name: file };
  const { turns, report } = migrateMemories(bytes, { signal: options.signal, ...name });
  return { turns: migrated(turns, { ...options, source: options.source ?? file }, now), migration: report };
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
      const turn = turnOfLine(value, number);
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

function turnOfLine(value: Readonly<Record<string, unknown>>, line: number): NewTurn {
  const { id, user, assistant, at, session, type, importance, pinned, metadata } = value;
  const { accesses, lastUse, spacedUses } = value;
  const isTurn =
    typeof id === "string" &&
    id !== "" &&
    typeof user === "string" &&
    typeof assistant === "string" &&
    isTime(at) &&
    isOptionalText(session) &&
    isOptionalText(type) &&
    (importance === undefined || isCount(importance, 1)) &&
    (lastUse === undefined || isTime(lastUse)) &&
    (metadata === undefined || isObject(metadata));
  if (!isTurn)
    throw invalid(
      "is no turn: it needs id, user, assistant and at, and what else it says must be right",
      line,
    );
  return {
    id,
    user,
    assistant,
    metadata: metadata ?? {},
    use: {
      at: Math.round(at),
      session,
      type: type || "turn",
      importance,
      pinned: pinned === true,
      accesses: isCount(accesses) ? Math.round(accesses) : 0,
      lastUse: lastUse === undefined ? undefined : Math.round(lastUse),
      spacedUses: isCount(spacedUses) ? spacedUses : 0,
    },
  };
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
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

async function* migrated(
  turns: AsyncIterable<MigratedTurn>,
  { source, keepEmbeddings = false }: ImportOptions,
  now: number,
): AsyncGenerator<NewTurn> {
  for await (const turn of turns) {
    const { id, user, assistant, session, importance, importanceScore, chunks, embedding, isLocalTime } =
      turn;
    const { accessCount, lastUse, spacedUses } = migratedUse(turn);
    const old = {
      ...(importanceScore === undefined ? {} : { importanceScore }),
      ...(isLocalTime === undefined ? {} : { isLocalTime }),
      ...(turn.at === undefined ? { hasNoTime: true } : {}),
      ...(keepEmbeddings && embedding !== undefined ? { embedding } : {}),
      ...(chunks.length === 0
        ? {}
        : { chunks: keepEmbeddings ? chunks : chunks.map(({ embedding: _dropped, ...chunk }) => chunk) }),
    };
    yield {
      id,
      user,
      assistant,
      metadata: {
        ...(source === undefined ? {} : { source }),
        ...turn.metadata,
        ...(Object.keys(old).length === 0 ? {} : { old }),
      },
      use: {
        at: Math.round(turn.at ?? lastUse ?? now),
        session,
        type: "turn",
        importance,
        pinned: false,
        accesses: accessCount,
        lastUse: lastUse === undefined ? undefined : Math.round(lastUse),
        spacedUses,
      },
    };
  }
}
