import type { Call } from "../../core/chunker.ts";
import type { ChunkExtractionResult, ExtractedRelationship, MemoryType } from "../../core/extraction.ts";
import { cluster } from "./cluster.ts";
import { type Entry, entryOf, type Source } from "./entry.ts";
import type { JudgeOptions } from "./judge.ts";
import { relate } from "./relate.ts";
import { resultOf } from "./result.ts";
import type { DeduplicationDecision, DeduplicationResult } from "./types.ts";
import type { TextVectors } from "./vectors.ts";

export interface DeduplicationTools {
  readonly threshold: number;
  readonly texts: TextVectors;
}

/** One run: takes chunks' results as they come, in any order, and judges them when all are there. */
export class Deduplication {
  /** By type and id: a memory that several chunks gave is one. */
  readonly #sources = new Map<string, Source[]>();
  #given = 0;

  add(results: readonly ChunkExtractionResult[]): void {
    for (const { chunkId, sequence, memories } of results)
      for (const [position, memory] of memories.entries()) {
        const source = { memory, chunkId, sequence, position };
        const key = `${memory.type} ${memory.id}`;
        const known = this.#sources.get(key);
        if (known === undefined) this.#sources.set(key, [source]);
        else known.push(source);
        this.#given++;
      }
  }

  async finish({ threshold, texts }: DeduplicationTools, call?: Call): Promise<DeduplicationResult> {
    const turn = async () => {
      call?.signal?.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
    };
    const byType = new Map<MemoryType, Entry[]>();
    let count = 0;
    for (const sources of this.#sources.values()) {
      if (count++ % 1_000 === 0) await turn();
      const entry = entryOf(sources);
      const entries = byType.get(entry.type);
      if (entries === undefined) byType.set(entry.type, [entry]);
      else entries.push(entry);
    }
    const all = [...byType.values()].flat();
    await texts.add(
      all.map(({ memory }) => memory.text),
      call,
    );
    const options: JudgeOptions = {
      threshold,
      cosine: (a, b) => texts.cosine((a as Entry).memory.text, (b as Entry).memory.text),
    };
    const entries: Entry[] = [];
    const relationships: ExtractedRelationship[] = [];
    const decisions: DeduplicationDecision[] = [];
    let pairsCompared = 0;
    let largeBlocks = 0;
    for (const type of [...byType.keys()].sort()) {
      const clustering = await cluster(byType.get(type) as Entry[], options, turn);
      const related = relate(clustering);
      // One by one: an argument list as long as a large result does not fit the stack.
      for (const entry of related.entries) entries.push(entry);
      for (const relationship of related.relationships) relationships.push(relationship);
      for (const decision of related.decisions) decisions.push(decision);
      pairsCompared += clustering.pairsCompared;
      largeBlocks += clustering.largeBlocks;
    }
    return resultOf(entries, relationships, decisions, { memories: this.#given, pairsCompared, largeBlocks });
  }
}
