import type { Call } from "../core/chunker.ts";
import type { ConversationMessage } from "../core/conversation.ts";
import { invalidOption } from "../core/errors.ts";
import type { Problem } from "../core/store.ts";
import type { TurnStore } from "../core/turn-store.ts";
import { checkOptions } from "../knowledge-base/check-arguments.ts";
import { checkedEmbedder, Engine } from "../knowledge-base/engine.ts";
import { checkMemory } from "./check-memory.ts";
import type { Evicted } from "./evict.ts";
import { type ForgetFilter, type Forgotten, findForgotten, forgetMatching } from "./forget.ts";
import type { ImportOptions, ImportSummary } from "./import-turns.ts";
import { type MaintainSummary, maintain } from "./maintain.ts";
import { type MemoryOptions, type MemorySettings, resolveMemoryOptions } from "./memory-options.ts";
import { type MemoryStats, memoryStats } from "./memory-stats.ts";
import type { OldMemoryInput } from "./migrate/old-records.ts";
import { newTurn, type RememberOptions } from "./new-turn.ts";
import { recall } from "./recall.ts";
import type { RecallOptions, RecallResult } from "./recall-types.ts";
import { type RememberedTurn, rememberedTurn } from "./remembered-turn.ts";
import { standingFor } from "./replaced-turns.ts";
import { checkName, type MemoryScope, type MemorySpaces, spacesOf } from "./scope.ts";
import { type ExportSummary, exportTurns, type MemoryTarget } from "./transfer.ts";
import { TurnWriter } from "./turn-writer.ts";
import { turnsOfMessages } from "./turns-of-messages.ts";
import { recallCounts } from "./usage.ts";
import { UseQueue } from "./use-queue.ts";
import { importTurns } from "./write-import.ts";

export interface Remembered {
  readonly id: string;
  readonly at: number;
  readonly session?: string;
  readonly chunks: number;
  /** What the turn states, found by the extractor; they lead to it. */
  readonly facts: readonly string[];
  /** False while the model could not be used; `maintain` makes up for it. */
  readonly isEmbedded: boolean;
  /** Turns that limits took out for this one. */
  readonly evicted: readonly Evicted[];
  readonly warnings: readonly string[];
}

const BATCH_TURNS = 64;

/** What was said, kept turn by turn, and found again by what it is about, how lately it was, and how it is used. */
export class EpisodicMemory {
  readonly scope: MemoryScope;
  readonly #engine: Engine;
  readonly #store: TurnStore;
  readonly #spaces: MemorySpaces;
  readonly #settings: MemorySettings;
  readonly #writer: TurnWriter;
  readonly #uses: UseQueue;

  /** `memory.db`, `:memory:` or `file:///…`; made where there is none, and may be a knowledge base's file. */
  static async open(location: string, options: MemoryOptions = {}): Promise<EpisodicMemory> {
    const settings = resolveMemoryOptions(options);
    const { workspace, user, agent, session, embedder, readOnly = false } = options;
    const spaces = spacesOf({ workspace, user, agent, session });
    if (typeof embedder === "object") checkedEmbedder(embedder);
    const engine = await Engine.open(location, readOnly, { embedder });
    return new EpisodicMemory(engine, spaces, settings, { workspace, user, agent, session });
  }

  private constructor(engine: Engine, spaces: MemorySpaces, settings: MemorySettings, scope: MemoryScope) {
    this.scope = scope;
    this.#engine = engine;
    this.#store = turnStoreOf(engine);
    this.#spaces = spaces;
    this.#settings = settings;
    this.#writer = new TurnWriter(engine, this.#store, spaces, settings);
    this.#uses = new UseQueue(this.#store, spaces.turns);
  }

