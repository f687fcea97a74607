import { malformed } from "../format.ts";
import { messageFormat } from "../message-format.ts";
import { roleOf } from "../roles.ts";
import { parseTime } from "../times.ts";
import { filledMember, firstMember, isObject, kindOf, listMember, member, textMember } from "../values.ts";
import { blockParts, hasAnthropicBlocks } from "./anthropic-blocks.ts";

/** Messages of Anthropic's API: a list, a request with its system prompt, or replies. */
export const anthropic = messageFormat({
  name: "anthropic",
  isStrict: true,

  likelihood(message) {
    const role = textMember(message, "role");
    if (role !== "user" && role !== "assistant") return 0;
    const content = member(message, "content");
    if (textMember(message, "type") === "message" && "stop_reason" in (message as object)) return 0.95;
    if (hasAnthropicBlocks(content)) return 0.95;
    if (member(message, "tool_calls") !== undefined || member(message, "parts") !== undefined) return 0;
    // A plain message is OpenAI's as well: its list must have something of its own.
    if (typeof content === "string") return 0.55;
    return Array.isArray(content) && content.every((block) => textMember(block, "type") === "text") ? 0.6 : 0;
  },

  before(record, builder, place) {
    const system = member(record, "system");
    if (system === undefined || system === null) return;
    builder.add({ role: "system", parts: blockParts(system, builder, `${place}.system`) }, `${place}.system`);
  },

  read(message, builder, place, scope) {
    const role = roleOf(textMember(message, "role"));
    if (!isObject(message) || role === undefined) {
      throw malformed(
        scope,
        place,
        `${kindOf(message)} with the role ${JSON.stringify(member(message, "role"))} is no message`,
      );
    }
    builder.add(
      {
        id: filledMember(message, "id"),
        role,
        time: parseTime(firstMember(message, ["created_at", "timestamp"])),
        parts: blockParts(member(message, "content"), builder, `${place}.content`),
        model: filledMember(message, "model"),
      },
      place,
    );
  },

  after(record, builder, place) {
    const response = member(record, "response");
    if (listMember(response, "content").length === 0) return;
    const parts = blockParts(member(response, "content"), builder, `${place}.response.content`);
    builder.add({ role: "assistant", id: filledMember(response, "id"), parts }, `${place}.response`);
  },
});
