import type { NormalizedConversation } from "../../core/conversation.ts";
import { ConversationBuilder } from "../conversation-builder.ts";
import { conversationsOnly } from "../conversations-only.ts";
import { type JsonFormat, malformed, type ReadScope } from "../format.ts";
import { roleOf } from "../roles.ts";
import { parseTime } from "../times.ts";
import { linearise, type TreeNode } from "../tree.ts";
import {
  filledMember,
  idMember,
  isObject,
  type JsonObject,
  kindOf,
  listMember,
  member,
  textMember,
} from "../values.ts";
import { chatgptParts } from "./chatgpt-parts.ts";

/** A conversation of a ChatGPT export: a tree of messages, of which the line to `current_node` was seen last. */
export const chatgpt: JsonFormat = conversationsOnly({
  name: "chatgpt",

  conversationLikelihood(record) {
    const mapping = member(record, "mapping");
    if (!isObject(mapping)) return 0;
    const node = Object.values(mapping)[0];
    const hasNodes =
      node === undefined || (isObject(node) && ("message" in node || "children" in node || "parent" in node));
    return hasNodes ? 0.98 : 0.3;
  },

  readConversation(record, place, scope) {
    const mapping = member(record, "mapping");
    if (!isObject(mapping)) {
      throw malformed(
        scope,
        place,
        `a ChatGPT conversation has an object "mapping"; here it is ${kindOf(mapping)}`,
      );
    }
    const id = idMember(record, ["conversation_id", "id"]);
    const title = filledMember(record, "title");
    if (member(record, "is_do_not_remember") === true) {
      scope.onSkip({
        reason: "do-not-remember",
        what: "marked as not to be remembered",
        source: { name: scope.name, place },
        ...(id === undefined ? {} : { id }),
        ...(title === undefined ? {} : { title }),
      });
      return [];
    }
    return [readTree(record as JsonObject, mapping, place, scope, id)];
  },
});

function readTree(
  record: JsonObject,
  mapping: JsonObject,
  place: string,
  scope: ReadScope,
  id: string | undefined,
): NormalizedConversation {
  const builder = new ConversationBuilder("chatgpt", scope, place);
  builder.id = id;
  builder.title = filledMember(record, "title");
  describe(record, builder);
  const nodes = Object.keys(mapping).map(
    (key): TreeNode => ({ id: key, parent: textMember(mapping[key], "parent") }),
  );
  const leaf = currentLeaf(record, mapping, nodes, builder, place);
  const { main, side, isBroken } = linearise(nodes, leaf);
  if (isBroken) builder.lose("malformed", "parents that lead in a circle", `${place}.mapping`);
  const given = new Map<string, string>();
  for (const key of main) addNode(key, undefined);
  for (const { id: key, branch } of side) {
    if (!isSpoken(mapping[key])) continue;
    if (scope.branches === "all") addNode(key, branch);
    else builder.lose("side-branch", "message", nodePlace(place, key));
  }
  return builder.build();

  function addNode(key: string, branch: string | undefined): void {
    const node = mapping[key];
    const message = member(node, "message");
    const where = nodePlace(place, key);
    const parent = textMember(node, "parent");
    const parentId = parent === undefined ? undefined : given.get(parent);
    const added = addMessage(message, key, where, builder, parentId, branch);
    // A node that is left out passes its parent on.
    const known = added ?? parentId;
    if (known !== undefined) given.set(key, known);
  }
}

function addMessage(
  message: unknown,
  key: string,
  place: string,
  builder: ConversationBuilder,
  parentId: string | undefined,
  branch: string | undefined,
): string | undefined {
  if (!isObject(message)) return undefined; // roots have none
  const author = member(message, "author");
  const role = roleOf(textMember(author, "role"));
  if (role === undefined) {
    builder.lose("malformed", `role ${JSON.stringify(member(author, "role"))}`, place);
    return undefined;
  }
  const metadata = member(message, "metadata");
  if (member(metadata, "is_visually_hidden_from_conversation") === true) {
    const isAboutUser = member(metadata, "is_user_system_message") === true;
    builder.lose(isAboutUser ? "injected" : "hidden", `${role} message`, place);
    return undefined;
  }
  return builder.add(
    {
      id: filledMember(message, "id") ?? key,
      role,
      name: filledMember(author, "name"),
      time: parseTime(member(message, "create_time")),
      parts: chatgptParts(message, builder, place),
      parentId,
      branch,
      model: filledMember(metadata, "model_slug"),
    },
    place,
  );
}

/** Where the chat was left. Old exports lack it, or name a node that is gone: then the newest leaf counts. */
function currentLeaf(
  record: JsonObject,
  mapping: JsonObject,
  nodes: readonly TreeNode[],
  builder: ConversationBuilder,
  place: string,
): string {
  const current = textMember(record, "current_node");
  if (current !== undefined && Object.hasOwn(mapping, current)) return current;
  if (current !== undefined)
    builder.lose("malformed", "current_node that is not in mapping", `${place}.current_node`);
  const parents = new Set(nodes.map((node) => node.parent));
  let [newest, newestTime] = [nodes[0]?.id ?? "", -1];
  for (const { id } of nodes) {
    if (parents.has(id)) continue;
    const time = parseTime(member(member(mapping[id], "message"), "create_time"))?.time ?? 0;
    if (time >= newestTime) [newest, newestTime] = [id, time];
  }
  return newest;
}

function isSpoken(node: unknown): boolean {
  const message = member(node, "message");
  const isHidden = member(member(message, "metadata"), "is_visually_hidden_from_conversation") === true;
  return isObject(message) && !isHidden;
}

function describe(record: JsonObject, builder: ConversationBuilder): void {
  const started = parseTime(member(record, "create_time"));
  if (started !== undefined) builder.metadata.startedAt = started.time;
  const updated = parseTime(member(record, "update_time"));
  if (updated !== undefined) builder.metadata.updatedAt = updated.time;
  const model = filledMember(record, "default_model_slug");
  if (model !== undefined) builder.metadata.model = model;
  if (member(record, "is_archived") === true) builder.metadata.isArchived = true;
  const plugins = listMember(record, "plugin_ids");
  if (plugins.length > 0) builder.lose("metadata", "plugin_ids");
}

function nodePlace(place: string, key: string): string {
  return `${place}.mapping[${JSON.stringify(key)}]`;
}
