import { ProviderFault } from "../provider/provider-fault.ts";

/**
 * Vectors in the order of the texts they belong to.
 *
 * The OpenAI wire format numbers the vectors of a reply (`data[i].index`), and the AI SDK leaves those numbers
 * unread: a reply in another order would give every text the vector of another. The raw replies are compared
 * here. Formats without numbers promise the order of the request, and nothing can be checked.
 */
export function inRequestOrder<T>(vectors: readonly T[], bodies: readonly unknown[]): readonly T[] {
  const numbers = bodies.map(indicesOf);
  // One `embedMany` may have sent several requests; where one lacks numbers, where the next starts is unknown.
  if (numbers.some((one) => one === undefined)) return vectors;
  const total = numbers.reduce((sum, one) => sum + (one?.length ?? 0), 0);
  if (total !== vectors.length) return vectors;
  const ordered = new Array<T>(vectors.length);
  let start = 0;
  for (const indices of numbers as number[][]) {
    checkPermutation(indices);
    for (let i = 0; i < indices.length; i++) ordered[start + indices[i]] = vectors[start + i];
    start += indices.length;
  }
  return ordered;
}

function indicesOf(body: unknown): number[] | undefined {
  const data = (body as { data?: unknown } | null | undefined)?.data;
  if (!Array.isArray(data)) return undefined;
  const indices = data.map((item: { index?: unknown } | null) => item?.index);
  if (!indices.every((index) => typeof index === "number")) return undefined;
  // Some servers number every vector 0, which says nothing.
  return indices.length > 1 && indices.every((index) => index === 0) ? undefined : indices;
}

function checkPermutation(indices: readonly number[]): void {
  const seen = new Uint8Array(indices.length);
  for (const index of indices) {
    if (!(index in seen) || seen[index] === 1) {
      throw new ProviderFault(
        "invalid",
        `the reply numbers its ${indices.length} vectors wrongly (${index})`,
      );
    }
    seen[index] = 1;
  }
}
