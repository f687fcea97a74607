import type { MessageRole } from "../../core/conversation.ts";
import type { ConversationBuilder, PartDraft } from "../conversation-builder.ts";
import { malformed, type ReadScope } from "../format.ts";
import { messageFormat } from "../message-format.ts";
import { roleOf } from "../roles.ts";
import { parseTime, type ReadTime } from "../times.ts";
import { filledMember, firstMember, idMember, isObject, kindOf, member, textMember } from "../values.ts";

const SPEAKERS = [
  "role",
  "from",
  "sender",
  "author",
  "speaker",
  "from_name",
  "sender_name",
  "user_name",
  "username",
  "display_name",
  "participant",
  "who",
  "actor",
  "user",
  "name",
];
const TEXTS = [
  "text",
  "content",
  "message",
  "body",
  "value",
  "msg",
  "utterance",
  "transcript",
  "content_text",
  "raw_text",
  "caption",
];
const TIMES = [
  "timestamp",
  "time",
  "created_at",
  "createdAt",
  "create_time",
  "created",
  "sent_at",
  "sentAt",
  "date_unixtime",
  "date",
  "datetime",
  "ts",
  "timestamp_ms",
];
const IDS = ["id", "uuid", "message_id", "messageId", "_id", "msg_id"];
const NAMES_OF_PEOPLE = [
  "display_name",
  "displayName",
  "nickname",
  "global_name",
  "name",
  "full_name",
  "username",
  "id",
  "role",
];
/** Seconds into a recording. */
const OFFSETS = ["start", "start_time", "startTime", "offset", "begin"];

/** A question and its answer in one record, as training sets and logs have them. */
const QUESTIONS = ["prompt", "instruction", "question", "query", "input", "user", "human"];
const ANSWERS = ["completion", "response", "output", "answer", "reply", "assistant", "bot"];

/** Any JSON whose messages have a speaker and a text under one of their usual names. */
export const generic = messageFormat({
  name: "generic",

  likelihood(message) {
    if (!isObject(message)) return 0;
    if (pairOf(message) !== undefined) return 0.45;
    const text = textOf(firstMember(message, TEXTS));
    if (text === undefined) return 0;
    if (speakerOf(message) === undefined)
      return parseTime(firstMember(message, TIMES)) === undefined ? 0.1 : 0.3;
    return parseTime(firstMember(message, TIMES)) === undefined ? 0.5 : 0.55;
  },

  read: readMessage,

  messages(record) {
    // A record that is a pair and no list is a conversation of two messages.
    const isPair = isObject(record) && pairOf(record) !== undefined;
    return isPair && !Array.isArray(member(record, "messages"))
      ? { messages: [record], path: "" }
      : undefined;
  },
});

function readMessage(message: unknown, builder: ConversationBuilder, place: string, scope: ReadScope): void {
  if (!isObject(message))
    throw malformed(scope, place, `a message is an object; here it is ${kindOf(message)}`);
  const pair = pairOf(message);
  const id = idMember(message, IDS);
  const time = parseTime(firstMember(message, TIMES));
  if (pair !== undefined) {
    builder.add({ id, role: "user", time, parts: [{ kind: "text", text: pair.question }] }, place);
    builder.add({ role: "assistant", time, parts: [{ kind: "text", text: pair.answer }] }, place);
    return;
  }
  const text = textOf(firstMember(message, TEXTS));
  const speaker = speakerOf(message);
  if (text === undefined) {
    if (speaker === undefined) {
      throw malformed(scope, place, `no text under any of ${TEXTS.slice(0, 5).join(", ")} … and no speaker`);
    }
    builder.lose("empty", "message without a text", place);
    return;
  }
  builder.add(
    { id, time, parts: partsOf(message, text), ...roleAndName(message, speaker), ...offsetOf(message, time) },
    place,
  );
}

function partsOf(message: unknown, text: string): PartDraft[] {
  const parts: PartDraft[] = [{ kind: "text", text }];
  for (const key of ["file", "attachment", "photo", "media"]) {
    const file = member(message, key);
    const name =
      typeof file === "string" ? file : (filledMember(file, "name") ?? filledMember(file, "filename"));
    if (name !== undefined && name !== "") parts.push({ kind: "attachment", text: "", name });
  }
  return parts;
}

function roleAndName(message: unknown, speaker: string | undefined): { role: MessageRole; name?: string } {
  const role =
    roleOf(speaker) ??
    roleOf(textMember(message, "type")) ??
    roleOf(textMember(member(message, "author"), "role"));
  const named = filledMember(message, "name");
  const name =
    speaker !== undefined && roleOf(speaker) === undefined ? speaker : named === speaker ? undefined : named;
  return { role: role ?? "user", ...(name === undefined ? {} : { name }) };
}

/** The speaker's name or role. */
function speakerOf(message: unknown): string | undefined {
  for (const key of SPEAKERS) {
    const found = member(message, key);
    if (typeof found === "string" && found.trim() !== "") return found;
    if (typeof found === "number") return String(found);
    const inner = idMember(found, NAMES_OF_PEOPLE);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** A text, an object that has one, or a list of either (rich text is kept as its runs in order). */
function textOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === "string") return value;
  if (depth > 3) return undefined;
  if (Array.isArray(value)) {
    const texts = value.flatMap((part) => textOf(part, depth + 1) ?? []);
    return texts.length === 0 ? undefined : texts.join("");
  }
  return isObject(value)
    ? textOf(firstMember(value, ["text", "content", "body", "value", "parts"]), depth + 1)
    : undefined;
}

function pairOf(message: unknown): { question: string; answer: string } | undefined {
  // A record that names its speaker is one message, whatever else it holds.
  if (["role", "from", "sender", "author", "speaker"].some((key) => member(message, key) !== undefined))
    return undefined;
  const question = QUESTIONS.map((key) => filledMember(message, key)).find((text) => text !== undefined);
  const answer = ANSWERS.map((key) => filledMember(message, key)).find((text) => text !== undefined);
  return question === undefined || answer === undefined ? undefined : { question, answer };
}

/** Recordings count seconds from their beginning. */
function offsetOf(message: unknown, time: ReadTime | undefined): { offset?: number } {
  const seconds = firstMember(message, OFFSETS);
  const isOffset = time === undefined && typeof seconds === "number" && seconds >= 0 && seconds < 1_000_000;
  return isOffset ? { offset: Math.round(seconds * 1_000) } : {};
}
