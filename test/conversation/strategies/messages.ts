import fc from "fast-check";
import type {
  MessagePart,
  MessageRole,
  NormalizedConversation,
  NormalizedMessage,
} from "../../../src/core/conversation.ts";
import { arbitraryText } from "../../support/arbitrary-text.ts";

/** A message for tests: of the user, with one text part, unless told otherwise. */
export function messageOf(content: string, more: Partial<NormalizedMessage> = {}): NormalizedMessage {
  const parts: MessagePart[] = [{ kind: "text", text: content, span: { start: 0, end: content.length } }];
  return { id: `m-${content}`, role: "user", content, parts, ...more };
}

export function conversationOf(messages: readonly NormalizedMessage[]): NormalizedConversation {
  return {
    id: "c",
    format: "test",
    messages: messages.map((message, i) => ({ ...message, id: `m${i}` })),
    source: { name: "test", place: "" },
    losses: [],
    metadata: {},
  };
}

const ROLES: readonly MessageRole[] = ["user", "assistant", "system", "tool"];

const arbitraryMessage: fc.Arbitrary<NormalizedMessage> = fc
  .record({
    content: fc.oneof(
      { weight: 4, arbitrary: fc.string({ maxLength: 60 }) },
      { weight: 1, arbitrary: arbitraryText },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "",
          "e\u0301".repeat(300),
          "👨‍👩‍👧‍👦".repeat(40),
          `a${"\u0301".repeat(300)}`,
        ),
      },
    ),
    role: fc.constantFrom(...ROLES),
    name: fc.option(fc.constantFrom("Ana", "Bo"), { nil: undefined }),
    time: fc.option(fc.integer({ min: 0, max: 1e9 }), { nil: undefined }),
    callId: fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }),
  })
  .map(({ content, role, name, time, callId }) => {
    const call: MessagePart[] = callId === undefined ? [] : [{ kind: "tool-call", text: "{}", callId }];
    const message = messageOf(content, { role, ...(name && { name }), ...(time !== undefined && { time }) });
    return { ...message, parts: [...message.parts, ...call] };
  });

export const arbitraryConversation: fc.Arbitrary<NormalizedConversation> = fc
  .array(arbitraryMessage, { maxLength: 40, size: "max" })
  .map(conversationOf);
