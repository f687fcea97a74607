import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { inParallel } from "./in-parallel.ts";

async function* numbers(count: number, onTake: () => void = () => {}): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) {
    onTake();
    yield i;
  }
}

it("gives every result, at most so many under way, and takes no item before there is room", async () => {
  let [taken, given, running, most, mostAhead] = [0, 0, 0, 0, 0];
  const work = async (item: number) => {
    most = Math.max(most, ++running);
    await delay((item * 7) % 5);
    running--;
    return item;
  };
  const results: number[] = [];
  const source = numbers(40, () => {
    mostAhead = Math.max(mostAhead, ++taken - given);
  });
  for await (const result of inParallel(source, 3, work, () => {})) {
    results.push(result);
    given++;
  }
  expect(results.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(most).toBe(3);
  expect(mostAhead).toBeLessThanOrEqual(3);
});

it("one at a time keeps the order and does not begin an item before the last result was taken", async () => {
  const events: string[] = [];
  const work = async (item: number) => {
    events.push(`begin ${item}`);
    return item;
  };
  for await (const result of inParallel(numbers(3), 1, work, () => {})) {
    await delay(1);
    events.push(`take ${result}`);
  }
  expect(events).toEqual(["begin 0", "take 0", "begin 1", "take 1", "begin 2", "take 2"]);
});

it("throws what the work or the source throws, after stopping the rest", async () => {
  let stops = 0;
  const failing = inParallel(
    numbers(10),
    2,
    async (item) => {
      if (item === 3) throw new Error("three");
      return item;
    },
    () => stops++,
  );
  await expect(Array.fromAsync(failing)).rejects.toThrow("three");
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    throw new Error("source");
  }
  await expect(
    Array.fromAsync(
      inParallel(
        broken(),
        2,
        async (item) => item,
        () => stops++,
      ),
    ),
  ).rejects.toThrow("source");
  expect(stops).toBe(2);
});

it("a reader that stops does not wait for a source that never goes on", async () => {
  async function* silent(): AsyncGenerator<number> {
    yield 1;
    await new Promise(() => {});
  }
  const seen: number[] = [];
  for await (const result of inParallel(
    silent(),
    2,
    async (item) => item,
    () => {},
  )) {
    seen.push(result);
    break;
  }
  expect(seen).toEqual([1]);
});
