import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { SherdError } from "../core/errors.ts";
import type { Parsed } from "./format.ts";
import type { SandboxReply, SandboxRequest } from "./sandbox-messages.ts";

/** How long an unused process waits for the next file, in milliseconds. */
const IDLE = 2_000;
/** What is kept of a process's last words, in characters. */
const LAST_WORDS = 2_000;
/** What a parser may know of the environment: nothing that could be a secret. */
const ENVIRONMENT = ["SystemRoot", "TZ", "LANG", "LC_ALL"];

export interface SandboxOptions {
  /** Processes at once; by default one a core, four at most. */
  readonly size?: number;
}

interface Task {
  readonly request: SandboxRequest;
  readonly signal: AbortSignal | undefined;
  resolve(parsed: Parsed): void;
  reject(error: unknown): void;
}

/**
 * Parses untrusted files where they can do no harm: in processes of their own, with a ceiling on time and
 * memory and without the right to write files or start programs. A file that hangs, bursts its memory or
 * crashes costs its process, and gives a typed error; the next file gets a new one.
 *
 * Threads would be lighter and are not enough: a thread that outgrows its heap in one large step (a growing
 * array or map) takes the whole program with it, and a long native call cannot be stopped.
 *
 * Processes start with the first file, end when unused, and never keep the program alive on their own.
 */
export class Sandbox {
  readonly #size: number;
  readonly #waiting: Task[] = [];
  readonly #workers = new Set<SandboxProcess>();

  constructor(options: SandboxOptions = {}) {
    this.#size = options.size ?? Math.min(4, availableParallelism());
  }

