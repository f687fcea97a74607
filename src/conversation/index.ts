/** `sherd/conversation`: chats of any kind as messages with exact text, stable ids and a report of what was left out. For Node. */
export type {
  Conversation,
  ConversationLoss,
  ConversationMessage,
  LossReason,
  MessagePart,
  MessagePartKind,
  MessageRole,
  NormalizedConversation,
  NormalizedMessage,
} from "../core/conversation.ts";
export { type ErrorCode, SherdError } from "../core/errors.ts";
export { detectConversationFormat, type FormatDetection } from "./detect.ts";
export type { ConversationInput } from "./export-files.ts";
export {
  CONVERSATION_FORMATS,
  type ConversationFormat,
  type DateOrder,
  type SkippedConversation,
} from "./format.ts";
export { LossTally } from "./losses.ts";
export { type NormalizeOptions, normalizeConversation } from "./normalize-conversation.ts";
export { readConversations, readMessages } from "./read-conversations.ts";
export type { ConversationEntry, ReadConversationsOptions } from "./read-options.ts";
