import type { ConversationBuilder, PartDraft } from "../conversation-builder.ts";
import { malformed } from "../format.ts";
import { messageFormat } from "../message-format.ts";
import { roleOf } from "../roles.ts";
import { parseTime } from "../times.ts";
import {
  filledMember,
  firstMember,
  isObject,
  kindOf,
  listMember,
  member,
  textMember,
  written,
} from "../values.ts";

/** Parts that only the chat's page has a use for. */
const BOOKKEEPING = new Set(["step-start", "source", "source-url", "source-document"]);
const MODEL_PARTS = new Set(["tool-call", "tool-result", "reasoning", "image", "file"]);

/** Messages of the Vercel AI SDK: UI messages (with `parts`; older ones with `content` beside them) and model messages. */
export const aiSdk = messageFormat({
  name: "ai-sdk",
  isStrict: true,

  likelihood(message) {
    if (!isObject(message) || roleOf(textMember(message, "role")) === undefined) return 0;
    const parts = member(message, "parts");
    if (Array.isArray(parts))
      return parts.every((part) => typeof member(part, "type") === "string") ? 0.95 : 0.1;
    if (Array.isArray(member(message, "toolInvocations"))) return 0.9;
    // Beside messages that are its own, a plain one may well be too.
    if (typeof member(message, "content") === "string") return "createdAt" in message ? 0.6 : 0.5;
    const types = listMember(message, "content").map((part) => textMember(part, "type") ?? "");
    const isModelMessage =
      types.includes("tool-call") || types.includes("tool-result") || types.includes("reasoning");
    return isModelMessage && types.every((type) => type === "text" || MODEL_PARTS.has(type)) ? 0.9 : 0;
  },

  read(message, builder, place, scope) {
    const role = roleOf(textMember(message, "role"));
    if (role === undefined) {
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
        time: parseTime(
          firstMember(message, ["createdAt"]) ??
            firstMember(member(message, "metadata"), ["createdAt", "timestamp"]),
        ),
        parts: messageParts(message, builder, place),
        model: filledMember(member(message, "metadata"), "model"),
      },
      place,
    );
  },
});

/** The parts of a message, whichever version wrote it. */
export function messageParts(message: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  const list = member(message, "parts") ?? member(message, "content");
  const parts = Array.isArray(list)
    ? list.flatMap((part, index) => partOf(part, builder, `${place}.parts[${index}]`))
    : [];
  if (typeof list === "string") parts.push({ kind: "text", text: list });
  // Before version 5 calls and files stood beside the content.
  if (member(message, "parts") === undefined) {
    for (const call of listMember(message, "toolInvocations"))
      parts.push(...toolParts(call, filledMember(call, "toolName")));
  }
  for (const file of listMember(message, "experimental_attachments")) parts.push(filePart(file));
  return parts;
}

function partOf(part: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  const type = textMember(part, "type") ?? "";
  switch (type) {
    case "text":
      return [{ kind: "text", text: textMember(part, "text") ?? "" }];
    case "reasoning":
      return [{ kind: "reasoning", text: textMember(part, "text") ?? textMember(part, "reasoning") ?? "" }];
    case "file":
    case "image":
    case "reasoning-file":
      return [filePart(part)];
    case "tool-invocation": {
      const call = member(part, "toolInvocation");
      return toolParts(call, filledMember(call, "toolName"));
    }
    case "dynamic-tool":
      return toolParts(part, filledMember(part, "toolName"));
    case "tool-call":
    case "tool-result":
      // In model messages these are the two halves; in UI messages they would be tools of these names.
      if (textMember(part, "toolName") !== undefined) return toolParts(part, filledMember(part, "toolName"));
  }
  if (type.startsWith("tool-")) return toolParts(part, type.slice("tool-".length));
  const isPageData = BOOKKEEPING.has(type) || type.startsWith("data-");
  builder.lose(isPageData ? "metadata" : "unknown-part", type === "" ? "part without a type" : type, place);
  return [];
}

/** A call, and its result where it has come. */
function toolParts(part: unknown, name: string | undefined): PartDraft[] {
  const callId = filledMember(part, "toolCallId");
  const about = { ...(name === undefined ? {} : { name }), ...(callId === undefined ? {} : { callId }) };
  const parts: PartDraft[] = [];
  const input = firstMember(part, ["input", "args", "rawInput"]);
  if (input !== undefined) parts.push({ kind: "tool-call", text: written(input), ...about });
  const output = firstMember(part, ["output", "result"]);
  const problem = filledMember(part, "errorText");
  if (output !== undefined) parts.push({ kind: "tool-result", text: outputText(output), ...about });
  else if (problem !== undefined) parts.push({ kind: "tool-result", text: problem, ...about, isError: true });
  return parts;
}

/** Model messages wrap a result as `{ type: "text" | "json", value }`. */
function outputText(output: unknown): string {
  const isWrapped = typeof member(output, "type") === "string" && member(output, "value") !== undefined;
  return written(isWrapped ? member(output, "value") : output);
}

function filePart(part: unknown): PartDraft {
  const mediaType =
    filledMember(part, "mediaType") ?? filledMember(part, "contentType") ?? filledMember(part, "mimeType");
  const name = filledMember(part, "filename") ?? filledMember(part, "name");
  return {
    kind: "attachment",
    text: "",
    name: name ?? mediaType ?? "file",
    ...(mediaType === undefined ? {} : { mediaType }),
  };
}
