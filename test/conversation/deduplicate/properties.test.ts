import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChunkDeduplicator } from "../../../src/conversation/deduplicate/chunk-deduplicator.ts";
import { DEDUPLICATION_OUTCOMES } from "../../../src/conversation/deduplicate/types.ts";
import { type ChunkExtractionResult, type Evidence, MEMORY_TYPES } from "../../../src/core/extraction.ts";
import { chunkOf, memoryOf } from "./memories.ts";

const deduplicator = new ChunkDeduplicator();

/** Few words, so that memories meet: the same, other values, denials, more said. */
const text = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("Anna", "Tom", "The user"),
      fc.constantFrom(
        "lives in",
        "resides in",
        "moved to",
        "does not live in",
        "no longer lives in",
        "works in",
        "likes",
      ),
      fc.constantFrom("Berlin", "Munich", "New York City", "NYC"),
      fc.constantFrom("", "", " now", " since 2020", " with 2 cats", " on Monday", " tomorrow"),
    )
    .map(([who, does, where, more]) => `${who} ${does} ${where}${more}`),
  fc.string({ maxLength: 12 }),
);
const memory = fc
  .record({
    text,
    type: fc.constantFrom(...MEMORY_TYPES.slice(0, 2)),
    confidence: fc.constantFrom(0.5, 0.7, 0.9),
    time: fc.option(
      fc.integer({ min: 1, max: 30 }).map((days) => days * 86_400_000),
      { nil: undefined, freq: 4 },
    ),
    message: fc.constantFrom("m1", "m2", "m3", "m4", "m5", "m6"),
  })
  .map(({ time, message, ...rest }) =>
    memoryOf({ ...rest, message: `${message}-${time ?? 0}`, ...(time !== undefined && { time }) }),
  );
const chunks = fc
  .array(fc.array(memory, { maxLength: 6 }), { maxLength: 5 })
  .map((lists) => lists.map((list, i) => chunkOf(i + 1, list)));

function places(evidence: readonly Evidence[]): string[] {
  return evidence.map(({ messageId, span }) => `${messageId} ${span.start} ${span.end}`);
}

/** Each input memory's final one. */
async function run(results: readonly ChunkExtractionResult[]) {
  const result = await deduplicator.deduplicateAcrossChunks(results);
  const finals = new Map(
    result.uniqueMemories.flatMap((each) =>
      (each.merged_from ?? [each.id]).map((id) => [`${each.type} ${id}`, each]),
    ),
  );
  return { result, finals };
}

describe("deduplication keeps its laws", () => {
  it("is tried on memories that meet: every outcome comes up", async () => {
    const outcomes = new Set<string>();
    let split = 0;
    for (const results of fc.sample(chunks, { numRuns: 300, seed: 7 })) {
      const { decisions, uniqueMemories } = await deduplicator.deduplicateAcrossChunks(results);
      for (const { outcome } of decisions) outcomes.add(outcome);
      split += uniqueMemories.filter(({ validTo }) => validTo !== undefined).length;
    }
    expect([...outcomes].sort()).toEqual([...DEDUPLICATION_OUTCOMES].sort());
    expect(split).toBeGreaterThan(0);
  });

  it("loses no evidence, no chunk and no source, and names each once", async () => {
    await fc.assert(
      fc.asyncProperty(chunks, async (results) => {
        const { result, finals } = await run(results);
        const given = results.flatMap(({ memories }) => memories);
        const ids = result.uniqueMemories.flatMap((each) =>
          (each.merged_from ?? [each.id]).map((id) => `${each.type} ${id}`),
        );
        expect([...ids].sort()).toEqual([...new Set(given.map(({ type, id }) => `${type} ${id}`))].sort());
        expect(result.duplicatesFound).toBe(given.length - result.uniqueMemories.length);
        for (const { chunkId, memories } of results)
          for (const source of memories) {
            const final = finals.get(`${source.type} ${source.id}`);
            expect(final?.source_chunks).toContain(chunkId);
            expect(places(final?.evidence ?? [])).toEqual(expect.arrayContaining(places(source.evidence)));
            expect(final?.confidence).toBeGreaterThanOrEqual(source.confidence);
          }
        for (const { evidence, source_chunks = [], chunk_confidence = [] } of result.uniqueMemories) {
          expect(new Set(places(evidence)).size).toBe(evidence.length);
          expect(chunk_confidence.length).toBe(source_chunks.length);
          const times = evidence.map(({ time }) => time);
          if (!times.includes(undefined))
            expect(times).toEqual([...times].sort((a, b) => Number(a) - Number(b)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("changes nothing when its result is deduplicated again", async () => {
    await fc.assert(
      fc.asyncProperty(chunks, async (results) => {
        const once = await deduplicator.deduplicateAcrossChunks(results);
        const twice = await deduplicator.deduplicateAcrossChunks([chunkOf(9, once.uniqueMemories)]);
        expect(twice.uniqueMemories).toEqual(once.uniqueMemories);
        expect(twice.duplicatesFound).toBe(0);
        const relations = deduplicator.mergeRelationships(once.uniqueMemories, [
          ...once.relationships,
          ...twice.relationships,
        ]);
        expect(relations.relationships).toEqual(once.relationships);
      }),
      { numRuns: 300 },
    );
  });

  it("does not depend on the order in which chunks arrive", async () => {
    await fc.assert(
      fc.asyncProperty(chunks, fc.integer(), async (results, seed) => {
        const shuffled = [...results].sort(
          (a, b) => ((a.sequence * 7919 + seed) % 13) - ((b.sequence * 7919 + seed) % 13),
        );
        const [one, other] = [await run(results), await run(shuffled)];
        expect(other.result).toEqual(one.result);
      }),
      { numRuns: 200 },
    );
  });

  it("ends a period where the next begins, and relates only what is there", async () => {
    await fc.assert(
      fc.asyncProperty(chunks, async (results) => {
        const { uniqueMemories, relationships } = await deduplicator.deduplicateAcrossChunks(results);
        const byId = new Map(uniqueMemories.map((each) => [each.id, each]));
        for (const { from, to, type } of relationships) {
          expect(from).not.toBe(to);
          const [later, earlier] = [byId.get(from), byId.get(to)];
          expect([later, earlier]).not.toContain(undefined);
          if (type !== "updates" || earlier?.validTo === undefined) continue;
          expect(earlier.validTo).toBeLessThanOrEqual(later?.validFrom as number);
          expect(earlier.validTo).toBeGreaterThan(earlier.validFrom as number);
        }
        const merged = deduplicator.mergeRelationships(uniqueMemories, relationships);
        expect(merged.dangling).toEqual([]);
        expect(merged.selfLoops).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
