import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, resolve, sep } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { LossTally } from "../conversation/losses.ts";
import type { NormalizedConversation } from "../core/conversation.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { EpisodicMemory } from "../memory/episodic-memory.ts";
import { type ExportFlags, exportedConversations } from "./conversation-export.ts";
import {
  errorJson,
  type Failure,
  listFailures,
  renderFigures,
  renderLosses,
  titleOf,
} from "./conversation-view.ts";
import { EXIT } from "./exit-codes.ts";
import { elapsed, whole } from "./figures.ts";
import { interruptible } from "./interrupt.ts";
import { shownPath } from "./open-base.ts";
import { type MemoryFlags, withMemory } from "./open-memory.ts";
import { warn, write } from "./output.ts";
import { ProgressLine } from "./progress.ts";

export interface ImportFlags extends ExportFlags, MemoryFlags {
  readonly out?: string;
  readonly json?: boolean;
}

/** Takes conversations one by one; gives how many turns each made. */
interface Target {
  /** Where they go, as a person would name it. */
  readonly name: string;
  add(conversation: NormalizedConversation, signal: AbortSignal): Promise<number>;
}

interface ImportTotals {
  conversations: number;
  messages: number;
  turns: number;
  failures: Failure[];
  milliseconds: number;
}

/** Runs `sherd import` and returns the exit code. */
export async function importCommand(input: string, flags: ImportFlags): Promise<number> {
  const run = (target: Target) => importAndReport(target, input, flags);
  if (flags.out !== undefined) {
    await checkOut(flags.out, input);
    const target = linesTarget(flags.out);
    try {
      return await run(target);
    } finally {
      await target.close();
    }
  }
  // No database is made for an export that is not there.
  const modified = input === "-" ? Date.now() : await modifiedAt(input);
  const origin = input === "-" ? "standard input" : basename(input);
  return withMemory(flags, "create", (memory, { location }) =>
    run(memoryTarget(memory, shownPath(location), origin, modified)),
  );
}

async function importAndReport(target: Target, input: string, flags: ImportFlags): Promise<number> {
  const losses = new LossTally();
  const totals = await interruptible((signal) => importInto(target, input, flags, losses, signal));
  if (totals === undefined) {
    warn("sherd: stopped. What is stored stays; the same command goes on from there.");
    return EXIT.partial;
  }
  await report(totals, target, losses, flags);
  if (totals.failures.length === 0) return EXIT.ok;
  return totals.conversations > 0 ? EXIT.partial : EXIT.failure;
}

async function importInto(
  target: Target,
  input: string,
  flags: ImportFlags,
  losses: LossTally,
  signal: AbortSignal,
): Promise<ImportTotals> {
  const totals: ImportTotals = { conversations: 0, messages: 0, turns: 0, failures: [], milliseconds: 0 };
  const line = new ProgressLine(true);
  const started = performance.now();
  try {
    for await (const { conversation, error } of exportedConversations(input, flags, losses, signal)) {
      if (error !== undefined) {
        totals.failures.push({ error });
        continue;
      }
      try {
        totals.turns += await target.add(conversation, signal);
      } catch (cause) {
        signal.throwIfAborted();
        // What is wrong with the target is wrong for all that follow.
        if (!(cause instanceof SherdError) || isFatal(cause)) throw cause;
        totals.failures.push({ conversation: titleOf(conversation), error: cause });
        continue;
      }
      totals.conversations++;
      totals.messages += conversation.messages.length;
      line.update(
        (seconds) =>
          `importing ${whole(totals.conversations)} conversations · ${whole(totals.messages)} messages · ${whole(totals.messages / seconds)}/s`,
      );
    }
  } finally {
    line.clear();
  }
  totals.milliseconds = performance.now() - started;
  return totals;
}

function isFatal({ code }: SherdError): boolean {
  return /^(?:STORE_|SPACE_|OUTPUT_|INVALID_OPTION|KEY_|PACKAGE_|EMBEDDER_)/.test(code);
}

