import { SherdError } from "../../core/errors.ts";
import { decodeStream } from "../byte-streams.ts";
import { ConversationBuilder, type MessageDraft } from "../conversation-builder.ts";
import type { ExportFile, ExportFiles } from "../export-files.ts";
import { type ConversationFormat, malformed, type ReadScope, tooLong } from "../format.ts";
import { JsonRecordScanner } from "../json-stream.ts";
import type { ConversationEntry, ReadContext } from "../read-options.ts";
import { filledMember, listMember, member, textMember } from "../values.ts";
import { personName, slackMessage } from "./slack.ts";
import type { SlackNames } from "./slack-text.ts";

/** A channel's folder has one file a day. */
const DAY = /^(?:.*\/)?([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/;
const LISTS = /(?:^|\/)(?:channels|groups|dms|mpims)\.json$/;
const USERS = /(?:^|\/)users\.json$/;

export function isSlackExport(files: readonly ExportFile[], forced: ConversationFormat | undefined): boolean {
  if (forced !== undefined && forced !== "slack") return false;
  const has = (pattern: RegExp) => files.some((file) => pattern.test(file.name));
  return has(DAY) && (forced === "slack" || has(LISTS) || has(USERS));
}

interface Channel {
  readonly id?: string;
  readonly title: string;
  readonly isDirect: boolean;
  readonly topic?: string;
}

/** A conversation for each channel. Replies stand behind the message they answer; direct messages are left out unless asked for. */
export async function* readSlackExport(
  exported: ExportFiles,
  context: ReadContext,
): AsyncGenerator<ConversationEntry> {
  const problems: SherdError[] = [];
  const list = (name: string) => readList(exported, name, context, problems);
  const users = new Map(
    (await list("users")).flatMap((user): [string, string][] => {
      const name = personName(member(user, "profile")) ?? personName(user);
      const id = filledMember(user, "id");
      return id === undefined || name === undefined ? [] : [[id, name]];
    }),
  );
  const channels = await readChannels(list, users);
  const names: SlackNames = { users, channels: channelNames(channels) };
  for (const error of problems) yield { error };
  for (const [folder, days] of foldersOf(exported.files)) {
    context.signal?.throwIfAborted();
    const channel = channels.get(folder) ?? unlisted(folder);
    const scope: ReadScope = { ...context, name: `${exported.name}/${folder}` };
    if (channel.isDirect && !context.includeDirectMessages) {
      const source = { name: scope.name, place: "$" };
      context.onSkip({
        reason: "direct-message",
        what: "direct messages",
        source,
        title: channel.title,
        ...(channel.id === undefined ? {} : { id: channel.id }),
      });
      continue;
    }
    yield* readChannel(channel, days, names, scope);
  }
}

async function* readChannel(
  channel: Channel,
  days: readonly ExportFile[],
  names: SlackNames,
  scope: ReadScope,
): AsyncGenerator<ConversationEntry> {
  const builder = new ConversationBuilder("slack", scope, "$");
  builder.id = channel.id;
  builder.title = channel.title;
  if (channel.topic !== undefined) builder.metadata.topic = channel.topic;
  const found: { draft: MessageDraft; place: string }[] = [];
  let length = 0;
  for (const day of days) {
    for await (const record of recordsOf(day, { ...scope, name: day.name })) {
      try {
        if ("error" in record) throw record.error;
        const place = `${day.name} ${record.place}`;
        const draft = slackMessage(record.value, names, builder, place, scope);
        if (draft === undefined) continue;
        for (const part of draft.parts) length += part.text.length;
        if (length > scope.maxConversationLength) {
          yield { error: tooLong(scope, place, scope.maxConversationLength) };
          return;
        }
        found.push({ draft, place });
      } catch (error) {
        if (!(error instanceof SherdError)) throw error;
        builder.lose("malformed", "message", `${day.name} ${record.place}`);
        yield { error };
      }
    }
  }
  for (const { draft, place } of threaded(found)) builder.add(draft, place);
  if (!builder.isEmpty) yield { conversation: builder.build() };
}

async function* recordsOf(day: ExportFile, scope: ReadScope) {
  const scanner = new JsonRecordScanner(scope, true);
  try {
    for await (const text of decodeStream(day.open(), "utf-8")) yield* scanner.push(text);
    yield* scanner.finish();
  } catch (error) {
    if (!(error instanceof SherdError)) throw error;
    yield { error, place: "$" };
  }
}

/** By time, a thread's replies together behind its first message. A reply whose thread is gone keeps its own time. */
function threaded(
  found: readonly { draft: MessageDraft; place: string }[],
): { draft: MessageDraft; place: string }[] {
  const starts = new Map(
    found.flatMap(({ draft }) =>
      draft.parentId === undefined ? [[draft.id, draft.time?.time ?? 0] as const] : [],
    ),
  );
  const keyed = found.map((entry) => {
    const own = entry.draft.time?.time ?? 0;
    const start = entry.draft.parentId === undefined ? own : (starts.get(entry.draft.parentId) ?? own);
    const thread = entry.draft.threadId ?? entry.draft.id ?? "";
    return { entry, own, start, thread, isReply: entry.draft.parentId !== undefined };
  });
  keyed.sort(
    (a, b) =>
      a.start - b.start ||
      compare(a.thread, b.thread) ||
      Number(a.isReply) - Number(b.isReply) ||
      a.own - b.own,
  );
  return keyed.map(({ entry }) => entry);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function foldersOf(files: readonly ExportFile[]): [string, ExportFile[]][] {
  const days = files.flatMap((file) => {
    const found = DAY.exec(file.name);
    return found === null ? [] : [{ file, folder: found[1], day: found[2] }];
  });
  days.sort((a, b) => compare(a.folder, b.folder) || compare(a.day, b.day));
  return [...Map.groupBy(days, ({ folder }) => folder)].map(([folder, entries]) => [
    folder,
    entries.map(({ file }) => file),
  ]);
}

async function readChannels(
  list: (name: string) => Promise<readonly unknown[]>,
  users: ReadonlyMap<string, string>,
): Promise<Map<string, Channel>> {
  const channels = new Map<string, Channel>();
  for (const name of ["channels", "groups", "dms", "mpims"]) {
    const isDirect = name === "dms" || name === "mpims";
    for (const entry of await list(name)) {
      const id = textMember(entry, "id");
      const folder = name === "dms" ? id : (textMember(entry, "name") ?? id);
      if (folder === undefined) continue;
      const members = listMember(entry, "members").map((user) => users.get(String(user)) ?? String(user));
      const topic =
        filledMember(member(entry, "topic"), "value") ?? filledMember(member(entry, "purpose"), "value");
      const title = isDirect ? members.join(", ") || folder : `#${folder}`;
      channels.set(folder, {
        title,
        isDirect,
        ...(id === undefined ? {} : { id }),
        ...(topic === undefined ? {} : { topic }),
      });
    }
  }
  return channels;
}

/** Folders that no list names: Slack's ids and its names for group messages give direct ones away. */
function unlisted(folder: string): Channel {
  const isDirect = /^D[A-Z0-9]{6,}$/.test(folder) || folder.startsWith("mpdm-");
  return { title: isDirect ? folder : `#${folder}`, isDirect };
}

function channelNames(channels: ReadonlyMap<string, Channel>): Map<string, string> {
  return new Map(
    [...channels].flatMap(([folder, { id, isDirect }]): [string, string][] =>
      id === undefined || isDirect ? [] : [[id, folder]],
    ),
  );
}

/** A list of the export's root. A damaged one costs names, not messages. */
async function readList(
  exported: ExportFiles,
  name: string,
  context: ReadContext,
  problems: SherdError[],
): Promise<readonly unknown[]> {
  const file = exported.files.find((candidate) => new RegExp(`(?:^|/)${name}\\.json$`).test(candidate.name));
  if (file === undefined) return [];
  const scope: ReadScope = { ...context, name: file.name };
  const found: unknown[] = [];
  for await (const record of recordsOf(file, scope)) {
    if ("error" in record) problems.push(record.error);
    else if (record.value === null) problems.push(malformed(scope, record.place, "null in a list"));
    else found.push(record.value);
  }
  return found;
}
