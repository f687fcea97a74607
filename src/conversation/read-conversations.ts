import type { NormalizedMessage } from "../core/conversation.ts";
import { SherdError } from "../core/errors.ts";
import { type ConversationInput, type ExportFile, type ExportFiles, openExport } from "./export-files.ts";
import type { ReadScope } from "./format.ts";
import { isSlackExport, readSlackExport } from "./formats/slack-export.ts";
import { type OpenedFile, openFile, readOpened, readStream } from "./read-file.ts";
import {
  type ConversationEntry,
  type ReadContext,
  type ReadConversationsOptions,
  resolveOptions,
} from "./read-options.ts";

/** Files that may hold conversations; the others of an export are media and pages. */
const READABLE = /\.(?:json|jsonl|ndjson|txt|text|log|md|vtt|srt)$/i;
const PAGES = /\.(?:html?|csv|xml|css|js)$/i;
/** The files of ChatGPT's and Claude's exports that hold conversations, one or sharded; the others are about the account. */
const CONVERSATIONS_FILE = /(?:^|\/)conversations(?:[-_ ]?\d+)?\.json$/i;

/**
 * The conversations of an export: a path (file, folder or zip), bytes, or a stream of them. One conversation is held
 * at a time; one that cannot be read comes as an error and the next follows. Throws when nothing can be read at all.
 */
export async function* readConversations(
  input: ConversationInput,
  options: ReadConversationsOptions = {},
): AsyncGenerator<ConversationEntry, void> {
  const context = resolveOptions(options);
  yield* readExport(await openExport(input, options.name, context), context);
}

async function* readExport(
  exported: ExportFiles,
  context: ReadContext,
): AsyncGenerator<ConversationEntry, void> {
  if (exported.isArchive && isSlackExport(exported.files, context.format)) {
    yield* readSlackExport(exported, context);
    return;
  }
  let isAny = false;
  for (const file of chooseFiles(exported, context)) {
    context.signal?.throwIfAborted();
    const scope = scopeOf(file, exported, context);
    const opened = await openOrSkip(file, exported, scope, context);
    if (opened === undefined) continue;
    isAny = true;
    if ("error" in opened) yield opened;
    else yield* guarded(readOpened(opened, opened.detected, scope), exported.isArchive, context);
  }
  if (!isAny) throw noConversations(exported);
}

/**
 * The messages of an input that is one conversation, each as soon as it is read: memory does not grow with the file
 * where the format has a message a record (JSON lines or arrays). Other formats are read whole first.
 */
export async function* readMessages(
  input: ConversationInput,
  options: ReadConversationsOptions = {},
): AsyncGenerator<
  { message: NormalizedMessage; error?: undefined } | { error: SherdError; message?: undefined },
  void
> {
  const context = resolveOptions(options);
  const exported = await openExport(input, options.name, context);
  const [file] = exported.files;
  if (!exported.isArchive && file !== undefined) {
    const scope = scopeOf(file, exported, context);
    const opened = await openOrSkip(file, exported, scope, context);
    if (opened === undefined) return;
    if ("error" in opened) throw opened.error;
    const { text, layout, detected } = opened;
    const entries =
      detected.unit === "message"
        ? readStream(text, layout, detected, scope, true)
        : readOpened(opened, detected, scope);
    for await (const entry of entries) {
      context.signal?.throwIfAborted();
      if (entry.error !== undefined) yield { error: entry.error };
      else if ("message" in entry && entry.message !== undefined) yield { message: entry.message };
      else for (const message of entry.conversation?.messages ?? []) yield { message };
    }
    return;
  }
  for await (const { conversation, error } of readExport(exported, context)) {
    if (error !== undefined) yield { error };
    else for (const message of conversation.messages) yield { message };
  }
}

function chooseFiles({ files, isArchive }: ExportFiles, context: ReadContext): readonly ExportFile[] {
  if (!isArchive) return files;
  const named = files.filter((file) => CONVERSATIONS_FILE.test(file.name));
  const chosen = new Set(named.length > 0 ? named : files.filter((file) => READABLE.test(file.name)));
  for (const file of files) {
    if (chosen.has(file)) continue;
    const isMedia = !READABLE.test(file.name) && !PAGES.test(file.name);
    context.onSkip({
      reason: isMedia ? "media" : "not-a-conversation",
      what: isMedia ? "file that is no text" : "file about something else",
      source: { name: file.name, place: "$" },
    });
  }
  return [...chosen].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

async function openOrSkip(
  file: ExportFile,
  exported: ExportFiles,
  scope: ReadScope,
  context: ReadContext,
): Promise<
  (OpenedFile & { detected: NonNullable<OpenedFile["detected"]> }) | { error: SherdError } | undefined
> {
  try {
    const opened = await openFile(file, context.format, context.signal);
    if (opened.detected !== undefined) return { ...opened, detected: opened.detected };
    await opened.close();
  } catch (error) {
    if (error instanceof SherdError && exported.isArchive) return { error };
    throw error;
  }
  if (!exported.isArchive) throw unknownFormat(scope.name);
  const source = { name: scope.name, place: "$" };
  context.onSkip({ reason: "not-a-conversation", what: "no known conversation format", source });
  return undefined;
}

/** In an archive a damaged file is told, and the next one read. */
async function* guarded(
  entries: AsyncGenerator<ConversationEntry>,
  isArchive: boolean,
  context: ReadContext,
): AsyncGenerator<ConversationEntry> {
  try {
    for await (const entry of entries) {
      context.signal?.throwIfAborted();
      yield entry;
    }
  } catch (error) {
    if (!isArchive || !(error instanceof SherdError)) throw error;
    yield { error };
  }
}

function scopeOf(file: ExportFile, exported: ExportFiles, context: ReadContext): ReadScope {
  return { ...context, name: exported.isArchive ? `${exported.name}/${file.name}` : file.name };
}

/** A wrong folder must not pass for an export in which nothing was said. */
function noConversations({ name, files }: ExportFiles): SherdError {
  const seen = files.length === 0 ? "is empty" : `has ${files.length} files and none is a known conversation`;
  return new SherdError(
    "INPUT_UNSUPPORTED",
    `${name} ${seen}; check that it is the export, or name its format.`,
    {
      path: name,
    },
  );
}

function unknownFormat(name: string): SherdError {
  return new SherdError(
    "INPUT_UNSUPPORTED",
    `${name} has the shape of no known conversation; name its format, or write it as JSON lines with "role" and "content".`,
    { path: name },
  );
}
