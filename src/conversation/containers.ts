import { isObject, type JsonObject, listMember, member } from "./values.ts";

/** Names under which objects keep the messages of one conversation. */
const MESSAGE_LISTS = [
  "messages",
  "message",
  "turns",
  "conversation",
  "conversations",
  "chat",
  "history",
  "dialog",
  "dialogue",
  "utterances",
  "transcript",
  "segments",
  "items",
  "log",
  "thread",
  "data",
];

/** Names of lists whose elements are whole conversations. */
const CONVERSATION_LISTS = [
  "conversations",
  "chats",
  "threads",
  "sessions",
  "dialogues",
  "dialogs",
  "data",
  "list",
];

export interface FoundMessages {
  readonly messages: readonly unknown[];
  /** How to get there from the record: ".messages", or empty when the record is the list. */
  readonly path: string;
}

/** The list of messages in a record that is a whole conversation. */
export function messagesIn(record: unknown): FoundMessages | undefined {
  if (Array.isArray(record)) return record.some(isObject) ? { messages: record, path: "" } : undefined;
  if (!isObject(record)) return undefined;
  for (const name of MESSAGE_LISTS) {
    const found = member(record, name);
    if (Array.isArray(found) && found.some(isObject)) return { messages: found, path: `.${name}` };
  }
  return undefined;
}

/** The conversations in a record that holds several, such as `{ "conversations": [{ "messages": … }] }`. */
export function conversationsIn(record: unknown): FoundMessages | undefined {
  if (!isObject(record)) return undefined;
  for (const name of CONVERSATION_LISTS) {
    const found = listMember(record, name);
    if (found.length > 0 && found.every((element) => holdsMessages(element)))
      return { messages: found, path: `.${name}` };
  }
  return undefined;
}

function holdsMessages(value: unknown): value is JsonObject {
  return Array.isArray(value) || messagesIn(value) !== undefined;
}
