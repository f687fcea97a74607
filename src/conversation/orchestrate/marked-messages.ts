import type { NormalizedMessage } from "../../core/conversation.ts";
import { markRecalled } from "../extract/mark-recalled.ts";
import type { ConversationSource } from "../strategies/strategy.ts";
import { checkMessage } from "./check-message.ts";

/** What programs put into messages is marked before these are cut: a piece of it no longer shows what it is. */
export function markedMessages(messages: ConversationSource["messages"]): ConversationSource["messages"] {
  return Symbol.iterator in messages ? eachMarked(messages) : eachMarkedLater(messages);
}

/** Every mark of a recalled memory begins with one of these; to look for them costs next to nothing. */
function mayRecall({ content }: NormalizedMessage): boolean {
  return content.includes("<") || content.includes("[");
}

function marked(message: NormalizedMessage, index: number): NormalizedMessage {
  checkMessage(message, index);
  return mayRecall(message) ? markRecalled(message) : message;
}

function* eachMarked(messages: Iterable<NormalizedMessage>): Generator<NormalizedMessage> {
  let index = 0;
  for (const message of messages) yield marked(message, index++);
}

async function* eachMarkedLater(
  messages: AsyncIterable<NormalizedMessage>,
): AsyncGenerator<NormalizedMessage> {
  let index = 0;
  for await (const message of messages) yield marked(message, index++);
}
