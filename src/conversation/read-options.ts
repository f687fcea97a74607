import type { NormalizedConversation } from "../core/conversation.ts";
import { invalidOption, type SherdError } from "../core/errors.ts";
import type { Limits } from "../load/limits.ts";
import { resolveLimits } from "../load/load-bytes.ts";
import {
  CONVERSATION_FORMATS,
  type ConversationFormat,
  type DateOrder,
  type ReadScope,
  type SkippedConversation,
} from "./format.ts";

export interface ReadConversationsOptions {
  /** Told by content when it is not named. */
  readonly format?: ConversationFormat | undefined;
  /** The file's name, where the input is no path: for messages, titles and ids. */
  readonly name?: string | undefined;
  /** Slack's direct messages are left out unless this is true. */
  readonly includeDirectMessages?: boolean | undefined;
  /** "main" (the default) leaves abandoned branches out and counts them; "all" puts them, tagged, behind the main line. */
  readonly branches?: "main" | "all" | undefined;
  /** The order in WhatsApp's dates, where the dates leave it open. */
  readonly dateOrder?: DateOrder | undefined;
  /** UTF-16 units one conversation may have. Default 64 Mi: what is read is held one conversation at a time. */
  readonly maxConversationLength?: number | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Told of every conversation and file that is left out on purpose. */
  readonly onSkip?: ((skipped: SkippedConversation) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One conversation, or why one could not be read; the others follow. */
export type ConversationEntry =
  | { readonly conversation: NormalizedConversation; readonly error?: undefined }
  | { readonly error: SherdError; readonly conversation?: undefined };

const DEFAULT_MAX_CONVERSATION_LENGTH = 64 * 1024 * 1024;

export interface ReadContext extends Omit<ReadScope, "name"> {
  readonly format: ConversationFormat | undefined;
  readonly includeDirectMessages: boolean;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
}

/** The options with their defaults. Throws `INVALID_OPTION`. */
export function resolveOptions(options: ReadConversationsOptions): ReadContext {
  const {
    format,
    branches = "main",
    dateOrder,
    maxConversationLength = DEFAULT_MAX_CONVERSATION_LENGTH,
  } = options;
  if (format !== undefined && !CONVERSATION_FORMATS.includes(format))
    invalidOption("format", format, `one of ${CONVERSATION_FORMATS.join(", ")}`);
  if (branches !== "main" && branches !== "all") invalidOption("branches", branches, '"main" or "all"');
  if (dateOrder !== undefined && !["dmy", "mdy", "ymd"].includes(dateOrder))
    invalidOption("dateOrder", dateOrder, '"dmy", "mdy" or "ymd"');
  if (!Number.isSafeInteger(maxConversationLength) || maxConversationLength < 1)
    invalidOption("maxConversationLength", maxConversationLength, "a whole number above 0");
  return {
    format,
    branches,
    dateOrder,
    maxConversationLength,
    includeDirectMessages: options.includeDirectMessages === true,
    limits: resolveLimits(options.limits),
    onSkip: options.onSkip ?? (() => {}),
    signal: options.signal,
  };
}
