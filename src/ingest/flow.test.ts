import { queryObjects } from "node:v8";
import { describe, expect, it } from "vitest";
import { mapWithin, punctually, readAhead } from "./flow.ts";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) yield i;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("mapWithin", () => {
  it("keeps the order, the number and the size", async () => {
    let running = 0;
    let size = 0;
    const most = { running: 0, size: 0 };
    const results = mapWithin(numbers(60), { width: 5, most: 20 }, { before: (n) => n % 12 }, async (n) => {
      most.running = Math.max(most.running, ++running);
      size += n % 12;
      most.size = Math.max(most.size, size);
      await wait((n * 7) % 5);
      running--;
      return n;
    });
    const seen: number[] = [];
    for await (const n of results) {
      seen.push(n);
      size -= n % 12;
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => i));
    expect(most.running).toBeLessThanOrEqual(5);
    expect(most.running).toBeGreaterThan(1);
    expect(most.size).toBeLessThanOrEqual(20);
  });

  it("lets one item be larger than all may be together", async () => {
    const results = mapWithin(numbers(3), { width: 4, most: 1 }, { before: () => 100 }, async (n) => n);
    expect(await Array.fromAsync(results)).toEqual([0, 1, 2]);
  });

  it("counts results by what they have grown to, until they are taken", async () => {
    let begun = 0;
    const results = mapWithin(
      numbers(20),
      { width: 8, most: 10 },
      { before: () => 1, after: () => 5 },
      async (n) => {
        begun++;
        await wait(1);
        return n;
      },
    );
    expect((await results.next()).value).toBe(0);
    await wait(20);
    const first = begun;
    expect((await results.next()).value).toBe(1);
    await wait(20);
    expect(begun).toBe(first);
    expect(await Array.fromAsync(results)).toHaveLength(18);
  });

  it("gives what is ready though the source is slow", async () => {
    async function* stuck() {
      yield 1;
      yield 2;
      await new Promise(() => {});
    }
    const results = mapWithin(stuck(), { width: 4, most: 9 }, { before: () => 0 }, async (n) => n);
    expect((await results.next()).value).toBe(1);
    expect((await results.next()).value).toBe(2);
  });

  it("throws what an item throws, at its place", async () => {
    const seen: number[] = [];
    const results = mapWithin(numbers(9), { width: 4, most: 9 }, { before: () => 0 }, async (n) => {
      if (n === 3) throw new Error("three");
      return n;
    });
    await expect(
      (async () => {
        for await (const n of results) seen.push(n);
      })(),
    ).rejects.toThrow("three");
    expect(seen).toEqual([0, 1, 2]);
  });
});

describe("readAhead", () => {
  it("knows the number before the items are used", async () => {
    let total: number | undefined;
    const items = readAhead(numbers(1_000), 5_000, (count) => {
      total = count;
    });
    await items.next();
    await wait(5);
    expect(total).toBe(1_000);
    expect(await Array.fromAsync(items)).toHaveLength(999);
  });

  it("reads no further than allowed", async () => {
    let read = 0;
    async function* counted() {
      for (; read < 10_000; read++) yield read;
    }
    const items = readAhead(counted(), 100, () => {});
    for (let i = 0; i < 50; i++) expect((await items.next()).value).toBe(i);
    await wait(5);
    expect(read).toBeLessThan(500);
    expect((await Array.fromAsync(items)).at(-1)).toBe(9_999);
  });

  it("throws what the source throws, behind what came before", async () => {
    async function* broken() {
      yield 1;
      throw new Error("broken");
    }
    const items = readAhead(broken(), 10, () => {});
    expect((await items.next()).value).toBe(1);
    await expect(items.next()).rejects.toThrow("broken");
  });
});

describe("punctually", () => {
  it("says when time is up, and loses nothing", async () => {
    async function* slowly() {
      for (let i = 0; i < 3; i++) {
        await wait(20);
        yield i;
      }
    }
    const seen = await Array.fromAsync(punctually(slowly(), () => 4, undefined));
    expect(seen.filter((one) => one !== undefined)).toEqual([0, 1, 2]);
    expect(seen).toContain(undefined);
  });

  it("a signal ends it though the source never answers", async () => {
    async function* never() {
      yield 1;
      await new Promise(() => {});
    }
    const stop = new AbortController();
    const items = punctually(never(), () => undefined, stop.signal);
    await items.next();
    setTimeout(() => stop.abort(new Error("stopped")), 5);
    await expect(items.next()).rejects.toThrow("stopped");
  });

  it("keeps nothing of what was taken, though the signal lives on", async () => {
    class Large {}
    async function* many() {
      for (let i = 0; i < 100; i++) yield new Large();
    }
    const { signal } = new AbortController();
    let alive = 0;
    let seen = 0;
    for await (const _one of punctually(many(), () => 1_000, signal)) {
      if (++seen === 100) alive = queryObjects(Large, { format: "count" }) as unknown as number;
    }
    expect(alive).toBeLessThan(10);
  });
});