async function modifiedAt(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => {
    const message = `${path} names no file or folder; check the spelling.`;
    throw new SherdError("INPUT_NOT_FOUND", message, { path }, { cause });
  });
  return found.mtime.getTime();
}

/** `origin` is what `sherd forget --source` knows them by; `modified` dates conversations without any time. */
function memoryTarget(memory: EpisodicMemory, name: string, origin: string, modified: number): Target {
  return {
    name,
    async add(conversation, signal) {
      const { id, title, format, source } = conversation;
      const metadata = {
        ...(title === undefined ? {} : { title }),
        format,
        source: origin,
        place: `${source.name}, ${source.place}`,
      };
      const options = { session: id, metadata, signal };
      return (await memory.rememberMessages(dated(conversation, modified), options)).length;
    },
  };
}

/**
 * Messages with a time each. Without one of its own, a message's is that of the one before or of the file, a
 * millisecond later each: the order is kept, and importing twice gives the same turns and no second ones.
 */
function dated({ messages }: NormalizedConversation, fallback: number) {
  let last = messages.find(({ time }) => time !== undefined)?.time ?? fallback;
  return messages.map((message) => {
    last = message.time ?? last + 1;
    return { ...message, time: last };
  });
}

/** What is written must not overwrite what is read. */
async function checkOut(out: string, input: string): Promise<void> {
  if (out === "-" || input === "-") return;
  const [from, to] = await Promise.all([input, out].map((path) => realpath(path).catch(() => resolve(path))));
  const isInside = to === from || to.startsWith(`${from}${sep}`);
  if (isInside) invalidOption("--out", out, `a file that is not part of ${input}`);
}

/** The file is opened for the first conversation: an export that cannot be read leaves what stands there as it is. */
function linesTarget(path: string): Target & { close(): Promise<void> } {
  let stream: Writable | undefined = path === "-" ? process.stdout : undefined;
  const fail = (cause: unknown): never => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SherdError(
      "OUTPUT_UNWRITABLE",
      `${path} cannot be written (${reason}). Name another file with --out.`,
      { path },
      { cause },
    );
  };
  const open = async (): Promise<Writable> => {
    const file = createWriteStream(path);
    await once(file, "open").catch(fail);
    return file;
  };
  return {
    name: path === "-" ? "standard output" : shownPath(path),
    async add(conversation) {
      stream ??= await open();
      if (!stream.write(`${JSON.stringify(conversation)}\n`)) await once(stream, "drain").catch(fail);
      return 0;
    },
    async close() {
      if (path === "-" || stream === undefined) return;
      stream.end();
      await finished(stream).catch(fail);
    },
  };
}

async function report(
  { conversations, messages, turns, failures, milliseconds }: ImportTotals,
  target: Target,
  losses: LossTally,
  flags: ImportFlags,
): Promise<void> {
  // With the conversations on standard output, the report does not mix with them.
  const show = async (text: string): Promise<void> =>
    flags.out === "-" ? void process.stderr.write(text) : write(text);
  if (flags.json === true) {
    const failed = failures.map(({ conversation, error }) => ({
      ...(conversation === undefined ? {} : { conversation }),
      ...errorJson(error),
    }));
    await show(
      `${JSON.stringify({ target: target.name, conversations, messages, turns, failed, losses: losses.rows, milliseconds })}\n`,
    );
    return;
  }
  const failed = failures.length === 0 ? "" : `, ${whole(failures.length)} failed`;
  await show(
    renderFigures([
      ["conversations", `${whole(conversations)} imported${failed}`],
      ["messages", whole(messages)],
      ...(flags.out === undefined ? ([["turns", whole(turns)]] as const) : []),
      ["time", elapsed(milliseconds)],
      [flags.out === undefined ? "database" : "file", target.name],
    ]) + renderLosses(losses.rows),
  );
  listFailures("failed", failures);
}
