import type { NormalizedMessage } from "../../core/conversation.ts";
import { invalidOption } from "../../core/errors.ts";

/** Messages straight from a chat's API have no ids and no parts; what reads them would fail where nobody understands why. */
export function checkMessage(message: NormalizedMessage, index: number): void {
  const { id, role, content, parts } = (message ?? {}) as Partial<NormalizedMessage>;
  const isNormal = [id, role, content].every((text) => typeof text === "string") && Array.isArray(parts);
  if (!isNormal)
    invalidOption(
      `messages[${index}]`,
      message,
      "a message with id, role, content and parts, as normalizeConversation makes it",
    );
}
