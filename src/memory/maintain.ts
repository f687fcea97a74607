import type { Call } from "../core/chunker.ts";
import type { TurnStore } from "../core/turn-store.ts";
import type { Engine } from "../knowledge-base/engine.ts";
import { type Evicted, evictionFor } from "./evict.ts";
import type { MemorySettings } from "./memory-options.ts";
import { changesOf, type PreparedTurn, prepareChunks, prepareTurn } from "./prepare-turn.ts";
import type { MemorySpaces } from "./scope.ts";
import type { TurnWriter } from "./turn-writer.ts";

const BATCH_TURNS = 64;

export interface MaintainSummary {
  /** Turns that got their vectors now. */
  readonly embedded: number;
  /** Turns that still have none, because the model fails. */
  readonly unembedded: number;
  readonly evicted: readonly Evicted[];
  readonly warnings: readonly string[];
}

/** Embeds what was stored while the model was down, and holds the memory to its limits. Doing it twice equals once. */
export async function maintain(
  parts: {
    readonly engine: Engine;
    readonly store: TurnStore;
    readonly spaces: MemorySpaces;
    readonly settings: MemorySettings;
    readonly writer: TurnWriter;
  },
  call: Call,
): Promise<MaintainSummary> {
  const { store, spaces, settings } = parts;
  const { evicted, summary } = await evictionFor(store, spaces, settings);
  if (evicted.length > 0) {
    const ids = evicted.map(({ id }) => id);
    const turns = summary === undefined ? [] : [await prepareTurn(summary, settings, call)];
    await store.change(changesOf(spaces, turns, undefined, ids), call);
  }
  return { ...(await embedMissing(parts, call)), evicted };
}

async function embedMissing(
  { engine, store, spaces, writer }: Parameters<typeof maintain>[0],
  call: Call,
): Promise<Pick<MaintainSummary, "embedded" | "unembedded" | "warnings">> {
  const bare = await store.uses(spaces.turns, { withoutVectors: true });
  let embedded = 0;
  if (bare.length === 0) return { embedded, unembedded: 0, warnings: [] };
  try {
    const embedder = await engine.embedder(spaces.turns, call);
    if (embedder === undefined) return { embedded, unembedded: bare.length, warnings: [] };
    for (let from = 0; from < bare.length; from += BATCH_TURNS) {
      call.signal?.throwIfAborted();
      const batch: PreparedTurn[] = [];
      for (const { id } of bare.slice(from, from + BATCH_TURNS)) {
        const document = await store.document(spaces.turns, id);
        if (document === undefined) continue;
        batch.push(await prepareChunks(document, await store.chunksOf(spaces.turns, id)));
      }
      await writer.rewrite(batch, embedder, call);
      embedded += batch.length;
    }
    return { embedded, unembedded: 0, warnings: [] };
  } catch (error) {
    call.signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    const warnings = [`Vectors could not be made, the turns are found by words: ${reason}`];
    return { embedded, unembedded: bare.length - embedded, warnings };
  }
}
