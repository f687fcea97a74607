import type { NormalizedMessage } from "../core/conversation.ts";
import { SherdError } from "../core/errors.ts";
import { binaryReason } from "../load/binary.ts";
import { decodeStream, encodingOf, peek } from "./byte-streams.ts";
import { type Detected, detectSample } from "./detect.ts";
import type { ExportFile } from "./export-files.ts";
import { type ConversationFormat, malformed, type ReadScope, tooLong } from "./format.ts";
import { JsonLineScanner } from "./json-lines.ts";
import { type JsonRecord, JsonRecordScanner } from "./json-stream.ts";
import type { ConversationEntry } from "./read-options.ts";
import { jsonFormat, textFormat } from "./registry.ts";
import { type JsonLayout, type Sample, takeSample } from "./sample.ts";

/** Bytes looked at to tell a format. */
const SAMPLE_BYTES = 256 * 1024;

/** A file whose format is known, still unread. */
export interface OpenedFile {
  readonly detected: Detected | undefined;
  readonly layout: JsonLayout | undefined;
  readonly text: AsyncGenerator<string>;
  /** Closes the file when it will not be read. */
  close(): Promise<void>;
}

export async function openFile(
  file: ExportFile,
  forced: ConversationFormat | undefined,
  signal: AbortSignal | undefined,
): Promise<OpenedFile> {
  const { head, bytes } = await peek(file.open(), SAMPLE_BYTES);
  const encoding = encodingOf(head);
  const reason = encoding.startsWith("utf-16") ? undefined : binaryReason(head);
  const sample: Sample =
    reason === undefined ? takeSample(new TextDecoder(encoding).decode(head), file.name) : { lines: [] };
  return {
    detected: forced === undefined ? detectSample(sample) : forcedFormat(forced, sample),
    layout: sample.json?.layout,
    text: decodeStream(bytes, encoding, signal),
    close: async () => void (await bytes.return(undefined)),
  };
}

/** The caller knows the format; what its records are is still for the file to say. */
function forcedFormat(name: ConversationFormat, sample: Sample): Detected {
  const format = jsonFormat(name);
  if (format === undefined) return { format: name, confidence: 1, unit: "text" };
  const records = sample.json?.records ?? [];
  const conversations = records.filter((record) => format.conversationLikelihood(record) > 0).length;
  const messages = records.filter((record) => format.messageLikelihood(record) > 0).length;
  const isSession = name === "claude-code" || name === "codex";
  return {
    format: name,
    confidence: 1,
    unit: messages > conversations || isSession ? "message" : "conversation",
  };
}

/** The conversations of an opened file. */
export async function* readOpened(
  { text, layout }: OpenedFile,
  detected: Detected,
  scope: ReadScope,
): AsyncGenerator<ConversationEntry> {
  if (detected.unit === "text") yield await readWhole(text, detected, scope);
  else if (detected.unit === "message") {
    for await (const entry of readStream(text, layout, detected, scope, false)) {
      if (entry.message === undefined) yield entry;
    }
  } else yield* readRecords(text, layout, detected, scope);
}

async function readWhole(
  text: AsyncGenerator<string>,
  detected: Detected,
  scope: ReadScope,
): Promise<ConversationEntry> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of text) {
    length += piece.length;
    if (length > scope.maxConversationLength)
      return { error: tooLong(scope, "$", scope.maxConversationLength) };
    pieces.push(piece);
  }
  const format = textFormat(detected.format);
  if (format === undefined) throw malformed(scope, "$", `${detected.format} is JSON, and this is not`);
  return attempt(() => ({ conversation: format.read(pieces.join(""), scope) }));
}

async function* readRecords(
  text: AsyncGenerator<string>,
  layout: JsonLayout | undefined,
  detected: Detected,
  scope: ReadScope,
): AsyncGenerator<ConversationEntry> {
  const format = jsonFormat(detected.format);
  if (format === undefined) throw malformed(scope, "$", `${detected.format} has no JSON records`);
  for await (const record of jsonRecords(text, layout, scope)) {
    if ("error" in record) {
      yield { error: record.error };
      continue;
    }
    const read = attempt(() => ({ read: format.readConversation(record.value, record.place, scope) }));
    if ("error" in read) yield read;
    else
      for (const one of read.read) yield one instanceof SherdError ? { error: one } : { conversation: one };
  }
}

export type MessageEntry =
  | { readonly message: NormalizedMessage; readonly error?: undefined; readonly conversation?: undefined }
  | (ConversationEntry & { readonly message?: undefined });

/**
 * Records that are messages of one conversation. With `drains` every message is given as soon as nothing can
 * change it, and memory does not grow with the file; without, the conversation comes at the end.
 */
export async function* readStream(
  text: AsyncGenerator<string>,
  layout: JsonLayout | undefined,
  detected: Detected,
  scope: ReadScope,
  drains: boolean,
): AsyncGenerator<MessageEntry> {
  const stream = jsonFormat(detected.format)?.openStream(scope);
  if (stream === undefined) throw malformed(scope, "$", `${detected.format} has no JSON records`);
  for await (const record of jsonRecords(text, layout, scope)) {
    const added =
      "error" in record ? record : attempt(() => ({ done: stream.add(record.value, record.place) }));
    if ("error" in added) {
      yield { error: added.error };
      // Half a conversation would pass for a whole one.
      if (added.error.code === "LIMIT_EXCEEDED") return;
      stream.miss(record.place);
    }
    if (drains) for (const message of stream.drain()) yield { message };
  }
  const finished = attempt(() => ({ conversation: stream.finish() }));
  if ("error" in finished) yield finished;
  else if (finished.conversation !== undefined) yield { conversation: finished.conversation };
}

async function* jsonRecords(
  text: AsyncGenerator<string>,
  layout: JsonLayout | undefined,
  scope: ReadScope,
): AsyncGenerator<JsonRecord> {
  const scanner =
    layout === "lines" ? new JsonLineScanner(scope) : new JsonRecordScanner(scope, layout === "array");
  for await (const piece of text) yield* scanner.push(piece);
  yield* scanner.finish();
}

function attempt<Value extends object>(work: () => Value): Value | { error: SherdError } {
  try {
    return work();
  } catch (error) {
    if (error instanceof SherdError) return { error };
    throw error;
  }
}
