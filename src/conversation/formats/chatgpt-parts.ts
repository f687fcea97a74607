import type { ConversationBuilder, PartDraft } from "../conversation-builder.ts";
import { filledMember, listMember, member, textMember, written } from "../values.ts";

/** Tools write these themselves: what came back from a search, a program, a page. */
const RESULT_TYPES = new Set([
  "execution_output",
  "tether_browsing_display",
  "tether_quote",
  "sonic_webpage",
  "system_error",
  "computer_output",
  "citable_code_output",
]);

/** What ChatGPT is told about its user before a chat: instructions and remembered facts. */
const INJECTED_TYPES = new Set(["user_editable_context", "model_editable_context"]);

/** The parts of a ChatGPT message, by its content's type. Types of tomorrow keep their texts and are counted. */
export function chatgptParts(message: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  const content = member(message, "content");
  const type = textMember(content, "content_type") ?? "text";
  const author = member(message, "author");
  const role = textMember(author, "role");
  if (INJECTED_TYPES.has(type)) return [{ kind: "injected", text: written(content) }];
  if (role === "tool" || RESULT_TYPES.has(type)) return toolResult(content, author, builder, place);
  const parts = spokenParts(content, type, builder, place);
  parts.push(...attachments(message));
  const recipient = filledMember(message, "recipient") ?? "all";
  if (role !== "assistant" || recipient === "all") return parts;
  // Words to a tool are a call; only what is for all was said to the user.
  return parts.map((part) =>
    part.kind === "reasoning" ? part : { kind: "tool-call", text: part.text, name: recipient },
  );
}

function spokenParts(
  content: unknown,
  type: string,
  builder: ConversationBuilder,
  place: string,
): PartDraft[] {
  switch (type) {
    case "text":
    case "multimodal_text":
      return listMember(content, "parts").flatMap((part, index) =>
        listed(part, builder, `${place}.content.parts[${index}]`),
      );
    case "code": {
      const language = filledMember(content, "language");
      const isKnown = language !== undefined && language !== "unknown";
      return [{ kind: "code", text: textMember(content, "text") ?? "", ...(isKnown ? { language } : {}) }];
    }
    case "thoughts":
      return listMember(content, "thoughts").map((thought) => ({
        kind: "reasoning",
        text: filledMember(thought, "content") ?? textMember(thought, "summary") ?? "",
      }));
    case "reasoning_recap":
      return [{ kind: "reasoning", text: textMember(content, "content") ?? "" }];
  }
  builder.lose("unknown-part", type, `${place}.content`);
  const text = textMember(content, "text");
  if (text !== undefined) return [{ kind: "text", text }];
  return listMember(content, "parts").flatMap((part): PartDraft[] =>
    typeof part === "string" ? [{ kind: "text", text: part }] : [],
  );
}

/** One of `parts`: a text, or a picture, a sound or what was heard in it. */
function listed(part: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  if (typeof part === "string") return [{ kind: "text", text: part }];
  const type = textMember(part, "content_type") ?? "";
  const text = textMember(part, "text");
  if (text !== undefined) return [{ kind: "text", text }];
  if (type.endsWith("_asset_pointer") || type.endsWith("_container_asset_pointer")) {
    return [{ kind: "attachment", text: "", name: type.replace(/(?:_container)?_asset_pointer$/, "") }];
  }
  builder.lose("unknown-part", type === "" ? "part without a type" : type, place);
  return [];
}

function toolResult(
  content: unknown,
  author: unknown,
  builder: ConversationBuilder,
  place: string,
): PartDraft[] {
  const name = filledMember(author, "name");
  const texts = ["title", "url", "text", "result"].flatMap((key) => filledMember(content, key) ?? []);
  for (const part of listMember(content, "parts")) {
    const text = typeof part === "string" ? part : textMember(part, "text");
    if (text !== undefined) texts.push(text);
    else builder.lose("media", textMember(part, "content_type") ?? "part of a tool's result", place);
  }
  const isError = textMember(content, "content_type") === "system_error";
  return [
    {
      kind: "tool-result",
      text: texts.join("\n"),
      ...(name === undefined ? {} : { name }),
      ...(isError ? { isError } : {}),
    },
  ];
}

/** Files of a message. Pictures are parts of it already. */
function attachments(message: unknown): PartDraft[] {
  return listMember(member(message, "metadata"), "attachments").flatMap((file): PartDraft[] => {
    const mediaType = filledMember(file, "mime_type") ?? filledMember(file, "mimeType");
    if (mediaType?.startsWith("image/")) return [];
    return [
      {
        kind: "attachment",
        text: "",
        name: filledMember(file, "name") ?? "file",
        ...(mediaType === undefined ? {} : { mediaType }),
      },
    ];
  });
}
