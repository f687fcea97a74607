import { ConversationBuilder, type PartDraft } from "../conversation-builder.ts";
import { conversationsOnly } from "../conversations-only.ts";
import { type JsonFormat, malformed, type ReadScope } from "../format.ts";
import { roleOf } from "../roles.ts";
import { parseTime } from "../times.ts";
import { linearise, type TreeNode } from "../tree.ts";
import { filledMember, idMember, isObject, kindOf, listMember, member, textMember } from "../values.ts";
import { blockParts } from "./anthropic-blocks.ts";

/** The parent of first messages: a line that starts again from nothing is a branch like any other. */
const ROOT = "00000000-0000-4000-8000-000000000000";

/** A conversation of a Claude.ai export. */
export const claude: JsonFormat = conversationsOnly({
  name: "claude",

  conversationLikelihood(record) {
    const messages = member(record, "chat_messages");
    if (!Array.isArray(messages)) return 0;
    return messages.length === 0 || messages.some((message) => textMember(message, "sender") !== undefined)
      ? 0.98
      : 0.3;
  },

  readConversation(record, place, scope) {
    const messages = member(record, "chat_messages");
    if (!Array.isArray(messages)) {
      throw malformed(
        scope,
        place,
        `a Claude conversation has a list "chat_messages"; here it is ${kindOf(messages)}`,
      );
    }
    const builder = new ConversationBuilder("claude", scope, place);
    builder.id = idMember(record, ["uuid", "id"]);
    builder.title = filledMember(record, "name");
    const started = parseTime(member(record, "created_at"));
    if (started !== undefined) builder.metadata.startedAt = started.time;
    if (filledMember(record, "summary") !== undefined)
      builder.lose("injected", "summary", `${place}.summary`);
    readMessages(messages, textMember(record, "current_leaf_message_uuid"), builder, place, scope);
    return [builder.build()];
  },
});

function readMessages(
  messages: readonly unknown[],
  current: string | undefined,
  builder: ConversationBuilder,
  place: string,
  scope: ReadScope,
): void {
  const { nodes, places } = treeOf(messages, builder, place);
  if (nodes.length === 0) return;
  const leaf = current !== undefined && places.has(current) ? current : newestLeaf(nodes, places, messages);
  const { main, side, isBroken } = linearise(nodes, leaf);
  if (isBroken) builder.lose("malformed", "parents that lead in a circle", `${place}.chat_messages`);
  for (const id of main) addMessage(id, undefined);
  for (const { id, branch } of side) {
    if (scope.branches === "all") addMessage(id, branch);
    else builder.lose("side-branch", "message", `${place}.chat_messages[${places.get(id)}]`);
  }

  function addMessage(id: string, branch: string | undefined): void {
    const index = places.get(id) as number;
    const message = messages[index];
    const where = `${place}.chat_messages[${index}]`;
    const role = roleOf(textMember(message, "sender"));
    if (role === undefined) {
      builder.lose("malformed", `sender ${JSON.stringify(member(message, "sender"))}`, where);
      return;
    }
    const parent = textMember(message, "parent_message_uuid");
    builder.add(
      {
        id: textMember(message, "uuid"),
        role,
        time: parseTime(member(message, "created_at")),
        parts: messageParts(message, builder, where),
        parentId: parent === ROOT ? undefined : parent,
        branch,
      },
      where,
    );
  }
}

/** Older exports name no parents: there, and where a parent is missing, a message follows the one before it. */
function treeOf(messages: readonly unknown[], builder: ConversationBuilder, place: string) {
  const nodes: TreeNode[] = [];
  const places = new Map<string, number>();
  const written = new Set(messages.flatMap((message) => textMember(message, "uuid") ?? []));
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) {
      builder.lose(
        "malformed",
        `${kindOf(message)} in place of a message`,
        `${place}.chat_messages[${index}]`,
      );
      continue;
    }
    const own = textMember(message, "uuid");
    const id = own === undefined || places.has(own) ? `${own ?? ""}#${index}` : own;
    const parent = textMember(message, "parent_message_uuid");
    const isKnown = parent !== undefined && (parent === ROOT || written.has(parent));
    nodes.push({ id, parent: isKnown ? parent : nodes.at(-1)?.id });
    places.set(id, index);
  }
  return { nodes, places };
}

/** The last message written that none answers: the export does not say where the chat was left. */
function newestLeaf(
  nodes: readonly TreeNode[],
  places: ReadonlyMap<string, number>,
  messages: readonly unknown[],
): string {
  const parents = new Set(nodes.map((node) => node.parent));
  let [newest, newestTime] = [nodes[nodes.length - 1].id, -1];
  for (const { id } of nodes) {
    if (parents.has(id)) continue;
    const time = parseTime(member(messages[places.get(id) as number], "created_at"))?.time ?? 0;
    if (time >= newestTime) [newest, newestTime] = [id, time];
  }
  return newest;
}

function messageParts(message: unknown, builder: ConversationBuilder, place: string): PartDraft[] {
  const blocks = blockParts(member(message, "content"), builder, `${place}.content`);
  // Exports before blocks, and messages whose blocks are empty, have their words here only.
  const hasWords = blocks.some((part) => part.text.trim() !== "");
  const parts = hasWords
    ? blocks
    : [...blocks, { kind: "text" as const, text: textMember(message, "text") ?? "" }];
  for (const file of listMember(message, "attachments")) parts.push(attachment(file));
  const named = new Set(parts.map((part) => part.name));
  for (const file of [...listMember(message, "files"), ...listMember(message, "files_v2")]) {
    const part = attachment(file);
    if (!named.has(part.name)) parts.push(part);
    named.add(part.name);
  }
  return parts;
}

/** Pasted and uploaded texts come with their words; pictures only by name. */
function attachment(file: unknown): PartDraft {
  const mediaType = filledMember(file, "file_type");
  return {
    kind: "attachment",
    text: textMember(file, "extracted_content") ?? "",
    name: filledMember(file, "file_name") ?? "file",
    ...(mediaType === undefined ? {} : { mediaType }),
  };
}