  /** On disk when it returns. Blocks of recalled text inside are left out: what is remembered once is not said again. */
  async remember(user: string, assistant: string, options: RememberOptions = {}): Promise<Remembered> {
    const turn = newTurn(user, assistant, checkOptions(options), this.scope, this.#settings.clock);
    const { written, evicted, warnings } = await this.#writer.write([turn], { signal: options.signal });
    const { at, session } = turn.use;
    return { ...written[0], at, ...(session === undefined ? {} : { session }), evicted, warnings };
  }

  /** Messages as turns: what the user said, and the answers up to what he said next. Other roles are passed over. */
  async rememberMessages(
    messages: Iterable<ConversationMessage & { readonly time?: number | undefined }>,
    options: RememberOptions = {},
  ): Promise<Remembered[]> {
    const { signal } = checkOptions(options);
    const turns = turnsOfMessages(messages).map(({ user, assistant, time }) =>
      newTurn(user, assistant, { ...options, at: time ?? options.at }, this.scope, this.#settings.clock),
    );
    const remembered: Remembered[] = [];
    for (let from = 0; from < turns.length; from += BATCH_TURNS) {
      const batch = turns.slice(from, from + BATCH_TURNS);
      const { written, evicted, warnings } = await this.#writer.write(batch, { signal });
      written.forEach((one, index) => {
        const { at, session } = batch[index].use;
        const isLast = index === written.length - 1;
        remembered.push({
          ...one,
          at,
          ...(session === undefined ? {} : { session }),
          evicted: isLast ? evicted : [],
          warnings: isLast ? warnings : [],
        });
      });
    }
    return remembered;
  }

  /** Any text is a legal query. */
  async recall(query: string, options: RecallOptions = {}): Promise<RecallResult> {
    const started = performance.now();
    checkOptions(options);
    const now = this.#settings.clock.now();
    const call = { signal: options.signal };
    const [languages, { embedder, warning }] = await Promise.all([
      this.#engine.languages.of(this.#spaces.turns),
      this.#queryEmbedder(call),
    ]);
    const { scoring, weights, reinforceOn } = this.#settings;
    const [store, spaces] = [this.#store, this.#spaces];
    const found = await recall({ store, spaces, scoring, weights, languages, embedder, now }, query, options);
    const result =
      warning === undefined
        ? found.result
        : { ...found.result, warnings: [warning, ...found.result.warnings] };
    // What is looked at as of another time is not needed now.
    const isUse = reinforceOn === "recall" && options.asOf === undefined;
    this.#uses.add(
      isUse ? { ids: result.memories.map(({ id }) => id), at: now } : undefined,
      recallCounts(result, performance.now() - started, found.withSiblings),
    );
    return result;
  }

  /**
   * Says that memories were of use; with `reinforceOn: "use"` nothing else does. For a turn that limits took out its
   * summary counts; unknown ids are passed over.
   */
  async reinforce(ids: readonly string[]): Promise<void> {
    if (!Array.isArray(ids) || ids.some((id) => typeof id !== "string"))
      invalidOption("ids", ids, "a list of ids");
    await this.#uses.flush();
    const standing = await standingFor(this.#store, this.#spaces, ids);
    await this.#store.reinforce(this.#spaces.turns, [{ ids: standing, at: this.#settings.clock.now() }]);
  }

  /** Takes turns out with every chunk, fact, word and vector made from them, and counts what is left. */
  async forget(filter: ForgetFilter): Promise<Forgotten> {
    await this.#uses.flush();
    return forgetMatching(this.#store, this.#spaces, filter);
  }

  /** Which turns `forget` would take. */
  async wouldForget(filter: ForgetFilter): Promise<string[]> {
    return findForgotten(this.#store, this.#spaces, filter);
  }

  /** Turns of a session by time, or of all of them; the last so many. */
  async history(
    session?: string,
    options: { readonly last?: number | undefined } = {},
  ): Promise<RememberedTurn[]> {
    const { last } = checkOptions(options);
    if (session !== undefined) checkName("session", session);
    if (last !== undefined && (!Number.isSafeInteger(last) || last < 1))
      invalidOption("last", last, "a whole number, at least 1");
    return Array.fromAsync(this.#turns({ session, last }));
  }

  /** A turn, or the summary in the place of one that limits took out, which has another id and the type `summary`. */
  async get(id: string): Promise<RememberedTurn | undefined> {
    const standing = await standingFor(this.#store, this.#spaces, [id]);
    const last = standing.at(-1);
    if (last === undefined) return undefined;
    const [use] = await this.#store.uses(this.#spaces.turns, { ids: [last] });
    const document = use && (await this.#store.document(this.#spaces.turns, last));
    return document && rememberedTurn(document, use);
  }

  async stats(): Promise<MemoryStats> {
    await this.#uses.flush();
    return memoryStats(this.#store, this.#spaces, this.#engine.location);
  }

  /** Makes vectors that are missing, and holds the memory to its limits. To be run now and then. */
  async maintain(call: Call = {}): Promise<MaintainSummary> {
    await this.#uses.flush();
    const [engine, store, spaces] = [this.#engine, this.#store, this.#spaces];
    return maintain({ engine, store, spaces, writer: this.#writer }, checkOptions(call));
  }

  /** JSON lines, to a file or a stream. */
  async export(target: string | MemoryTarget, call: Call = {}): Promise<ExportSummary> {
    await this.#uses.flush();
    return exportTurns(this.#turns({}), target, checkOptions(call));
  }

  /** An export, or records of older memories. Turns that are there already stay; doing it twice equals once. */
  async import(input: OldMemoryInput, options: ImportOptions = {}): Promise<ImportSummary> {
    const [store, spaces, writer] = [this.#store, this.#spaces, this.#writer];
    const setting = { now: this.#settings.clock.now(), session: this.scope.session };
    return importTurns({ store, spaces, writer, setting }, input, checkOptions(options));
  }

  /**
   * Proves that what the file holds agrees with itself: every turn, chunk, word and vector. All of it is checked; what
   * is wrong in another's memory is not told here.
   */
  async verify(options: { readonly repair?: boolean } & Call = {}): Promise<Problem[]> {
    const problems = await this.#store.verify(checkOptions(options));
    const own = problems.filter(
      ({ workspace = this.#spaces.turns.workspace }) => workspace === this.#spaces.turns.workspace,
    );
    return [...own, ...(await checkMemory(this.#store, this.#spaces))];
  }

  async close(): Promise<void> {
    await this.#uses.flush();
    await this.#engine.close();
  }

  async #queryEmbedder(
    call: Call,
  ): Promise<{ embedder?: Awaited<ReturnType<Engine["embedder"]>>; warning?: string }> {
    try {
      return { embedder: await this.#engine.embedder(this.#spaces.turns, call) };
    } catch (error) {
      call.signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      return { warning: `Recalled by words alone, because the model could not be loaded: ${reason}` };
    }
  }

  async *#turns(query: {
    session?: string | undefined;
    last?: number | undefined;
  }): AsyncGenerator<RememberedTurn> {
    for (const use of await this.#store.uses(this.#spaces.turns, query)) {
      const document = await this.#store.document(this.#spaces.turns, use.id);
      if (document !== undefined) yield rememberedTurn(document, use);
    }
  }
}

function turnStoreOf({ store }: Engine): TurnStore {
  if (!("reinforce" in store))
    invalidOption("location", store, "a store that can keep a memory: a SQLite file");
  return store as TurnStore;
}
