import { isObject, kindOf } from "../../conversation/values.ts";
import type { Call } from "../../core/chunker.ts";
import { hashText } from "../../text/hash.ts";
import { OldFamilies } from "./families.ts";
import type { MigratedTurn } from "./migrated-turn.ts";
import { inputName, type OldMemoryInput, oldRecords } from "./old-records.ts";
import { isRecord, readRecord, type TurnDraft } from "./read-record.ts";
import { type MigrationReport, MigrationTally } from "./report.ts";

/** One record, or one whole file that is a single object, may be this long. UTF-16 units. */
const MOST_RECORD_LENGTH = 64 * 1024 * 1024;

export interface MigrateOptions extends Call {
  /** The file's name in messages, where the input is no path. */
  readonly name?: string | undefined;
  /** Default 64 Mi characters: an array and lines are read a record at a time, an object at once. */
  readonly maxRecordLength?: number | undefined;
}

export interface Migration {
  /** Turns as they are read. To be taken once. */
  readonly turns: AsyncGenerator<MigratedTurn>;
  /** Fills while turns are taken. */
  readonly report: MigrationReport;
}

/**
 * Reads older memories: flat records (`user`, `assistant`, `timestamp`, `embedding`) and records with chunks
 * (`parent_id`, `content`, `chunk_metadata` …), as an array, as lines, or in an object that holds lists of
 * them. Nothing is dropped: what has no place of its own stands in `metadata`, and what is no record in the
 * report.
 */
export function migrateMemories(input: OldMemoryInput, options: MigrateOptions = {}): Migration {
  const report = new MigrationTally();
  return { report, turns: readTurns(input, options, report) };
}

/** The same into a report of the caller's, who may have more to say of a turn. */
export async function* readTurns(
  input: OldMemoryInput,
  options: MigrateOptions,
  report: MigrationTally,
): AsyncGenerator<MigratedTurn> {
  const { maxRecordLength = MOST_RECORD_LENGTH, signal } = options;
  const scope = { name: inputName(input, options.name), maxConversationLength: maxRecordLength };
  const name = identities();
  const families = new OldFamilies(report, name);
  for await (const record of oldRecords(input, scope, signal)) {
    if ("error" in record) {
      report.read++;
      const isLong = record.error.code === "LIMIT_EXCEEDED";
      report.skip(
        record.place,
        isLong ? `is longer than ${maxRecordLength} characters; raise maxRecordLength` : record.error.message,
      );
      continue;
    }
    for (const { value, place } of unwrapped(record.value, record.place, report)) {
      report.read++;
      const read = readRecord(value);
      if ("problem" in read) report.skip(place, read.problem);
      else if ("chunk" in read) families.addChunk(read, place);
      else if (read.isChunked) families.addParent(read.turn, place, read.note);
      else {
        report.converted++;
        yield { ...read.turn, id: name(read.turn), chunks: [], place };
      }
      yield* families.flushed();
    }
  }
  yield* families.rest();
}

interface Placed {
  readonly value: unknown;
  readonly place: string;
}

/** The records of an object that holds lists of them; anything else is taken as a record. */
function* unwrapped(value: unknown, place: string, report: MigrationTally): Generator<Placed> {
  if (!isObject(value) || isRecord(value)) {
    yield { value, place };
    return;
  }
  const members = Object.entries(value);
  const lists = members.filter(([, list]) => Array.isArray(list) && list.some(isObject));
  if (lists.length === 0) {
    report.read++;
    report.skip(place, `is ${kindOf(value)} without user, assistant, content or a list of records`);
    return;
  }
  for (const [name, list] of lists)
    for (const [index, one] of (list as unknown[]).entries())
      yield { value: one, place: `${place}.${name}[${index}]` };
  const names = new Set(lists.map(([name]) => name));
  for (const [name, rest] of members) if (!names.has(name)) report.fileMetadata[name] = rest;
}

/**
 * Names turns: by their own id, else by a hash of what was said and when. The second of the same name gets a
 * number, so that reading a file again, or a longer one, gives every turn the name it had.
 */
function identities(): (turn: TurnDraft) => string {
  // Thirteen digits of a hash fit a number: a million names take little room.
  const seen = new Map<number, number>();
  return ({ id, user, assistant, at, session }) => {
    const base = id ?? hashText(JSON.stringify([user, assistant, at ?? null, session ?? null]));
    const key = Number.parseInt(hashText(base).slice(0, 13), 16);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? base : `${base}#${times}`;
  };
}
