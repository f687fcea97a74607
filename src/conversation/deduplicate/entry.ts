import type { Evidence, ExtractedMemory } from "../../core/extraction.ts";
import type { Comparable } from "./guards.ts";
import { readStatement } from "./statement.ts";

/** A memory as one chunk gave it. */
export interface Source {
  readonly memory: ExtractedMemory;
  readonly chunkId: string;
  readonly sequence: number;
  /** In its chunk. */
  readonly position: number;
}

/** Memories that say the same, the one whose text is kept first. */
export interface Entry extends Comparable {
  readonly memory: ExtractedMemory;
  readonly sources: readonly Source[];
}

/** One entry of several sources; the statement is read anew only where the kept memory changes. */
export function entryOf(sources: readonly Source[], known?: Entry): Entry {
  const sorted = [...sources].sort(byWorth);
  const { memory } = sorted[0];
  const times = sorted.flatMap(({ memory: { evidence } }) => evidence.flatMap(({ time }) => time ?? []));
  const saidFirst = extreme(times, Math.min);
  const saidLast = extreme(times, Math.max);
  const statement =
    known !== undefined && known.memory === memory ? known.statement : readStatement(memory, saidFirst);
  return {
    memory,
    sources: sorted,
    type: memory.type,
    statement,
    saidFirst,
    saidLast,
    validFrom: extreme(
      sorted.flatMap(({ memory: { validFrom } }) => validFrom ?? []),
      Math.min,
    ),
    validTo: extreme(
      sorted.flatMap(({ memory: { validTo } }) => validTo ?? []),
      Math.max,
    ),
  };
}

function extreme(times: readonly number[], pick: (a: number, b: number) => number): number | undefined {
  return times.length === 0 ? undefined : times.reduce((a, b) => pick(a, b));
}

/** The most confident first; then what was said first. Never by the order of arrival. */
export function byWorth(a: Source, b: Source): number {
  return (
    b.memory.confidence - a.memory.confidence ||
    (startOf(a.memory) ?? Number.MAX_VALUE) - (startOf(b.memory) ?? Number.MAX_VALUE) ||
    bySource(a, b) ||
    compare(a.memory.id, b.memory.id) ||
    compare(a.memory.text, b.memory.text)
  );
}

export function bySource(a: Source, b: Source): number {
  return a.sequence - b.sequence || compare(a.chunkId, b.chunkId) || a.position - b.position;
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** When what it says began to hold, as far as is known: when it was first said. */
export function startOf(memory: Pick<ExtractedMemory, "validFrom" | "evidence">): number | undefined {
  return (
    memory.validFrom ??
    extreme(
      memory.evidence.flatMap(({ time }) => time ?? []),
      Math.min,
    )
  );
}

/** The entry's memory with everything its sources know. */
export function finalMemory(entry: Entry): ExtractedMemory {
  const { memory, sources, validFrom, validTo } = entry;
  const ids = mergedIds(sources);
  const chunks = chunksOf(sources);
  const isMerged = sources.length > 1 || memory.merged_from !== undefined;
  return {
    ...memory,
    evidence: evidenceOf(sources),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
    source_chunks: [...chunks.keys()],
    chunk_confidence: [...chunks.values()],
    ...(isMerged && { merged_from: ids }),
  };
}

/** Every memory it was made of, each once. */
function mergedIds(sources: readonly Source[]): string[] {
  return [...new Set(sources.flatMap(({ memory }) => memory.merged_from ?? [memory.id]))];
}

/** Each chunk once, in the conversation's order, with the greatest confidence it gave. */
function chunksOf(sources: readonly Source[]): Map<string, number> {
  const chunks = new Map<string, number>();
  for (const { memory, chunkId } of [...sources].sort(bySource)) {
    const { source_chunks = [chunkId], chunk_confidence = [], confidence } = memory;
    for (const [i, chunk] of source_chunks.entries())
      chunks.set(chunk, Math.max(chunks.get(chunk) ?? 0, chunk_confidence[i] ?? confidence));
  }
  return chunks;
}

/** All evidence, each place once, in the order it was said where times tell, else in that of the chunks. */
function evidenceOf(sources: readonly Source[]): readonly Evidence[] {
  if (sources.length === 1) return sources[0].memory.evidence;
  const places = new Map<string, Evidence>();
  for (const { memory } of [...sources].sort(bySource))
    for (const evidence of memory.evidence) {
      const { conversationId, messageId, span } = evidence;
      const key = JSON.stringify([conversationId, messageId, span.start, span.end]);
      if (!places.has(key)) places.set(key, evidence);
    }
  const all = [...places.values()];
  if (all.some(({ time }) => time === undefined)) return all;
  const first = new Map<string, number>();
  for (const [i, { messageId }] of all.entries()) if (!first.has(messageId)) first.set(messageId, i);
  return all.sort(
    (a, b) =>
      (a.time as number) - (b.time as number) ||
      (first.get(a.messageId) as number) - (first.get(b.messageId) as number) ||
      a.span.start - b.span.start ||
      a.span.end - b.span.end,
  );
}
