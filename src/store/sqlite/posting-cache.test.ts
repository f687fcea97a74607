import { expect, it } from "vitest";
import { PostingCache } from "./posting-cache.ts";

const list = (length: number) => [
  { field: 0, places: new Uint16Array(length), counts: new Uint8Array(length) },
];

it("keeps what was used last, within its bytes, and tells segments apart", () => {
  const cache = new PostingCache(20_000);
  const loads: string[] = [];
  const get = (segment: number, term: string, length: number) =>
    cache.get(segment, term, () => {
      loads.push(`${segment} ${term}`);
      return list(length);
    });
  get(1, "a", 1_000);
  get(2, "a", 1_000);
  get(1, "a", 1_000);
  get(1, "b", 1_500);
  get(1, "c", 1_000);
  expect(loads).toEqual(["1 a", "2 a", "1 b", "1 c"]);
  get(1, "a", 1_000);
  expect(loads).toHaveLength(4);
  get(2, "a", 1_000);
  expect(loads).toHaveLength(5);
});

it("gives what is larger than all its room, and does not keep it", () => {
  const cache = new PostingCache(1_000);
  let loads = 0;
  for (let i = 0; i < 2; i++) {
    const lists = cache.get(1, "a", () => {
      loads++;
      return list(10_000);
    });
    expect(lists[0].places).toHaveLength(10_000);
  }
  expect(loads).toBe(2);
});
