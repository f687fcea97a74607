import type { ConversationBuilder, MessageDraft, PartDraft } from "../conversation-builder.ts";
import { malformed, type ReadScope } from "../format.ts";
import { messageFormat } from "../message-format.ts";
import { parseTime } from "../times.ts";
import { filledMember, isObject, kindOf, listMember, member, textMember } from "../values.ts";
import { NO_NAMES, type SlackNames, slackText } from "./slack-text.ts";

const BOT_SUBTYPES = new Set(["bot_message", "slackbot_response"]);
/** Who came and went, and what was pinned: events, not words. */
const EVENT_SUBTYPES =
  /^(?:channel_(?:join|leave|archive|unarchive|convert_to_private|canvas_updated|posting_permissions)|group_(?:join|leave|archive|unarchive)|bot_(?:add|remove|enable|disable)|pinned_item|unpinned_item|reminder_add|sh_room_created|huddle_thread|tombstone)$/;

/** A file of a Slack channel on its own: the names behind the ids are in other files of the export. */
export const slack = messageFormat({
  name: "slack",

  likelihood(message) {
    if (textMember(message, "type") !== "message") return 0;
    if (!/^\d{9,11}\.\d{1,9}$/.test(textMember(message, "ts") ?? "")) return 0;
    return ["user", "bot_id", "username", "subtype"].some((key) => textMember(message, key) !== undefined)
      ? 0.95
      : 0.6;
  },

  read(message, builder, place, scope) {
    const draft = slackMessage(message, NO_NAMES, builder, place, scope);
    if (draft !== undefined) builder.add(draft, place);
  },
});

/** The message of one record; undefined, with the loss counted, for events and deleted messages. */
export function slackMessage(
  message: unknown,
  names: SlackNames,
  builder: ConversationBuilder,
  place: string,
  scope: ReadScope,
): MessageDraft | undefined {
  const ts = textMember(message, "ts");
  if (!isObject(message) || ts === undefined) {
    throw malformed(scope, place, `${kindOf(message)} without "ts" is no Slack message`);
  }
  const subtype = textMember(message, "subtype") ?? "";
  if (EVENT_SUBTYPES.test(subtype)) {
    builder.lose(subtype === "tombstone" ? "deleted" : "system-line", subtype, place);
    return undefined;
  }
  for (const reaction of listMember(message, "reactions")) {
    builder.lose("reaction", filledMember(reaction, "name") ?? "reaction", place);
  }
  const thread = textMember(message, "thread_ts");
  const isReply = thread !== undefined && thread !== ts;
  const isBot = BOT_SUBTYPES.has(subtype) || textMember(message, "bot_id") !== undefined;
  return {
    id: ts,
    role:
      subtype === "channel_topic" || subtype === "channel_purpose" || subtype === "channel_name"
        ? "system"
        : isBot
          ? "assistant"
          : "user",
    name: speaker(message, names),
    time: parseTime(ts),
    parts: messageParts(message, names),
    ...(isReply ? { parentId: thread } : {}),
    ...(thread === undefined ? {} : { threadId: thread }),
  };
}

function speaker(message: unknown, names: SlackNames): string | undefined {
  const id = textMember(message, "user");
  const known = id === undefined ? undefined : names.users.get(id);
  return (
    known ??
    personName(member(message, "user_profile")) ??
    filledMember(message, "username") ??
    personName(member(message, "bot_profile")) ??
    id
  );
}

/** What Slack shows for a person: the name they chose, else their real one. */
export function personName(profile: unknown): string | undefined {
  return (
    filledMember(profile, "display_name") ??
    filledMember(profile, "real_name") ??
    filledMember(profile, "name")
  );
}

function messageParts(message: unknown, names: SlackNames): PartDraft[] {
  const parts: PartDraft[] = [];
  const text = textMember(message, "text") ?? "";
  if (text !== "") parts.push({ kind: "text", text: slackText(text, names) });
  for (const attached of listMember(message, "attachments")) {
    // A shared message or a bot's card; the fallback says the same in one line.
    const inner = [
      filledMember(attached, "pretext"),
      filledMember(attached, "title"),
      filledMember(attached, "text"),
    ];
    const written =
      inner.filter((line) => line !== undefined).join("\n") || filledMember(attached, "fallback");
    if (written === undefined) continue;
    const name =
      filledMember(attached, "author_name") ?? filledMember(attached, "service_name") ?? "attachment";
    parts.push({ kind: "attachment", text: slackText(written, names), name });
  }
  for (const file of listMember(message, "files")) {
    const mediaType = filledMember(file, "mimetype");
    const name = filledMember(file, "name") ?? filledMember(file, "title") ?? "file";
    parts.push({ kind: "attachment", text: "", name, ...(mediaType === undefined ? {} : { mediaType }) });
  }
  return parts;
}
