import { parseTime } from "../../conversation/times.ts";
import { idMember, isObject, type JsonObject, kindOf, member } from "../../conversation/values.ts";
import type { Metadata } from "../../core/document.ts";
import { renderTurn } from "../render-turn.ts";
import { importanceFrom, type MigratedTurn, type OldChunk } from "./migrated-turn.ts";

/** A record of a file: a turn without its id and chunks, a chunk of one, or why it is neither. */
export type ReadRecord =
  | { readonly turn: TurnDraft; readonly isChunked: boolean; readonly note?: string }
  | { readonly chunk: OldChunk; readonly parentId: string; readonly context?: string; readonly at?: number }
  | { readonly problem: string };

export interface TurnDraft extends Omit<MigratedTurn, "id" | "chunks" | "place"> {
  readonly id?: string;
}

/** Fields that only records with chunks have. */
const CHUNKED = ["parent_id", "chunk_index", "content", "full_context", "chunk_metadata"];
const KNOWN = new Set([
  ...["id", "user", "assistant", "timestamp", "embedding", "metadata", ...CHUNKED],
  ...["access_count", "last_accessed", "importance_score", "session", "session_id"],
]);

export function isRecord(value: unknown): value is JsonObject {
  return isObject(value) && ["user", "assistant", "content"].some((name) => Object.hasOwn(value, name));
}

export function readRecord(value: unknown): ReadRecord {
  if (!isObject(value)) return { problem: `is ${kindOf(value)}, not a record` };
  for (const name of ["user", "assistant", "content"]) {
    const text = member(value, name);
    if (text !== undefined && text !== null && typeof text !== "string")
      return { problem: `its ${name} is ${kindOf(text)}, not text` };
  }
  const parentId = idMember(value, ["parent_id"]);
  return parentId === undefined ? readTurn(value) : readChunk(value, parentId);
}

function readTurn(value: JsonObject): ReadRecord {
  const content = text(value, "content");
  const own = { user: text(value, "user"), assistant: text(value, "assistant") };
  const isSilent = own.user === "" && own.assistant === "";
  if (isSilent && content === "") return { problem: "has neither user nor assistant nor content" };
  const said = isSilent ? fromContent(content) : own;
  const rest: Record<string, unknown> = {};
  // What was said, said again, is the one field that need not be kept.
  if (content !== "" && content !== renderTurn(said.user, said.assistant).text) rest.content = content;
  for (const name of ["chunk_metadata", "full_context"]) keep(value, name, rest);
  const chunkIndex = member(value, "chunk_index");
  if (chunkIndex !== 0) keep(value, "chunk_index", rest);

  const id = idMember(value, ["id"]);
  const session = idMember(value, ["session", "session_id"]);
  const common = readCommon(value, rest);
  const score = common.importanceScore;
  const turn: TurnDraft = {
    ...said,
    ...common,
    ...(id === undefined ? {} : { id }),
    ...(session === undefined ? {} : { session }),
    ...(score === undefined ? {} : { importance: importanceFrom(score) }),
  };
  const isChunked = CHUNKED.some((name) => Object.hasOwn(value, name));
  return isSilent ? { turn, isChunked, note: "put together from its content" } : { turn, isChunked };
}

function readChunk(value: JsonObject, parentId: string): ReadRecord {
  const rest: Record<string, unknown> = {};
  for (const name of ["user", "assistant"]) if (text(value, name) !== "") keep(value, name, rest);
  const id = idMember(value, ["id"]);
  const index = count(member(value, "chunk_index"));
  const place = member(value, "chunk_metadata");
  const start = count(member(place, "start_char"));
  const end = count(member(place, "end_char"));
  keep(value, "chunk_metadata", rest);
  const { at, isLocalTime: _zone, ...common } = readCommon(value, rest);
  const context = text(value, "full_context");
  return {
    parentId,
    chunk: {
      text: text(value, "content"),
      ...common,
      ...(id === undefined ? {} : { id }),
      ...(index === undefined ? {} : { index }),
      ...(start === undefined || end === undefined ? {} : { span: { start, end } }),
    },
    ...(context === "" ? {} : { context }),
    ...(at === undefined ? {} : { at }),
  };
}

/** What turns and chunks share. Values that cannot be read are kept as they are. */
function readCommon(value: JsonObject, rest: Record<string, unknown>) {
  const time = parseTime(member(value, "timestamp"));
  if (time === undefined) keep(value, "timestamp", rest);
  const accesses = count(member(value, "access_count"));
  if (accesses === undefined) keep(value, "access_count", rest);
  const accessCount = accesses ?? 0;
  // A record that was never accessed carries the time it was made.
  const last = accessCount > 0 ? parseTime(member(value, "last_accessed"))?.time : undefined;
  if (last === undefined) keep(value, "last_accessed", rest);
  const score = member(value, "importance_score");
  const isScore = typeof score === "number" && score >= 0;
  if (!isScore) keep(value, "importance_score", rest);
  const vector = member(value, "embedding");
  const isVector =
    Array.isArray(vector) && vector.length > 0 && vector.every((one) => typeof one === "number");
  if (!isVector) keep(value, "embedding", rest);
  const metadata: Metadata = Object.fromEntries([...Object.entries(rest), ...unknownFields(value)]);
  return {
    ...(time === undefined ? {} : { at: time.time }),
    ...(time?.isLocalTime ? { isLocalTime: true as const } : {}),
    accessCount,
    ...(last === undefined ? {} : { lastAccess: last }),
    ...(isScore ? { importanceScore: score } : {}),
    ...(isVector ? { embedding: vector as number[] } : {}),
    metadata,
  };
}

/** Fields no older memory is known to have, and those of its own metadata. */
function unknownFields(value: JsonObject): [string, unknown][] {
  const own = member(value, "metadata");
  const fields = Object.entries(value).filter(([name]) => !KNOWN.has(name));
  if (isObject(own)) return [...Object.entries(own), ...fields];
  return own === undefined || own === null ? fields : [["metadata", own], ...fields];
}

function keep(value: JsonObject, name: string, rest: Record<string, unknown>): void {
  const found = member(value, name);
  if (found !== undefined && found !== null) rest[name] = found;
}

function text(value: JsonObject, name: string): string {
  const found = member(value, name);
  return typeof found === "string" ? found : "";
}

function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** A turn from its rendering; a text that is none is what the assistant said. */
export function fromContent(content: string): { user: string; assistant: string } {
  const answer = "\nAssistant: ";
  const at = content.indexOf(answer);
  if (!content.startsWith("User: ") || at < 0) return { user: "", assistant: content };
  return { user: content.slice("User: ".length, at), assistant: content.slice(at + answer.length) };
}
