import { isMainThread, Worker, workerData } from "node:worker_threads";
import { SherdError } from "../core/errors.ts";
import type { Format } from "./format.ts";
import { loadFormat } from "./registry.ts";
import type { SandboxReply, SandboxRequest } from "./sandbox-messages.ts";

/**
 * The process behind the sandbox: it parses one file at a time on its main thread, while a second thread
 * watches its memory, because a parser that hangs or grows lets nothing else run on its own thread.
 */

const MEGABYTE = 1024 * 1024;
/** Young generation, compiled code, garbage not collected yet: memory the parser did not ask for. */
const SLACK = 128;
/** A process that has grown past this does not serve a second file. */
const WORN = 256;
/** How often memory is looked at, in milliseconds: at a few gigabytes a second, some tens of megabytes. */
const WATCH_EVERY = 20;

/** Indices into the memory both threads share. */
const WATCHING = 0;
const CEILING = 1;

if (isMainThread) serve();
else watch(workerData as Watch);

/** What the watching thread is given. */
interface Watch {
  readonly shared: Int32Array;
  /** Taken when the process starts: a parent that ends while the thread still loads must be missed too. */
  readonly parent: number;
}

function serve(): void {
  const parent = process.ppid;
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  new Worker(new URL(import.meta.url), { workerData: { shared, parent } satisfies Watch }).unref();
  process.on("disconnect", () => process.exit());
  process.on("message", async (request: SandboxRequest) => {
    shared[CEILING] = megabytesInUse() + request.source.limits.memoryMegabytes + SLACK;
    setWatching(shared, 1);
    const reply = await answer(request);
    setWatching(shared, 0);
    const worn = megabytesInUse() > WORN;
    process.send?.({ ...reply, worn }, () => {
      if (worn) process.exit();
    });
  });
  process.send?.("ready");
}

async function answer({ type, module, bytes, source }: SandboxRequest): Promise<SandboxReply> {
  try {
    const format = module === undefined ? await loadFormat(type) : await injectedFormat(module, type);
    return { parsed: await format.parse(bytes, source) };
  } catch (error) {
    return { error: describe(error, source.name) };
  }
}

async function injectedFormat(module: string, type: string): Promise<Format> {
  const { formats } = (await import(module)) as { formats: readonly Format[] };
  const format = formats.find((candidate) => candidate.type === type);
  if (format === undefined) throw new Error(`${module} has no format ${type}.`);
  return format;
}

/** An error class does not survive between processes; its fields do. */
function describe(error: unknown, name: string): NonNullable<SandboxReply["error"]> {
  if (error instanceof SherdError)
    return { code: error.code, message: error.message, details: plain(error.details) };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError) {
    const way = "Raise the memory limit, or divide the file.";
    return {
      code: "LIMIT_EXCEEDED",
      message: `${name} needs more memory or nesting than there is (${message}). ${way}`,
      details: { path: name },
    };
  }
  return {
    code: "INPUT_MALFORMED",
    message: `${name} cannot be parsed: ${message}. It may be damaged.`,
    details: { path: name, reason: message },
  };
}

/** Only what can be sent. */
function plain(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return structuredClone(details);
  } catch {
    return {};
  }
}

function megabytesInUse(): number {
  return Math.ceil(process.memoryUsage.rss() / MEGABYTE);
}

function setWatching(shared: Int32Array, value: 0 | 1): void {
  Atomics.store(shared, WATCHING, value);
  Atomics.notify(shared, WATCHING);
}

/**
 * Heap limits do not count the memory of byte arrays, so the whole process is measured. Sleeps without cost
 * while there is nothing to parse. Also ends a process whose parent is gone.
 */
function watch({ shared, parent }: Watch): void {
  for (;;) {
    Atomics.wait(shared, WATCHING, 0);
    Atomics.wait(shared, WATCHING, 1, WATCH_EVERY);
    if (Atomics.load(shared, WATCHING) === 0) continue;
    if (megabytesInUse() > shared[CEILING] || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  }
}
