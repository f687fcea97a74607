// What decay costs and gains: recall@10, recall@1 and the mean reciprocal rank on the sets of ./sets.

import { EpisodicMemory } from "../../src/memory/episodic-memory.ts";

const TOP = 10;

/** A memory with the turns of a set; ids are the set's own. */
export async function fillMemory(location, set, options = {}) {
  const memory = await EpisodicMemory.open(location, options);
  const lines = [
    { kind: "sherd-memory", version: 1 },
    ...set.turns,
    { kind: "sherd-memory-end", turns: set.turns.length },
  ];
  await memory.import(Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n")));
  return memory;
}

/** Figures of every question, by its kind, in percent. Nothing is counted as used: all are asked at one time. */
export async function measureQuality(memory, set) {
  const rows = [];
  for (const { question, gold, kind } of set.questions) {
    const { memories } = await memory.recall(question, { topK: TOP, asOf: set.asOf, includeParents: false });
    const ids = memories.map(({ id }) => id);
    const wanted = new Set(gold);
    const found = ids.filter((id) => wanted.has(id)).length;
    const first = ids.findIndex((id) => wanted.has(id));
    rows.push({
      kind,
      recall: (100 * found) / Math.min(gold.length, TOP),
      first: first === 0 ? 100 : 0,
      reciprocal: first < 0 ? 0 : 100 / (first + 1),
    });
  }
  return rows;
}

export function mean(rows, key) {
  return rows.reduce((sum, row) => sum + row[key], 0) / Math.max(1, rows.length);
}
