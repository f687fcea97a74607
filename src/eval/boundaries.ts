import type { Call } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import type { Report } from "../core/progress.ts";
import type { Span } from "../core/span.ts";
import type { MeasuringSet } from "./read-set.ts";
import { segmentationFigures } from "./segmentation.ts";

/** One way to find topics, as the mean over documents; both figures in percent, lower is better. */
export interface BoundaryLine {
  readonly by: string;
  readonly Pk: number;
  readonly WindowDiff: number;
  /** Segments a document. */
  readonly segments: number;
}

/** Where a way to split begins its pieces. */
export interface Cutter {
  readonly name: string;
  starts(document: DocumentInput, call?: Call): Promise<readonly number[]>;
}

interface MarkedDocument extends DocumentInput {
  readonly units: readonly Span[];
  readonly reference: readonly number[];
}

/** The documents of a set in which a person marked topics. */
export function markedDocuments({ documents }: MeasuringSet): MarkedDocument[] {
  return documents.flatMap(({ id, text, chunks, boundaries }) =>
    chunks === undefined || boundaries === undefined
      ? []
      : [{ id, text, units: chunks, reference: boundaries }],
  );
}

/** Each cutter beside what knows nothing of the text: no boundary, and one every n units (the mean of the marked). */
export async function boundaryLines(
  documents: readonly MarkedDocument[],
  cutters: readonly Cutter[],
  { report, ...call }: Call & { readonly report?: Report | undefined } = {},
): Promise<BoundaryLine[]> {
  const units = sum(documents.map((document) => document.units.length));
  const segments = sum(documents.map(({ reference }) => reference.filter((at) => at > 0).length + 1));
  const n = Math.max(1, Math.round(units / segments));
  const every = ({ units: { length } }: MarkedDocument): number[] =>
    Array.from({ length: Math.ceil(length / n) - 1 }, (_, i) => (i + 1) * n);
  const lines = [
    line(
      "marked by a person",
      documents,
      documents.map(({ reference }) => reference),
    ),
    line(
      "no boundary",
      documents,
      documents.map(() => []),
    ),
    line(`every ${n} units`, documents, documents.map(every)),
  ];
  let done = 0;
  for (const { name, starts } of cutters) {
    const found: number[][] = [];
    for (const document of documents) {
      call.signal?.throwIfAborted();
      found.push(toUnits(await starts(document, call), document.units));
      report?.({
        phase: "boundaries",
        done: ++done,
        total: cutters.length * documents.length,
        unit: "documents",
      });
    }
    lines.push(line(name, documents, found));
  }
  return lines;
}

/** The units at which pieces begin; a piece that begins inside a unit counts where it is nearer. */
function toUnits(starts: readonly number[], units: readonly Span[]): number[] {
  const found = new Set<number>();
  let at = 0;
  for (const start of starts.toSorted((a, b) => a - b)) {
    while (at + 1 < units.length && units[at + 1].start <= start) at++;
    const next = units[at + 1];
    const isNearerNext = next !== undefined && next.start - start < start - units[at].start;
    found.add(isNearerNext ? at + 1 : at);
  }
  return [...found].filter((unit) => unit > 0);
}

function line(
  by: string,
  documents: readonly MarkedDocument[],
  hypotheses: readonly (readonly number[])[],
): BoundaryLine {
  const all = documents.map(({ units, reference }, i) =>
    segmentationFigures(units.length, reference, hypotheses[i]),
  );
  const mean = (values: readonly number[]): number => Math.round((1e4 * sum(values)) / values.length) / 100;
  return {
    by,
    Pk: mean(all.map(({ pk }) => pk)),
    WindowDiff: mean(all.map(({ windowDiff }) => windowDiff)),
    segments:
      Math.round(
        (10 * sum(hypotheses.map((found) => found.filter((at) => at > 0).length + 1))) / all.length,
      ) / 10,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
