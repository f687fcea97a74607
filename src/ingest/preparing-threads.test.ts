import { afterEach, expect, it } from "vitest";
import { isOutOfMemory } from "./most-terms.ts";
import { PreparingThreads } from "./preparing-threads.ts";

const SETTINGS = { chunking: {}, recipe: "recipe" };
let threads: PreparingThreads | undefined;

afterEach(async () => {
  await threads?.close();
});

const job = (id: string, text: string) => ({ document: { id, text, metadata: { format: "text" } } });

it("a document that a thread dies of is the only one that fails", async () => {
  threads = await PreparingThreads.start(1, SETTINGS, { maxOldGenerationSizeMb: 96 });
  const small = "Clay is fired in a kiln. ";
  const jobs = [
    job("a", small),
    job("b", small),
    job("large", small.repeat(2_000_000)),
    job("c", small),
    job("d", small),
  ];
  const outcomes = await Promise.allSettled(jobs.map((one) => threads?.run(one)));
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(outcomes[2]).toSatisfy(({ reason }: PromiseRejectedResult) => isOutOfMemory(reason));
});

it("is full when every thread has enough at hand, until one is done", async () => {
  threads = await PreparingThreads.start(1, SETTINGS);
  const running: Promise<unknown>[] = [];
  while (!threads.isFull) running.push(threads.run(job(`${running.length}`, "Clay.")));
  expect(running).toHaveLength(PreparingThreads.jobsOf(1));
  await Promise.all(running);
  expect(threads.isFull).toBe(false);
});

it("splits, and for a long text does the rest too, which would keep the main thread", async () => {
  threads = await PreparingThreads.start(1, SETTINGS);
  const short = await threads.split(job("short", "Clay is fired in a kiln."));
  expect(Object.keys(short).sort()).toEqual(["chunks", "document"]);
  const long = await threads.split(job("long", "Clay is fired in a kiln. ".repeat(25_000)));
  expect(long).toHaveProperty("terms");
  expect(long).toEqual(await threads.run(job("long", "Clay is fired in a kiln. ".repeat(25_000))));
});

it("two threads give what one gives, in the order of the jobs", async () => {
  const texts = Array.from({ length: 40 }, (_, i) => `Clay number ${i} is fired in a kiln. `.repeat(50));
  const all = async (count: number) => {
    threads = await PreparingThreads.start(count, SETTINGS);
    const made: unknown[] = [];
    for (const [i, text] of texts.entries()) made.push(await threads.run(job(`d${i}`, text)));
    const together = await Promise.all(texts.slice(0, 16).map((text, i) => threads?.run(job(`d${i}`, text))));
    expect(together).toEqual(made.slice(0, 16));
    await threads.close();
    return made;
  };
  expect(await all(2)).toEqual(await all(1));
});
