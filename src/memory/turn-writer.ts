import type { Call } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { TurnStore } from "../core/turn-store.ts";
import type { Engine } from "../knowledge-base/engine.ts";
import { type Evicted, type EvictionOutcome, evictionFor } from "./evict.ts";
import { EvictionList } from "./eviction-list.ts";
import { factsIn } from "./facts.ts";
import type { MemorySettings } from "./memory-options.ts";
import { changesOf, embedTurns, type NewTurn, type PreparedTurn, prepareTurn } from "./prepare-turn.ts";
import type { MemorySpaces } from "./scope.ts";

/** What became of a turn that was to be remembered. */
interface Written {
  readonly id: string;
  readonly chunks: number;
  /** What it states, as found by the extractor. */
  readonly facts: readonly string[];
  /** False while the model could not be used: found by words, and embedded by `maintain`. */
  readonly isEmbedded: boolean;
}

export interface WriteResult {
  readonly written: readonly Written[];
  readonly evicted: readonly Evicted[];
  readonly warnings: readonly string[];
}

interface MadeVectors {
  readonly vectors: readonly Float32Array[];
  readonly embedder: string;
}

/** How often an eviction is planned while others forget what it would summarise; then it is left to the next write. */
const MOST_PLANS = 3;
const PLANS_FAILED: EvictionOutcome = {
  evicted: [],
  summary: undefined,
  warnings: [
    "Nothing was evicted, though limits ask for it, because turns were forgotten while they were summarised.",
  ],
};

/** Puts turns into a memory: prepared and embedded first, then all in one transaction with what must go for them. */
export class TurnWriter {
  readonly #engine: Engine;
  readonly #store: TurnStore;
  readonly #spaces: MemorySpaces;
  readonly #settings: MemorySettings;
  readonly #list: EvictionList;
  readonly #languages = new Set<string>();

  constructor(engine: Engine, store: TurnStore, spaces: MemorySpaces, settings: MemorySettings) {
    this.#engine = engine;
    this.#store = store;
    this.#spaces = spaces;
    this.#settings = settings;
    this.#list = new EvictionList(store, spaces, settings);
  }

  async write(turns: readonly NewTurn[], call: Call = {}): Promise<WriteResult> {
    const prepared: PreparedTurn[] = [];
    for (const turn of turns) prepared.push(await prepareTurn(turn, this.#settings, call));
    this.#checkBytes(prepared);
    const { made, warnings } = await this.#embed(prepared, call);
    const plan = await this.#change(prepared, made, call);
    this.#noteLanguages(prepared);
    // Of one turn nothing more has to go; several at once may themselves be too many.
    const held = prepared.length > 1 ? await this.holdLimits(call) : undefined;
    return {
      written: prepared.map((one) => writtenOf(one, made !== undefined)),
      evicted: [...plan.evicted, ...(held?.evicted ?? [])],
      warnings: [...warnings, ...plan.warnings, ...(held?.warnings ?? [])],
    };
  }

  /** Takes out what limits do not allow. */
  async holdLimits(call: Call): Promise<{ evicted: readonly Evicted[]; warnings: readonly string[] }> {
    const { evicted, warnings } = await this.#change([], undefined, call);
    return { evicted, warnings };
  }

  /** Turns, what goes for them and what stays in its place, in one transaction. */
  async #change(
    turns: readonly PreparedTurn[],
    made: MadeVectors | undefined,
    call: Call,
  ): Promise<EvictionOutcome> {
    for (let attempt = 1; ; attempt++) {
      const plan =
        attempt > MOST_PLANS
          ? PLANS_FAILED
          : await evictionFor(this.#store, this.#spaces, this.#settings, this.#list, turns);
      const ids = plan.evicted.map(({ id }) => id);
      if (turns.length + ids.length === 0) return plan;
      const [own, wholes] = changesOf(this.#spaces, turns, made, ids);
      const changes =
        plan.summary === undefined
          ? [own, wholes]
          : // A summary's vectors are made by the next `maintain`: it must not fail what is said now.
            [
              { ...own, requires: ids },
              wholes,
              ...changesOf(this.#spaces, [await prepareTurn(plan.summary, this.#settings, call)], undefined),
            ];
      try {
        await this.#store.change(changes, call);
        return plan;
      } catch (error) {
        // What was forgotten while it was summarised must not come back as a summary.
        const isGone = error instanceof SherdError && error.code === "TURN_GONE";
        if (!isGone || plan.summary === undefined) throw error;
      }
    }
  }

  /** Stored turns again, with vectors. Throws where the model still fails. */
  async rewrite(turns: readonly PreparedTurn[], embedder: Embedder, call: Call): Promise<void> {
    const vectors = await embedTurns(turns, embedder, call);
    await this.#store.change(changesOf(this.#spaces, turns, { vectors, embedder: embedder.id }), call);
  }

  /** One turn beyond the limit would drive out all others and still not fit. */
  #checkBytes(turns: readonly PreparedTurn[]): void {
    const { maxBytes = Infinity } = this.#settings.limits;
    for (const { use } of turns)
      if (use !== undefined && use.bytes > maxBytes)
        invalidOption(
          "user and assistant",
          `${use.bytes} bytes`,
          `no longer than limits.maxBytes (${maxBytes}) allows for all turns together`,
        );
  }

  async #embed(
    turns: readonly PreparedTurn[],
    call: Call,
  ): Promise<{ made?: MadeVectors; warnings: string[] }> {
    try {
      const embedder = await this.#engine.embedder(this.#spaces.turns, call);
      if (embedder === undefined) return { warnings: [] };
      return {
        made: { vectors: await embedTurns(turns, embedder, call), embedder: embedder.id },
        warnings: [],
      };
    } catch (error) {
      call.signal?.throwIfAborted();
      // A wrong name is the caller's to mend; that a model does not answer must not cost a turn.
      if (error instanceof SherdError && error.code === "INVALID_OPTION") throw error;
      const reason = error instanceof Error ? error.message : String(error);
      return { warnings: [`Stored without vectors, because the model could not be used: ${reason}`] };
    }
  }

  /** A query is analysed in all languages of the memory: a new one must be seen at once. */
  #noteLanguages(turns: readonly PreparedTurn[]): void {
    for (const { language } of turns) {
      if (this.#languages.has(language)) continue;
      this.#languages.add(language);
      this.#engine.languages.forget(this.#spaces.turns);
    }
  }
}

function writtenOf({ document, entries }: PreparedTurn, isEmbedded: boolean): Written {
  return {
    id: document.id,
    chunks: entries.filter(({ chunk }) => chunk.kind !== "parent").length,
    facts: entries.flatMap(({ chunk }) => factsIn(chunk)),
    isEmbedded,
  };
}
