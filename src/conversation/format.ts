import type { LossReason, NormalizedConversation, NormalizedMessage } from "../core/conversation.ts";
import { SherdError } from "../core/errors.ts";

export const CONVERSATION_FORMATS = [
  "chatgpt",
  "claude",
  "claude-code",
  "codex",
  "openai-chat",
  "openai-responses",
  "anthropic",
  "ai-sdk",
  "slack",
  "whatsapp",
  "generic",
  "plain-text",
  "webvtt",
  "srt",
] as const;

export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number];

/** A whole conversation or file that was left out on purpose. */
export interface SkippedConversation {
  readonly reason: LossReason;
  /** What it is, in a person's words. */
  readonly what: string;
  /** The file, and where in it. */
  readonly source: { readonly name: string; readonly place: string };
  readonly id?: string;
  readonly title?: string;
}

export type DateOrder = "dmy" | "mdy" | "ymd";

/** What a normaliser is told beside the data. */
export interface ReadScope {
  /** The file's name: for messages, titles and ids. */
  readonly name: string;
  /** Side branches are left out and counted, or kept behind the main line and tagged. */
  readonly branches: "main" | "all";
  /** UTF-16 units that one conversation may hold. */
  readonly maxConversationLength: number;
  /** The order of day, month and year where the format leaves it open. */
  readonly dateOrder?: DateOrder | undefined;
  readonly onSkip: (skipped: SkippedConversation) => void;
}

/** Records that are the messages of one conversation, given one by one. */
export interface MessageStream {
  /** Throws `SherdError` for a record that is no message of the format; the stream goes on. */
  add(record: unknown, place: string): void;
  /** A record that could not even be parsed. */
  miss(place: string): void;
  /** Takes the messages that no later record can change. */
  drain(): readonly NormalizedMessage[];
  /** The conversation of what was not drained; undefined when there is nothing in it. */
  finish(): NormalizedConversation | undefined;
}

/** A format of JSON. Its records are whole conversations, or messages, or it has both kinds. */
export interface JsonFormat {
  readonly name: ConversationFormat;
  /** Whether a message of likelihood 0 speaks against the whole list. */
  readonly isStrict?: boolean;
  /** 0 to 1: how likely a record is a conversation of this format. */
  conversationLikelihood(record: unknown): number;
  /** 0 to 1: how likely a record is a message of this format. */
  messageLikelihood(record: unknown): number;
  /** The conversations of one record, most often one. Throws `SherdError` on what it cannot read. */
  readConversation(record: unknown, place: string, scope: ReadScope): (NormalizedConversation | SherdError)[];
  openStream(scope: ReadScope): MessageStream;
}

/** A format of text lines: a whole file is one conversation. */
export interface TextFormat {
  readonly name: ConversationFormat;
  /** 0 to 1, from a file's first lines. */
  likelihood(lines: readonly string[]): number;
  /** Throws `SherdError` when there is no message in the text. */
  read(text: string, scope: ReadScope): NormalizedConversation;
}

export function malformed(
  scope: Pick<ReadScope, "name">,
  place: string,
  what: string,
  cause?: unknown,
): SherdError {
  return new SherdError(
    "INPUT_MALFORMED",
    `${scope.name}, ${place}: ${what}.`,
    { path: scope.name, place },
    cause === undefined ? undefined : { cause },
  );
}

export function tooLong(scope: Pick<ReadScope, "name">, place: string, most: number): SherdError {
  return new SherdError(
    "LIMIT_EXCEEDED",
    `${scope.name}, ${place}: one conversation has more than ${most} characters; raise maxConversationLength if you trust it.`,
    { path: scope.name, place, limit: "maxConversationLength", most },
  );
}
