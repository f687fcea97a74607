import type { LossTally } from "../conversation/losses.ts";
import { readConversations } from "../conversation/read-conversations.ts";
import type { ConversationEntry, ReadConversationsOptions } from "../conversation/read-options.ts";
import { SherdError } from "../core/errors.ts";

/** Flags of every command that reads conversations. */
export interface ExportFlags {
  readonly format?: string;
  readonly branches?: string;
  readonly dateOrder?: string;
  readonly directMessages?: boolean;
}

/**
 * The conversations of a file, folder, archive or standard input (-). What is left out is added to the losses. One
 * that cannot be read comes as an error; only where nothing at all can be read is it thrown.
 */
export async function* exportedConversations(
  input: string,
  flags: ExportFlags,
  losses: LossTally,
  signal: AbortSignal,
): AsyncGenerator<ConversationEntry, void> {
  const options: ReadConversationsOptions = {
    // Checked, with a message that lists what there is, where they are read.
    format: flags.format as ReadConversationsOptions["format"],
    branches: flags.branches as ReadConversationsOptions["branches"],
    dateOrder: flags.dateOrder as ReadConversationsOptions["dateOrder"],
    includeDirectMessages: flags.directMessages,
    onSkip: ({ reason, what, source }) => losses.add(reason, what, `${source.name}, ${source.place}`),
    signal,
  };
  const source =
    input === "-"
      ? readConversations(process.stdin, { ...options, name: "standard input" })
      : readConversations(input, options);
  let isAny = false;
  try {
    for await (const entry of source) {
      isAny = true;
      if (entry.conversation !== undefined) {
        const { losses: own, source: from } = entry.conversation;
        for (const { reason, what, place, count } of own)
          losses.add(reason, what, place === undefined ? from.name : `${from.name}, ${place}`, count);
      }
      yield entry;
    }
  } catch (error) {
    // What was read before the damage stays read.
    if (!isAny || !(error instanceof SherdError)) throw error;
    yield { error };
  }
}