  /** Throws `LIMIT_EXCEEDED`, `INPUT_MALFORMED` or what the format's parser threw. */
  parse(request: SandboxRequest, signal?: AbortSignal): Promise<Parsed> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, signal, resolve, reject });
      this.#assign();
    });
  }

  /** Ends every process; what was being parsed fails. A sandbox may be used again after it. */
  async close(): Promise<void> {
    const closed = new SherdError("INPUT_UNREADABLE", "The sandbox was closed before the file was parsed.");
    for (const task of this.#waiting.splice(0)) task.reject(closed);
    await Promise.all(Array.from(this.#workers, (worker) => worker.end(closed)));
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const [task] = this.#waiting;
      if (task.signal?.aborted) {
        this.#waiting.shift();
        task.reject(task.signal.reason);
        continue;
      }
      const worker = this.#freeWorker(task.request.source.limits.memoryMegabytes);
      if (worker === undefined) return;
      this.#waiting.shift();
      worker.run(task);
    }
  }

  /** A heap's limit is set when a process starts, so one with another limit gives way. */
  #freeWorker(memoryMegabytes: number): SandboxProcess | undefined {
    const free = Array.from(this.#workers).filter((worker) => worker.isFree);
    const fitting = free.find((worker) => worker.memoryMegabytes === memoryMegabytes);
    if (fitting !== undefined) return fitting;
    if (this.#workers.size >= this.#size) {
      if (free.length === 0) return undefined;
      void free[0].end();
      this.#workers.delete(free[0]);
    }
    const worker = new SandboxProcess(
      memoryMegabytes,
      () => this.#assign(),
      () => {
        this.#workers.delete(worker);
        this.#assign();
      },
    );
    this.#workers.add(worker);
    return worker;
  }
}

/** One process and the file it is busy with. */
class SandboxProcess {
  readonly memoryMegabytes: number;
  readonly #child: ChildProcess;
  readonly #onFree: () => void;
  #task: Task | undefined;
  #clock: NodeJS.Timeout | undefined;
  #isReady = false;
  /** Set by whatever ended the process on purpose. */
  #verdict: unknown;
  #hasEnded = false;
  #lastWords = "";

  constructor(memoryMegabytes: number, onFree: () => void, onEnd: () => void) {
    this.memoryMegabytes = memoryMegabytes;
    this.#onFree = onFree;
    this.#child = startProcess(memoryMegabytes);
    this.#child.stderr?.setEncoding("utf8").on("data", (words: string) => {
      this.#lastWords = (this.#lastWords + words).slice(-LAST_WORDS);
    });
    this.#child.on("message", (message) => this.#hear(message as SandboxReply | "ready"));
    this.#child.on("error", (error) => {
      this.#verdict ??= error;
    });
    // Not "exit": the output must have been read to its end.
    this.#child.on("close", (code, signal) => {
      this.#hasEnded = true;
      const task = this.#release();
      task?.reject(this.#verdict ?? this.#causeOfEnd(task.request.source.name, code, signal));
      onEnd();
    });
  }

  get isFree(): boolean {
    return this.#task === undefined && !this.#hasEnded;
  }

  run(task: Task): void {
    this.#task = task;
    clearTimeout(this.#clock);
    setAlive(this.#child, true);
    task.signal?.addEventListener("abort", this.#abort, { once: true });
    if (this.#isReady) this.#send(task);
  }

  /** Resolves when the process is gone. */
  end(verdict?: unknown): Promise<void> {
    if (this.#hasEnded) return Promise.resolve();
    this.#verdict ??= verdict;
    // Somebody waits for it now: the program must not end before that.
    setAlive(this.#child, true);
    return new Promise((resolve) => {
      this.#child.once("close", () => resolve());
      this.#child.kill("SIGKILL");
    });
  }

  #abort = (): void => {
    void this.end(this.#task?.signal?.reason);
  };

  #send({ request }: Task): void {
    const { name, limits } = request.source;
    const { seconds } = limits;
    this.#clock = setTimeout(() => {
      const message = `${name} took longer than ${seconds} seconds to parse. Raise the limit "seconds", or leave the file out.`;
      void this.end(
        new SherdError("LIMIT_EXCEEDED", message, { path: name, limit: "seconds", most: seconds }),
      );
    }, seconds * 1_000);
    // A process that is gone already says so by its "close".
    this.#child.send(request, () => {});
  }

  #hear(message: SandboxReply | "ready"): void {
    if (message === "ready") {
      this.#isReady = true;
      if (this.#task !== undefined) this.#send(this.#task);
      return;
    }
    const task = this.#release();
    if (message.worn === true) this.#hasEnded = true;
    if (message.parsed !== undefined) task?.resolve(message.parsed);
    else task?.reject(revive(message.error));
    if (this.#hasEnded) return;
    this.#clock = setTimeout(() => void this.end(), IDLE).unref();
    setAlive(this.#child, false);
    this.#onFree();
  }

  #release(): Task | undefined {
    const task = this.#task;
    this.#task = undefined;
    clearTimeout(this.#clock);
    task?.signal?.removeEventListener("abort", this.#abort);
    return task;
  }

  /** A process ended by a signal has burst: V8 aborts at its heap's limit, the watch and the system kill. */
  #causeOfEnd(name: string, code: number | null, signal: string | null): SherdError {
    if (!this.#isReady) {
      return new SherdError(
        "INPUT_UNREADABLE",
        `${name} was not parsed: the sandbox's process could not start (exit code ${code}). Its last words: ${this.#lastWords}`,
        { path: name, exitCode: code, lastWords: this.#lastWords },
      );
    }
    if (signal !== null || /out of memory/i.test(this.#lastWords)) {
      const most = this.memoryMegabytes;
      return new SherdError(
        "LIMIT_EXCEEDED",
        `${name} needs more than ${most} MB of memory to parse. Raise the limit "memoryMegabytes", or leave the file out.`,
        { path: name, limit: "memoryMegabytes", most },
      );
    }
    return new SherdError(
      "INPUT_MALFORMED",
      `${name} made its parser crash (exit code ${code}). It may be damaged.`,
      { path: name, exitCode: code, lastWords: this.#lastWords },
    );
  }
}

function startProcess(memoryMegabytes: number): ChildProcess {
  // Beside this file, and written in the same language: TypeScript in the sources, JavaScript in the package.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const entry = fileURLToPath(new URL(`./sandbox-worker.${extension}`, import.meta.url));
  return fork(entry, [], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    execArgv: [
      `--max-old-space-size=${memoryMegabytes}`,
      "--permission",
      "--allow-fs-read=*",
      "--allow-worker",
      "--no-warnings",
    ],
  });
}

/** Whether the program waits for this process before it ends. */
function setAlive(child: ChildProcess, alive: boolean): void {
  const handles = [child, child.channel, child.stderr] as (
    | { ref(): void; unref(): void }
    | null
    | undefined
  )[];
  for (const handle of handles) {
    if (alive) handle?.ref();
    else handle?.unref();
  }
}

function revive(error: SandboxReply["error"]): SherdError {
  if (error === undefined)
    return new SherdError("INPUT_MALFORMED", "The parser gave neither a text nor an error.");
  return new SherdError(error.code, error.message, error.details);
}
