import type { NormalizedConversation } from "../core/conversation.ts";
import { SherdError } from "../core/errors.ts";
import { conversationsIn, messagesIn } from "./containers.ts";
import { ConversationBuilder } from "./conversation-builder.ts";
import {
  type ConversationFormat,
  type JsonFormat,
  type MessageStream,
  malformed,
  type ReadScope,
} from "./format.ts";
import { together } from "./likelihood.ts";
import { parseTime } from "./times.ts";
import { filledMember, firstMember, idMember, isObject, kindOf } from "./values.ts";

/** A format whose messages stand in a list, in an object that has a list, or one a line. */
export interface MessageReader {
  readonly name: ConversationFormat;
  /** Whether a message of likelihood 0 speaks against the whole list: one block of another SDK gives it away. */
  readonly isStrict?: boolean;
  /** 0 to 1: how likely a value is a message of this format. */
  likelihood(message: unknown): number;
  /** Adds the message to the builder. Throws `SherdError` when it is none. */
  read(message: unknown, builder: ConversationBuilder, place: string, scope: ReadScope): void;
  /** What a conversation's object holds beside its messages and before them: a system prompt, instructions. */
  before?(record: unknown, builder: ConversationBuilder, place: string, scope: ReadScope): void;
  /** And behind them: a reply. */
  after?(record: unknown, builder: ConversationBuilder, place: string, scope: ReadScope): void;
  /** Where this format keeps its messages, when it is none of the usual places. */
  messages?(record: unknown): ReturnType<typeof messagesIn>;
}

/** Messages looked at to tell the format of a list. */
const LOOKED_AT = 20;

const TITLES = ["title", "name", "subject", "topic", "summary"];
const CONVERSATION_IDS = [
  "conversation_id",
  "conversationId",
  "id",
  "uuid",
  "session_id",
  "sessionId",
  "thread_id",
  "chat_id",
];
const START_TIMES = ["created_at", "createdAt", "create_time", "created", "timestamp", "date", "time"];

export function messageFormat(reader: MessageReader): JsonFormat {
  const find = (record: unknown) => reader.messages?.(record) ?? messagesIn(record);

  const readOne = (record: unknown, place: string, scope: ReadScope): NormalizedConversation => {
    const found = find(record);
    if (found === undefined) throw malformed(scope, place, `${kindOf(record)} without a list of messages`);
    const builder = new ConversationBuilder(reader.name, scope, place);
    describe(record, builder);
    reader.before?.(record, builder, place, scope);
    for (const [index, message] of found.messages.entries())
      reader.read(message, builder, `${place}${found.path}[${index}]`, scope);
    reader.after?.(record, builder, place, scope);
    return builder.build();
  };

  return {
    name: reader.name,
    isStrict: reader.isStrict === true,
    messageLikelihood: (record) => reader.likelihood(record),
    conversationLikelihood(record) {
      const inner = conversationsIn(record)?.messages[0] ?? record;
      const found = find(inner);
      if (found === undefined) return 0;
      const looked = found.messages.slice(0, LOOKED_AT);
      if (looked.length === 0) return 0.7; // a reply without its request
      return together(looked, (message) => reader.likelihood(message), reader.isStrict);
    },
    readConversation(record, place, scope) {
      const several = reader.messages?.(record) === undefined ? conversationsIn(record) : undefined;
      if (several === undefined) return [readOne(record, place, scope)];
      return several.messages.map((inner, index) => {
        try {
          return readOne(inner, `${place}${several.path}[${index}]`, scope);
        } catch (error) {
          if (error instanceof SherdError) return error;
          throw error;
        }
      });
    },
    openStream: (scope) => openStream(reader, scope),
  };
}

function openStream(reader: MessageReader, scope: ReadScope): MessageStream {
  const builder = new ConversationBuilder(reader.name, scope, "$");
  return {
    add(record, place) {
      builder.id ??= idMember(record, [
        "conversation_id",
        "conversationId",
        "session_id",
        "sessionId",
        "thread_id",
      ]);
      reader.read(record, builder, place, scope);
    },
    miss: (place) => builder.lose("malformed", "record", place),
    drain: () => builder.drain(),
    finish: () => (builder.isEmpty ? undefined : builder.build()),
  };
}

function describe(record: unknown, builder: ConversationBuilder): void {
  if (!isObject(record)) return;
  builder.id = idMember(record, CONVERSATION_IDS);
  for (const name of TITLES) builder.title ??= filledMember(record, name);
  const started = parseTime(firstMember(record, START_TIMES));
  if (started !== undefined) builder.metadata.startedAt = started.time;
  const model = filledMember(record, "model");
  if (model !== undefined) builder.metadata.model = model;
}
