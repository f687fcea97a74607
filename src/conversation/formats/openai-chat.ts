import type { ConversationBuilder, PartDraft } from "../conversation-builder.ts";
import { malformed, type ReadScope } from "../format.ts";
import { messageFormat } from "../message-format.ts";
import { roleOf } from "../roles.ts";
import { parseTime } from "../times.ts";
import {
  filledMember,
  firstMember,
  isObject,
  type JsonObject,
  kindOf,
  listMember,
  member,
  textMember,
  written,
} from "../values.ts";
import { messageParts } from "./ai-sdk.ts";
import { blockParts, hasAnthropicBlocks } from "./anthropic-blocks.ts";

const PART_TYPES = new Set(["text", "image_url", "input_audio", "file", "refusal", "video_url"]);

/** Messages of OpenAI's chat API and of everything that speaks it: lists, requests, replies, training lines. */
export const openaiChat = messageFormat({
  name: "openai-chat",
  isStrict: true,

  likelihood(message) {
    if (!isObject(message) || roleOf(textMember(message, "role")) === undefined) return 0;
    if ("parts" in message || typeof member(message, "type") === "string") return 0;
    if (
      listMember(message, "tool_calls").length > 0 ||
      "tool_call_id" in message ||
      "function_call" in message
    )
      return 0.95;
    const content = member(message, "content");
    if (typeof content === "string") return 0.8;
    if (content === null) return 0.6;
    if (!Array.isArray(content) || hasAnthropicBlocks(content)) return 0;
    return content.every((part) => PART_TYPES.has(textMember(part, "type") ?? "")) ? 0.85 : 0;
  },

  read: readMessage,

  after(record, builder, place, scope) {
    // A reply beside its request: the first choice is what went on; the others are alternatives.
    for (const path of ["", "response"]) {
      const choices = listMember(path === "" ? record : member(record, path), "choices");
      const where = `${place}${path === "" ? "" : `.${path}`}.choices`;
      for (const [index, choice] of choices.entries()) {
        if (index === 0) readMessage(member(choice, "message"), builder, `${where}[0].message`, scope);
        else builder.lose("side-branch", "further choice", `${where}[${index}]`);
      }
    }
  },

  messages(record) {
    // A reply without its request.
    if (listMember(record, "choices").length === 0 || Array.isArray(member(record, "messages")))
      return undefined;
    return { messages: [], path: "" };
  },
});

function readMessage(message: unknown, builder: ConversationBuilder, place: string, scope: ReadScope): void {
  const role = roleOf(textMember(message, "role"));
  if (!isObject(message) || role === undefined) {
    throw malformed(
      scope,
      place,
      `${kindOf(message)} with the role ${JSON.stringify(member(message, "role"))} is no message`,
    );
  }
  const parts = isForeign(message)
    ? foreignParts(message, builder, place)
    : role === "tool"
      ? [result(message, builder, place)]
      : spokenParts(message, builder, place);
  builder.add(
    {
      id: filledMember(message, "id"),
      role,
      name: filledMember(message, "name"),
      time: parseTime(firstMember(message, ["created_at", "createdAt", "timestamp", "created"])),
      parts,
      model: filledMember(message, "model"),
    },
    place,
  );
}

/** Lists that begin with plain messages are taken for OpenAI's; what other SDKs wrote further down is read their way. */
function isForeign(message: JsonObject): boolean {
  return Array.isArray(member(message, "parts")) || hasAnthropicBlocks(member(message, "content"));
}

function foreignParts(message: JsonObject, builder: ConversationBuilder, place: string): PartDraft[] {
  if (Array.isArray(member(message, "parts"))) return messageParts(message, builder, place);
  return blockParts(member(message, "content"), builder, `${place}.content`);
}

function result(message: unknown, builder: ConversationBuilder, place: string): PartDraft {
  const content = member(message, "content");
  const text = Array.isArray(content)
    ? contentParts(content, builder, place)
        .map((part) => part.text)
        .join("\n")
    : written(content);
  const name = filledMember(message, "name");
  const callId = filledMember(message, "tool_call_id");
  return {
    kind: "tool-result",
    text,
    ...(name === undefined ? {} : { name }),
    ...(callId === undefined ? {} : { callId }),
  };
}

function spokenParts(message: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  const parts: PartDraft[] = [];
  const reasoning = filledMember(message, "reasoning_content") ?? filledMember(message, "reasoning");
  if (reasoning !== undefined) parts.push({ kind: "reasoning", text: reasoning });
  const content = member(message, "content");
  if (typeof content === "string") parts.push({ kind: "text", text: content });
  else if (Array.isArray(content)) parts.push(...contentParts(content, builder, `${place}.content`));
  const refusal = filledMember(message, "refusal");
  if (refusal !== undefined) parts.push({ kind: "text", text: refusal });
  const transcript = filledMember(member(message, "audio"), "transcript");
  if (transcript !== undefined) parts.push({ kind: "text", text: transcript });
  for (const call of listMember(message, "tool_calls")) parts.push(toolCall(call));
  const single = member(message, "function_call");
  if (isObject(single)) parts.push(toolCall({ function: single }));
  return parts;
}

function contentParts(content: readonly unknown[], builder: ConversationBuilder, place: string): PartDraft[] {
  return content.flatMap((part, index): PartDraft[] => {
    const type = textMember(part, "type") ?? "";
    const text = typeof part === "string" ? part : (textMember(part, "text") ?? textMember(part, "refusal"));
    if (text !== undefined) return [{ kind: "text", text }];
    if (type === "image_url" || type === "input_audio" || type === "file" || type === "video_url") {
      return [{ kind: "attachment", text: "", name: filledMember(member(part, "file"), "filename") ?? type }];
    }
    builder.lose("unknown-part", type === "" ? "part without a type" : type, `${place}[${index}]`);
    return [];
  });
}

function toolCall(call: unknown): PartDraft {
  const called = member(call, "function") ?? member(call, "custom");
  const name = filledMember(called, "name");
  const callId = filledMember(call, "id");
  return {
    kind: "tool-call",
    text: written(member(called, "arguments") ?? member(called, "input")),
    ...(name === undefined ? {} : { name }),
    ...(callId === undefined ? {} : { callId }),
  };
}
