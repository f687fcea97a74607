import { expect, it } from "vitest";
import { type Progress, Task } from "./progress.ts";

const at = (done: number): Progress => ({ phase: "work", done, unit: "steps" });

it("begins by itself and can be awaited again and again", async () => {
  let begun = 0;
  const task = new Task(async () => ++begun);
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(begun).toBe(1);
  expect([await task, await task]).toEqual([1, 1]);
  expect(await task.finally(() => {})).toBe(1);
});

it("every reader of the same turn sees everything", async () => {
  const task = new Task(async (report) => {
    for (let i = 1; i <= 5; i++) {
      report(at(i));
      await null;
    }
    return "done";
  });
  const [one, two] = await Promise.all([Array.fromAsync(task), Array.fromAsync(task)]);
  expect(one.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5]);
  expect(two).toEqual(one);
  expect(await Array.fromAsync(task)).toEqual([]);
});

it("a reader that stops does not stop the work", async () => {
  const task = new Task(async (report) => {
    for (let i = 0; i < 10; i++) {
      report(at(i));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return "done";
  });
  for await (const { done } of task) if (done === 2) break;
  expect(await task).toBe("done");
});

it("a failure reaches whoever waits, and whoever reads, however late", async () => {
  const task = new Task(async (report) => {
    report(at(1));
    throw new Error("failed");
  });
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const { done } of task) {
        seen.push(done);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })(),
  ).rejects.toThrow("failed");
  expect(seen).toEqual([1]);
  await expect(task).rejects.toThrow("failed");
  expect(await task.catch(() => "caught")).toBe("caught");
});

it("a slow reader misses the oldest and keeps a bounded queue", async () => {
  const most = 100_000;
  const task = new Task(async (report) => {
    for (let i = 1; i <= most; i++) report(at(i));
  });
  const seen = await Array.fromAsync(task, ({ done }) => done);
  expect(seen.length).toBeLessThan(10_000);
  expect(seen.at(-1)).toBe(most);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});
