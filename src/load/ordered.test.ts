import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { mapInOrder } from "./ordered.ts";

async function* numbers(count: number, onEnd?: () => void): AsyncGenerator<number> {
  try {
    for (let i = 0; i < count; i++) yield i;
  } finally {
    onEnd?.();
  }
}

it("gives results in order though they come in any, and starts no more than asked", async () => {
  let running = 0;
  let most = 0;
  const results = mapInOrder(numbers(40), 4, async (n) => {
    most = Math.max(most, ++running);
    for (let i = 0; i < 3 + ((n * 7) % 11); i++) await setImmediate();
    running--;
    return n;
  });
  expect(await Array.fromAsync(results)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(most).toBe(4);
});

it("looks ahead no further than its width, however slow the reader", async () => {
  let started = 0;
  const results = mapInOrder(numbers(100), 3, async () => started++);
  await results.next();
  await results.next();
  expect(started).toBeLessThanOrEqual(5);
  await results.return(0);
  expect(started).toBeLessThanOrEqual(5);
});

it("throws an error in its place and ends its source", async () => {
  let ended = false;
  const results = mapInOrder(
    numbers(10, () => {
      ended = true;
    }),
    5,
    async (n) => {
      if (n === 2) throw new Error("two");
      return n;
    },
  );
  expect(await results.next()).toMatchObject({ value: 0 });
  expect(await results.next()).toMatchObject({ value: 1 });
  await expect(results.next()).rejects.toThrow("two");
  expect(ended).toBe(true);
});
