import type { Metadata } from "./document.ts";
import type { Span } from "./span.ts";

/** The slice of a conversation that counting and chunking need. */
export interface ConversationMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string | undefined;
}

export interface Conversation {
  readonly messages: readonly ConversationMessage[];
}

export type MessageRole = "user" | "assistant" | "system" | "tool";

/**
 * What a part is. `injected` is text that a program put in beside what was said: recalled memories,
 * instructions, reminders. It is kept for the record and is nobody's statement.
 */
export type MessagePartKind =
  | "text"
  | "code"
  | "attachment"
  | "tool-result"
  | "tool-call"
  | "reasoning"
  | "injected";

/**
 * A piece of a message. Law: a part with a `span` has `text === message.content.slice(span.start, span.end)`;
 * a part without one (tool calls, reasoning, injected text, files without text) is not in `content`.
 */
export interface MessagePart {
  readonly kind: MessagePartKind;
  /** As the export has it; a tool call's arguments; empty for a file whose text is not there. */
  readonly text: string;
  readonly span?: Span;
  /** The tool's or the file's name. */
  readonly name?: string;
  /** Joins a tool's call to its result. */
  readonly callId?: string;
  readonly mediaType?: string;
  readonly language?: string;
  readonly isError?: boolean;
}

export interface NormalizedMessage extends ConversationMessage {
  /** The export's own, else a hash of what was said: the same whenever the conversation is read again. Unique in it. */
  readonly id: string;
  readonly role: MessageRole;
  /** The texts of the parts that have a span, in order, with an empty line between two. */
  readonly content: string;
  readonly parts: readonly MessagePart[];
  /** Milliseconds since 1970; absent when it is not known. */
  readonly time?: number;
  /** The export names no time zone: `time` is the clock's reading taken as UTC. */
  readonly isLocalTime?: boolean;
  /** Milliseconds since a recording began. */
  readonly offset?: number;
  /** The message it answers, where the export says so and it was kept. */
  readonly parentId?: string;
  /** The first message of the thread it stands in. */
  readonly threadId?: string;
  /** The first message of the abandoned line it stands in; absent on the main line. */
  readonly branch?: string;
  readonly model?: string;
}

/** Something an export holds that a normalised conversation does not, how often, and where first. */
export interface ConversationLoss {
  readonly reason: LossReason;
  /** What it was, in the export's words: a content type, a line type, a file's kind. */
  readonly what: string;
  readonly count: number;
  readonly place?: string;
}

/** Why something is not in the result. */
export type LossReason =
  | "ambiguous-date"
  | "deleted"
  | "direct-message"
  | "do-not-remember"
  | "duplicate"
  | "empty"
  | "encrypted"
  | "hidden"
  | "injected"
  | "malformed"
  | "media"
  | "metadata"
  | "not-a-conversation"
  | "reaction"
  | "side-branch"
  | "system-line"
  | "undecodable"
  | "unknown-part";

export interface NormalizedConversation extends Conversation {
  /** The export's own, else a hash of the file's name, the place in it and the first message. */
  readonly id: string;
  readonly format: string;
  readonly title?: string;
  readonly messages: readonly NormalizedMessage[];
  readonly source: { readonly name: string; readonly place: string };
  readonly losses: readonly ConversationLoss[];
  readonly metadata: Metadata;
}
