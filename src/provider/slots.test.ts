import { expect, it } from "vitest";
import { Slots } from "./slots.ts";

/** Work that ends when it is told to. */
function controlled() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

it("runs so many at a time, the others in the order they came", async () => {
  const { started, work, end } = controlled();
  const slots = new Slots(2);
  const all = Promise.all(["a", "b", "c", "d"].map((name) => slots.run(work(name))));
  expect(started).toEqual(["a", "b"]);
  end("b");
  await expect.poll(() => started).toEqual(["a", "b", "c"]);
  end("c");
  await expect.poll(() => started).toEqual(["a", "b", "c", "d"]);
  end("a");
  end("d");
  expect(await all).toEqual(["a", "b", "c", "d"]);
});

it("gives the slot of failed work to the next", async () => {
  const slots = new Slots(1);
  const failed = slots.run(() => Promise.reject(new Error("no")));
  const next = slots.run(async () => "next");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("next");
});

it("lets who is aborted leave the queue, without a slot and without starting", async () => {
  const { started, work, end } = controlled();
  const slots = new Slots(1);
  const first = slots.run(work("first"));
  const stop = new AbortController();
  const second = slots.run(work("second"), stop.signal);
  const third = slots.run(work("third"));
  stop.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  end("first");
  await first;
  await expect.poll(() => started).toEqual(["first", "third"]);
  end("third");
  expect(await third).toBe("third");
});

it("does not start for who is aborted already", async () => {
  const { started, work } = controlled();
  const reason = new Error("enough");
  await expect(new Slots(1).run(work("a"), AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(started).toEqual([]);
});
