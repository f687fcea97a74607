import type { Chunk } from "../../core/chunk.ts";
import { trimSpan } from "../../text/spans.ts";
import type { ChunkIssue } from "./chunk-report.ts";

/** A chunk with its place in the list that is validated. */
export interface Placed {
  readonly chunk: Chunk;
  readonly index: number;
}

/** Whether chunks say what stands at their spans, in order, and leave nothing out. */
export function coverageIssues(text: string, chunks: readonly Placed[]): ChunkIssue[] {
  const issues: ChunkIssue[] = [];
  let covered = 0;
  let previousStart = -1;
  for (const { chunk, index } of chunks) {
    const { start, end } = chunk.span;
    const at = { chunk: index, span: chunk.span };
    if (chunk.text !== text.slice(start, end))
      issues.push({ kind: "altered", ...at, message: "Its text is not what stands at its span." });
    if (start < previousStart)
      issues.push({ kind: "misordered", ...at, message: "It begins before the chunk in front of it." });
    pushGap(issues, text, covered, start);
    covered = Math.max(covered, end);
    previousStart = start;
  }
  pushGap(issues, text, covered, text.length);
  return issues;
}

function pushGap(issues: ChunkIssue[], text: string, from: number, to: number): void {
  if (to <= from) return;
  const { start, end } = trimSpan(text, { start: from, end: to });
  if (start === end) return;
  const message = `${end - start} characters are in no chunk: ${JSON.stringify(text.slice(start, Math.min(end, start + 40)))}.`;
  issues.push({ kind: "uncovered", span: { start, end }, message });
}

/** Whether parents and children hold together. */
export function familyIssues(chunks: readonly Chunk[]): ChunkIssue[] {
  const issues: ChunkIssue[] = [];
  const parents = new Map(chunks.filter(({ kind }) => kind === "parent").map((chunk) => [chunk.id, chunk]));
  const withChildren = new Set<string>();
  const known = new Map<Chunk, ReadonlySet<string>>();
  const childrenOf = (parent: Chunk): ReadonlySet<string> => {
    const ids = known.get(parent) ?? new Set(parent.childIds);
    known.set(parent, ids);
    return ids;
  };
  chunks.forEach((chunk, index) => {
    if (chunk.kind !== "child") return;
    const orphan = (message: string) =>
      issues.push({ kind: "orphan", chunk: index, span: chunk.span, message });
    const parent = parents.get(chunk.parentId ?? "");
    if (parent === undefined) {
      orphan(`Its parent ${chunk.parentId} is not among the chunks.`);
      return;
    }
    withChildren.add(parent.id);
    if (chunk.span.start < parent.span.start || chunk.span.end > parent.span.end)
      orphan("It reaches beyond its parent.");
    if (!childrenOf(parent).has(chunk.id)) orphan("Its parent does not name it.");
  });
  chunks.forEach((chunk, index) => {
    if (chunk.kind === "parent" && !withChildren.has(chunk.id))
      issues.push({ kind: "orphan", chunk: index, span: chunk.span, message: "A parent without children." });
  });
  return issues;
}
