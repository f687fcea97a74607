import type { ConversationMessage } from "../core/conversation.ts";
import { invalidOption } from "../core/errors.ts";
import { withoutRecalled } from "./render-recalled.ts";
import type { Turn } from "./render-turn.ts";

interface TimedTurn extends Turn {
  /** Of its first message, where that is known. */
  readonly time: number | undefined;
}

const BETWEEN = "\n\n";

/**
 * A turn begins where the user speaks after an answer. System and tool messages are nobody's statement, nor is one
 * that only holds what was recalled.
 */
export function turnsOfMessages(
  messages: Iterable<ConversationMessage & { readonly time?: number | undefined }>,
): TimedTurn[] {
  const turns: { user: string[]; assistant: string[]; time: number | undefined }[] = [];
  if (typeof messages !== "object" || typeof messages?.[Symbol.iterator] !== "function")
    invalidOption("messages", messages, "a list of messages with role and content");
  for (const message of messages) {
    const { role, content, time } = message ?? {};
    if (typeof role !== "string" || typeof content !== "string")
      invalidOption("messages", message, "a list of messages with role and content");
    if (role !== "user" && role !== "assistant") continue;
    const said = withoutRecalled(content);
    if (said.trim() === "") continue;
    let turn = turns.at(-1);
    if (turn === undefined || (role === "user" && turn.assistant.length > 0)) {
      turn = { user: [], assistant: [], time };
      turns.push(turn);
    }
    turn[role].push(said);
  }
  return turns.map(({ user, assistant, time }) => ({
    user: user.join(BETWEEN),
    assistant: assistant.join(BETWEEN),
    time,
  }));
}
