import { expect, it, vi } from "vitest";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";
import { Tariff } from "./context-settings.ts";
import { ReplyLog } from "./reply-log.ts";

const MODEL = "openai:gpt-5-mini";
const USAGE = { input: 1000, cachedInput: 0, output: 100 };

it("writes a reply, the end of its call and its cost in one go", async () => {
  const store = await openSqliteStore(":memory:");
  const log = new ReplyLog(store, "default", MODEL, new Tariff(MODEL, {}));
  const keep = vi.spyOn(store, "keepReplies");
  await log.begin("call");
  log.end("call", USAGE);
  await log.set("key", { text: "A reply." });
  expect(keep.mock.calls.map(([{ begun, ended, replies }]) => [begun, ended, replies.length])).toEqual([
    [["call"], [], 0],
    [[], ["call"], 1],
  ]);
  expect(await log.get(["key", "other"])).toEqual(new Map([["key", { text: "A reply." }]]));
  expect(await store.spending("default")).toMatchObject([{ model: MODEL, calls: 1, usage: USAGE }]);
  await store.close();
});

it("knows calls that another run began and never ended, and adds up what its own run spends", async () => {
  const store = await openSqliteStore(":memory:");
  const open = () => new ReplyLog(store, "default", MODEL, new Tariff(MODEL, {}));
  const killed = open();
  await Promise.all(["a", "b"].map((call) => killed.begin(call)));
  killed.end("b", USAGE);
  await killed.drain();
  const next = open();
  await Promise.all(["a", "b", "c"].map((call) => next.begin(call)));
  expect(next.repeated).toBe(1);
  for (const call of ["a", "b", "c"]) next.end(call, USAGE);
  await next.drain();
  const [{ calls, dollars }] = await store.spending("default");
  expect(calls).toBe(4);
  expect(dollars).toBeCloseTo((4 * (1000 * 0.25 + 100 * 2)) / 1e6, 10);
  expect(await store.spending("other")).toEqual([]);
  await store.close();
});

it("takes two copies of a call that are under way at once for two", async () => {
  const store = await openSqliteStore(":memory:");
  const log = new ReplyLog(store, "default", MODEL, new Tariff(MODEL, {}));
  const names = await Promise.all([log.begin("a"), log.begin("a")]);
  expect(new Set(names).size).toBe(2);
  expect(log.repeated).toBe(0);
  for (const name of names) log.end(name, USAGE);
  expect(await log.begin("a")).toBe("a");
  expect(log.repeated).toBe(0);
  await store.close();
});

it("what the disk refuses is thrown to whoever waits", async () => {
  const store = await openSqliteStore(":memory:");
  const log = new ReplyLog(store, "default", MODEL, new Tariff(MODEL, {}));
  vi.spyOn(store, "keepReplies").mockRejectedValueOnce(new Error("full"));
  await expect(log.begin("call")).rejects.toThrow("full");
  await log.set("key", { text: "Later." });
  await log.drain();
  await store.close();
});
