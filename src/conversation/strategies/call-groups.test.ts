import { expect, it } from "vitest";
import { messageOf } from "../../../test/conversation/strategies/messages.ts";
import { callGroups } from "./call-groups.ts";

function pieces(calls: readonly string[], tokens = 10) {
  return calls.map((ids, index) => {
    const parts = [...ids].map((callId) => ({ kind: "tool-call" as const, text: "", callId }));
    return { message: messageOf(String(index), { parts }), index, tokens };
  });
}

const ranges = (calls: readonly string[], capacity: number) =>
  callGroups(pieces(calls), capacity).map(({ start, end }) => [start, end]);

it("keeps a call, its result and what lies between together", () => {
  expect(ranges(["", "a", "", "a", ""], 100)).toEqual([
    [0, 1],
    [1, 4],
    [4, 5],
  ]);
});

it("joins calls that interlock", () => {
  expect(ranges(["ab", "a", "b", "c", "c"], 100)).toEqual([
    [0, 3],
    [3, 5],
  ]);
});

it("gives up a call whose result is too far away for one chunk", () => {
  expect(ranges(["a", "b", "b", "", "a"], 30)).toEqual([
    [0, 1],
    [1, 3],
    [3, 4],
    [4, 5],
  ]);
});

it("marks the pieces of interlocking calls that are too large together", () => {
  const groups = callGroups(pieces(["a", "ab", "bc", "c"]), 20);
  expect(groups.map(({ isSevered }) => isSevered)).toEqual([false, true, true, true]);
});
