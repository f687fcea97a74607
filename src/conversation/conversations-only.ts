import { type JsonFormat, type MessageStream, malformed, type ReadScope } from "./format.ts";

/** A format whose records are whole conversations, never single messages. */
export function conversationsOnly(
  format: Pick<JsonFormat, "name" | "conversationLikelihood" | "readConversation">,
): JsonFormat {
  return {
    ...format,
    messageLikelihood: () => 0,
    openStream(scope: ReadScope): MessageStream {
      return {
        add(_record, place) {
          throw malformed(scope, place, `a ${format.name} export holds conversations, not single messages`);
        },
        miss: () => {},
        drain: () => [],
        finish: () => undefined,
      };
    },
  };
}
