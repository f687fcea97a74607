import type { ConversationBuilder, PartDraft } from "../conversation-builder.ts";
import { filledMember, isObject, listMember, member, textMember, written } from "../values.ts";

/** Blocks that mean nothing outside the program that wrote them. */
const BOOKKEEPING = new Set(["token_budget", "flag", "container_upload", "compaction", "fallback"]);

/** The content of an Anthropic message: a text, or blocks. */
export function blockParts(content: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  if (typeof content === "string") return [{ kind: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block, index) => blockPart(block, builder, `${place}[${index}]`));
}

function blockPart(block: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  if (typeof block === "string") return [{ kind: "text", text: block }];
  const type = textMember(block, "type") ?? "";
  switch (type) {
    case "text":
    case "voice_note":
      return [{ kind: "text", text: textMember(block, "text") ?? "" }];
    case "thinking":
      return [{ kind: "reasoning", text: textMember(block, "thinking") ?? textMember(block, "text") ?? "" }];
    case "redacted_thinking":
      builder.lose("encrypted", type, place);
      return [];
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return [toolCall(block)];
    case "image":
    case "document":
    case "file":
      return [attachment(block, type)];
  }
  if (type === "tool_result" || type.endsWith("_tool_result")) return [toolResult(block, builder, place)];
  if (BOOKKEEPING.has(type)) builder.lose("metadata", type, place);
  else {
    const text = textMember(block, "text");
    if (text !== undefined) return [{ kind: "text", text }];
    builder.lose("unknown-part", type === "" ? "block without a type" : type, place);
  }
  return [];
}

function toolCall(block: unknown): PartDraft {
  const name = filledMember(block, "name");
  const callId = filledMember(block, "id");
  return {
    kind: "tool-call",
    text: written(member(block, "input")),
    ...(name === undefined ? {} : { name }),
    ...(callId === undefined ? {} : { callId }),
  };
}

function toolResult(block: unknown, builder: ConversationBuilder, place: string): PartDraft {
  const name = filledMember(block, "name");
  const callId = filledMember(block, "tool_use_id");
  return {
    kind: "tool-result",
    text: resultText(member(block, "content"), builder, place),
    ...(name === undefined ? {} : { name }),
    ...(callId === undefined ? {} : { callId }),
    ...(member(block, "is_error") === true ? { isError: true } : {}),
  };
}

/** What a tool gave back, as text: its text blocks, and JSON for what is none. */
export function resultText(content: unknown, builder: ConversationBuilder, place: string): string {
  if (!Array.isArray(content)) return textMember(content, "text") ?? written(content);
  const texts: string[] = [];
  for (const block of content) {
    const type = textMember(block, "type");
    const text = typeof block === "string" ? block : textMember(block, "text");
    if (text !== undefined) texts.push(text);
    else if (type === "image" || type === "input_image" || type === "document")
      builder.lose("media", type, place);
    else texts.push(written(block));
  }
  return texts.join("\n");
}

function attachment(block: unknown, type: string): PartDraft {
  const source = member(block, "source");
  const isText = textMember(source, "type") === "text";
  const name =
    filledMember(block, "title") ?? filledMember(block, "file_name") ?? filledMember(block, "name");
  const mediaType = filledMember(source, "media_type");
  return {
    kind: "attachment",
    text: isText ? (textMember(source, "data") ?? "") : "",
    name: name ?? type,
    ...(mediaType === undefined ? {} : { mediaType }),
  };
}

/** Whether a list of blocks could only be Anthropic's. */
export function hasAnthropicBlocks(content: unknown): boolean {
  return Array.isArray(content) && content.some(isAnthropicBlock);
}

const OWN_TYPES = new Set(["tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use"]);

function isAnthropicBlock(block: unknown): boolean {
  if (!isObject(block)) return false;
  const type = textMember(block, "type") ?? "";
  const hasSource = (type === "image" || type === "document") && isObject(member(block, "source"));
  return (
    OWN_TYPES.has(type) || hasSource || listMember(block, "citations").length > 0 || "cache_control" in block
  );
}
