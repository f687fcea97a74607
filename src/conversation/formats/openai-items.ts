import type { ConversationBuilder, MessageDraft, PartDraft } from "../conversation-builder.ts";
import { roleOf } from "../roles.ts";
import type { ReadTime } from "../times.ts";
import { filledMember, firstMember, listMember, member, textMember, written } from "../values.ts";
import { resultText } from "./anthropic-blocks.ts";

/** Item types that hold nothing that was said. */
const BOOKKEEPING = new Set(["item_reference", "ghost_snapshot", "mcp_list_tools", "compaction", "other"]);
const CONTENT_TYPES = new Set(["input_text", "output_text", "text", "summary_text"]);

/** Whether a value is an item of OpenAI's Responses API, 0 to 1. */
export function itemLikelihood(item: unknown): number {
  const type = textMember(item, "type");
  if (type === undefined) return 0;
  if (type === "message") {
    const content = member(item, "content");
    const isOwn = listMember(item, "content").some((part) =>
      /^(?:input|output)_/.test(textMember(part, "type") ?? ""),
    );
    return roleOf(textMember(item, "role")) === undefined
      ? 0
      : isOwn
        ? 0.95
        : typeof content === "string"
          ? 0.75
          : 0.3;
  }
  if (type === "reasoning") return Array.isArray(member(item, "summary")) ? 0.9 : 0;
  return type.endsWith("_call") || type.endsWith("_call_output") || BOOKKEEPING.has(type) ? 0.9 : 0;
}

/** The message an item is. Undefined, with the loss counted, for items that say nothing; null for no item at all. */
export function itemMessage(
  item: unknown,
  builder: ConversationBuilder,
  place: string,
  time?: ReadTime,
): MessageDraft | undefined | null {
  const type = textMember(item, "type") ?? (member(item, "role") === undefined ? "" : "message");
  const id = filledMember(item, "id");
  if (type === "message") {
    const role = roleOf(textMember(item, "role"));
    if (role === undefined) return null;
    return { id, role, time, parts: contentParts(member(item, "content"), builder, place) };
  }
  if (type === "reasoning")
    return { id, role: "assistant", time, parts: reasoningParts(item, builder, place) };
  if (type.endsWith("_output")) return { id, role: "tool", time, parts: [output(item, builder, place)] };
  if (type.endsWith("_call"))
    return { id, role: "assistant", time, parts: callParts(item, type, builder, place) };
  if (type === "") return null;
  builder.lose(BOOKKEEPING.has(type) ? "metadata" : "unknown-part", type, place);
  return undefined;
}

function contentParts(content: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  if (typeof content === "string") return [{ kind: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part, index): PartDraft[] => {
    const type = textMember(part, "type") ?? "";
    const text = textMember(part, "text") ?? textMember(part, "refusal") ?? textMember(part, "transcript");
    if (text !== undefined) return [{ kind: "text", text }];
    if (type.startsWith("input_") && !CONTENT_TYPES.has(type)) {
      return [{ kind: "attachment", text: "", name: filledMember(part, "filename") ?? type }];
    }
    builder.lose("unknown-part", type === "" ? "part without a type" : type, `${place}.content[${index}]`);
    return [];
  });
}

function reasoningParts(item: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  const texts = [...listMember(item, "content"), ...listMember(item, "summary")].flatMap((part) => {
    const text = filledMember(part, "text");
    return text === undefined ? [] : [text];
  });
  if (texts.length === 0 && member(item, "encrypted_content") !== undefined)
    builder.lose("encrypted", "reasoning", place);
  return texts.map((text) => ({ kind: "reasoning", text }));
}

/** A call; tools that the provider runs carry their result in the same item. */
function callParts(item: unknown, type: string, builder: ConversationBuilder, place: string): PartDraft[] {
  const callId = filledMember(item, "call_id") ?? filledMember(item, "id");
  const about = {
    name: filledMember(item, "name") ?? type.replace(/_call$/, ""),
    ...(callId === undefined ? {} : { callId }),
  };
  const input = firstMember(item, ["arguments", "input", "action", "queries", "code"]);
  const parts: PartDraft[] = [{ kind: "tool-call", text: written(input), ...about }];
  const given = firstMember(item, ["output", "outputs", "results"]);
  if (given !== undefined)
    parts.push({ kind: "tool-result", text: resultText(given, builder, place), ...about });
  return parts;
}

function output(item: unknown, builder: ConversationBuilder, place: string): PartDraft {
  const callId = filledMember(item, "call_id");
  return {
    kind: "tool-result",
    text: resultText(member(item, "output"), builder, place),
    ...(callId === undefined ? {} : { callId }),
  };
}
