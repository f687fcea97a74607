import type { DocumentRuns, PostingList, Segment } from "./segment.ts";

/** Made once for a list: a document's chunks stand together, and where one ends and the next begins no processor can guess. */
export function documentRuns(list: PostingList, { first, documents }: Segment): DocumentRuns {
  if (list.runs !== undefined) return list.runs;
  const { numbers, counts } = list;
  const starts = new Uint32Array(numbers.length);
  const sums = new Uint32Array(numbers.length);
  let runs = 0;
  let last = -1;
  for (let i = 0; i < numbers.length; i++) {
    const document = documents[numbers[i] - first];
    if (document !== last) starts[runs++] = numbers[i];
    sums[runs - 1] += counts[i];
    last = document;
  }
  list.runs = { numbers: starts.slice(0, runs), counts: sums.slice(0, runs) };
  return list.runs;
}
