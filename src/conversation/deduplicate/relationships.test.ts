import { expect, it } from "vitest";
import type { ExtractedMemory, ExtractedRelationship } from "../../core/extraction.ts";
import { mergeRelationships } from "./relationships.ts";

function memory(id: string, ...merged_from: string[]): ExtractedMemory {
  return { id, type: "fact", text: id, subject: "", confidence: 1, evidence: [], by: "test@1", merged_from };
}
function relation(from: string, to: string, confidence = 0.5, type = "causes"): ExtractedRelationship {
  return { from, to, type, confidence };
}

it("moves ends to merged memories and drops what that makes pointless", () => {
  const merged = mergeRelationships(
    [memory("a", "a", "a2"), memory("b", "b", "b2"), memory("c")],
    [
      relation("a2", "b2", 0.4),
      relation("a", "b", 0.9),
      relation("a", "a2"),
      relation("b2", "c", 0.5, "part-of"),
      relation("a", "gone"),
    ],
  );
  expect(merged).toEqual({
    relationships: [relation("a", "b", 0.9), relation("b", "c", 0.5, "part-of")],
    dangling: [relation("a", "gone")],
    selfLoops: [relation("a", "a2")],
    duplicatesRemoved: 1,
  });
});
