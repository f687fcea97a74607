import { describe, expect, it } from "vitest";
import { type Batch, BatchQueue, BatchSize } from "./batch-queue.ts";

function takeAll(queue: BatchQueue): Batch[] {
  const batches: Batch[] = [];
  for (let batch = queue.take(); batch !== undefined; batch = queue.take()) batches.push(batch);
  return batches;
}
const ranges = (batches: readonly Batch[]) => batches.map(({ start, end }) => [start, end]);

describe("BatchQueue", () => {
  it("cuts by count", () => {
    const size = new BatchSize({ items: 4, tokens: 1_000 });
    expect(ranges(takeAll(new BatchQueue(Array(10).fill("text"), size)))).toEqual([
      [0, 4],
      [4, 8],
      [8, 10],
    ]);
  });

  it("cuts by tokens, and sends a text alone that is larger than a batch", () => {
    const size = new BatchSize({ items: 10, tokens: 10 });
    const texts = ["x".repeat(20), "x".repeat(20), "x".repeat(20), "x".repeat(400), "x"];
    const batches = takeAll(new BatchQueue(texts, size));
    expect(ranges(batches)).toEqual([
      [0, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]);
    expect(batches.map(({ tokens }) => tokens)).toEqual([10, 5, 100, 1]);
  });

  it("hands out the halves of a rejected batch next, the first half first", () => {
    const queue = new BatchQueue(Array(9).fill("text"), new BatchSize({ items: 5, tokens: 1_000 }));
    queue.putBackHalves(queue.take() as Batch);
    expect(ranges(takeAll(queue))).toEqual([
      [0, 2],
      [2, 5],
      [5, 9],
    ]);
  });

  it("cuts smaller batches once one was too large", () => {
    const size = new BatchSize({ items: 8, tokens: 1_000 });
    const queue = new BatchQueue(Array(16).fill("text"), size);
    size.shrinkBelow(queue.take() as Batch);
    expect(ranges(takeAll(queue))).toEqual([
      [8, 12],
      [12, 16],
    ]);
    expect(size.limits).toEqual({ items: 4, tokens: 4 });
  });
});
