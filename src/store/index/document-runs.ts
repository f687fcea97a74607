import type { PostingList, Segment } from "./segment.ts";

/** A list by documents: the first chunk of each that has the term, and how often all of its chunks have it. */
export interface DocumentRuns {
  readonly numbers: Uint32Array;
  readonly counts: Uint32Array;
}

const runsOfLists = new WeakMap<PostingList, DocumentRuns>();

/** Made once for a list: a document's chunks stand together, and where one ends and the next begins no processor can guess. */
export function documentRuns(list: PostingList, { first, documents }: Segment): DocumentRuns {
  const known = runsOfLists.get(list);
  if (known !== undefined) return known;
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
  const made = { numbers: starts.slice(0, runs), counts: sums.slice(0, runs) };
  runsOfLists.set(list, made);
  return made;
}
