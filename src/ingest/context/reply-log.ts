import { setImmediate as nextTurn } from "node:timers/promises";
import type { CachedContext, ContextCache } from "../../context/context-writer.ts";
import type { Call } from "../../core/chunker.ts";
import type { TokenUsage } from "../../core/generator.ts";
import type { Store, StoredReply } from "../../core/store.ts";
import { addUsage } from "../../core/token-usage.ts";
import type { Tariff } from "./context-settings.ts";

/** What comes while the disk is busy with the batch before is written together. */
interface OpenBatch {
  readonly begun: string[];
  readonly ended: string[];
  readonly replies: StoredReply[];
  calls: number;
  usage: TokenUsage;
  readonly written: Promise<void>;
}

/**
 * A run's calls of a model, in the store: each is noted before it is sent, and its reply, its end and its cost are
 * written at once. Whatever kills the process, no reply that was stored is asked for again, and the next run knows
 * which calls were under way.
 */
export class ReplyLog implements ContextCache {
  readonly #store: Store;
  readonly #workspace: string;
  readonly #model: string;
  readonly #tariff: Tariff;
  #next: OpenBatch | undefined;
  #last: Promise<void> = Promise.resolve();
  readonly #underWay = new Set<string>();
  #run: number | undefined;
  #repeated = 0;

  constructor(store: Store, workspace: string, model: string, tariff: Tariff) {
    this.#store = store;
    this.#workspace = workspace;
    this.#model = model;
    this.#tariff = tariff;
  }

  /** Calls that an earlier run had begun when it was killed, and this one made again. */
  get repeated(): number {
    return this.#repeated;
  }

  /** Notes a call: on disk when it resolves with the name to end it by. */
  async begin(call: string): Promise<string> {
    // Two copies of a document are asked about with the same bytes, maybe at once: these are two calls.
    let name = call;
    for (let copy = 2; this.#underWay.has(name); copy++) name = `${call} ${copy}`;
    this.#underWay.add(name);
    const batch = this.#open();
    batch.begun.push(name);
    await batch.written;
    return name;
  }

  /** Not waited for: the reply that is set in the same turn is written with it. */
  end(call: string, usage: TokenUsage): void {
    this.#underWay.delete(call);
    const batch = this.#open();
    batch.ended.push(call);
    batch.calls++;
    batch.usage = addUsage(batch.usage, usage);
  }

  get(keys: readonly string[], call?: Call): Promise<ReadonlyMap<string, CachedContext>> {
    return this.#store.replies(keys, call) as Promise<ReadonlyMap<string, CachedContext>>;
  }

  set(key: string, context: CachedContext): Promise<void> {
    const batch = this.#open();
    batch.replies.push({ key, model: this.#model, value: context });
    return batch.written;
  }

  /** Resolves when all that was noted is on disk; throws what kept it from there. */
  async drain(): Promise<void> {
    await this.#next?.written;
    await this.#last;
  }

  #open(): OpenBatch {
    if (this.#next !== undefined) return this.#next;
    const before = this.#last.catch(() => {});
    const written = before.then(() => nextTurn()).then(() => this.#write(batch));
    const usage = { input: 0, cachedInput: 0, output: 0 };
    const batch: OpenBatch = { begun: [], ended: [], replies: [], calls: 0, usage, written };
    this.#next = batch;
    this.#last = written;
    // Thrown to whoever waits for it, and by `drain`.
    written.catch(() => {});
    return batch;
  }

  async #write({ begun, ended, replies, calls, usage }: OpenBatch): Promise<void> {
    this.#next = undefined;
    const spent = {
      workspace: this.#workspace,
      purpose: "context",
      model: this.#model,
      calls,
      usage,
      dollars: this.#tariff.dollars(usage),
    };
    const { repeated, run } = await this.#store.keepReplies({
      begun,
      ended,
      replies,
      run: this.#run,
      ...(calls === 0 ? {} : { spent }),
    });
    this.#run = run;
    this.#repeated += repeated;
  }
}
