import { expect, it } from "vitest";
import { messageOf } from "../../../test/conversation/strategies/messages.ts";
import { pauseScores } from "./time-gaps.ts";

/** Messages with these gaps before them, in seconds. */
function talk(gaps: readonly number[]) {
  let time = 0;
  return gaps.map((gap, i) => {
    time += gap * 1_000;
    return messageOf(String(i), { time });
  });
}

const usual = (gap: number) => new Array(20).fill(gap);

it("hears a pause against the rhythm before it, not against a fixed number", () => {
  const hour = 3_600;
  const quick = pauseScores(talk([...usual(10), hour]));
  const slow = pauseScores(talk([...usual(hour), hour]));
  expect(quick[20]).toBe(1);
  expect(slow[20]).toBe(0);
});

it("follows a rhythm that changes", () => {
  const scores = pauseScores(talk([...usual(10), ...new Array(200).fill(600), 600]));
  expect(scores[20]).toBeGreaterThan(0.5);
  expect(scores[220]).toBe(0);
});

it("says nothing without times, with a clock that runs back, or before there is a rhythm", () => {
  expect([...pauseScores([messageOf("a"), messageOf("b")])]).toEqual([0, 0]);
  expect([...pauseScores(talk([0, 5, -50, 9_999]))]).toEqual([0, 0, 0, 0]);
});
