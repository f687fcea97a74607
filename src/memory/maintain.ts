import type { Call } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { type ErrorCode, SherdError } from "../core/errors.ts";
import type { TurnStore } from "../core/turn-store.ts";
import type { Engine } from "../knowledge-base/engine.ts";
import type { Evicted } from "./evict.ts";
import { type PreparedTurn, prepareChunks } from "./prepare-turn.ts";
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
    readonly writer: TurnWriter;
  },
  call: Call,
): Promise<MaintainSummary> {
  const { evicted, warnings } = await parts.writer.holdLimits(call);
  const embedding = await embedMissing(parts, call);
  return { ...embedding, evicted, warnings: [...warnings, ...embedding.warnings] };
}

type Embedding = Pick<MaintainSummary, "embedded" | "unembedded" | "warnings">;

async function embedMissing(parts: Parameters<typeof maintain>[0], call: Call): Promise<Embedding> {
  const { engine, store, spaces } = parts;
  const bare = (await store.uses(spaces.turns, { withoutVectors: true })).map(({ id }) => id);
  let embedded = 0;
  if (bare.length === 0) return { embedded, unembedded: 0, warnings: [] };
  const refused: string[] = [];
  try {
    const embedder = await engine.embedder(spaces.turns, call);
    if (embedder === undefined) return { embedded, unembedded: bare.length, warnings: [] };
    for (let from = 0; from < bare.length; from += BATCH_TURNS) {
      const batch = bare.slice(from, from + BATCH_TURNS);
      try {
        embedded += await embedBatch(parts, batch, embedder, call);
      } catch (error) {
        if (!hasCode(error, "EMBEDDING_REJECTED")) throw error;
        // One text that a provider refuses must not keep the others from theirs.
        for (const id of batch)
          embedded += await embedBatch(parts, [id], embedder, call).catch((one) => {
            if (!hasCode(one, "EMBEDDING_REJECTED")) throw one;
            refused.push(`Turn ${id} has no vectors, for the provider refuses it: ${one.message}`);
            return 0;
          });
      }
    }
    return { embedded, unembedded: refused.length, warnings: refused };
  } catch (error) {
    call.signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    const warning = `Vectors could not be made, the turns are found by words: ${reason}`;
    return { embedded, unembedded: bare.length - embedded, warnings: [...refused, warning] };
  }
}

/** How many of them were still there. */
async function embedBatch(
  { store, spaces, writer }: Parameters<typeof maintain>[0],
  ids: readonly string[],
  embedder: Embedder,
  call: Call,
): Promise<number> {
  for (;;) {
    call.signal?.throwIfAborted();
    const batch: PreparedTurn[] = [];
    for (const { id } of await store.uses(spaces.turns, { ids })) {
      const document = await store.document(spaces.turns, id);
      if (document !== undefined)
        batch.push(await prepareChunks(document, await store.chunksOf(spaces.turns, id)));
    }
    if (batch.length === 0) return 0;
    try {
      await writer.rewrite(batch, embedder, call);
      return batch.length;
    } catch (error) {
      // Ends: each time there is at least one less.
      if (!hasCode(error, "TURN_GONE")) throw error;
    }
  }
}

function hasCode(error: unknown, code: ErrorCode): error is SherdError {
  return error instanceof SherdError && error.code === code;
}
