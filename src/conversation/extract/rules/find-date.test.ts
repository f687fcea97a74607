import { expect, it } from "vitest";
import { tokensOf } from "./clauses.ts";
import type { Language } from "./date-words.ts";
import { findDates } from "./find-date.ts";

/** A Thursday. */
const SAID_AT = Date.UTC(2026, 2, 5, 10);

function read(text: string, language: Language = "en", isPast = false, time: number | undefined = SAID_AT) {
  const words = tokensOf(text).map(({ word }) => word);
  return findDates(words, { time, isPast, language }).map(
    ({ from, to, relation }) => `${relation} ${day(from)}..${day(to)}`,
  );
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

it.each([
  ["today", "on 2026-03-05..2026-03-06"],
  ["tomorrow", "on 2026-03-06..2026-03-07"],
  ["yesterday", "on 2026-03-04..2026-03-05"],
  ["the day after tomorrow", "on 2026-03-07..2026-03-08"],
  ["next Monday", "on 2026-03-09..2026-03-10"],
  ["next Friday", "on 2026-03-13..2026-03-14"],
  ["this Friday", "on 2026-03-06..2026-03-07"],
  ["last Thursday", "on 2026-02-26..2026-02-27"],
  ["on Thursday", "on 2026-03-12..2026-03-13"],
  ["in 3 days", "on 2026-03-08..2026-03-09"],
  ["in two months", "on 2026-05-05..2026-05-06"],
  ["three weeks ago", "on 2026-02-12..2026-02-13"],
  ["last week", "on 2026-02-23..2026-03-02"],
  ["this weekend", "on 2026-03-07..2026-03-09"],
  ["next month", "on 2026-04-01..2026-05-01"],
  ["last year", "on 2025-01-01..2026-01-01"],
  ["on 2026-04-20", "on 2026-04-20..2026-04-21"],
  ["March 5", "on 2026-03-05..2026-03-06"],
  ["March 4th", "on 2027-03-04..2027-03-05"],
  ["5 March 2026", "on 2026-03-05..2026-03-06"],
  ["March 5, 2024", "on 2024-03-05..2024-03-06"],
  ["the 1st of May", "on 2026-05-01..2026-05-02"],
  ["29 February", "on 2028-02-29..2028-03-01"],
  ["by Friday", "by 2026-03-06..2026-03-07"],
  ["before 10 March", "by 2026-03-10..2026-03-10"],
  ["since 2020", "since 2020-01-01..2021-01-01"],
  ["until June", "until 2026-06-01..2026-06-01"],
  ["in January 2027", "on 2027-01-01..2027-02-01"],
])("%s", (text, expected) => expect(read(text)).toEqual([expected]));

it.each(["a 2012 car", "I may go", "31 February", "2026-13-40", "march on", "room 5", "in 5 minutes"])(
  "is no date: %s",
  (text) => expect(read(text)).toEqual([]),
);

it.each<[Language, string, string]>([
  ["es", "mañana", "on 2026-03-06..2026-03-07"],
  ["es", "el 12 de marzo de 2026", "on 2026-03-12..2026-03-13"],
  ["fr", "hier", "on 2026-03-04..2026-03-05"],
  ["fr", "avant le 12 mars", "by 2026-03-12..2026-03-12"],
  ["de", "bis Freitag", "by 2026-03-06..2026-03-07"],
  ["de", "am 12. März 2026", "on 2026-03-12..2026-03-13"],
  ["pt", "até 12 de março", "by 2026-03-12..2026-03-13"],
  ["zh", "2026年3月12日", "on 2026-03-12..2026-03-13"],
  ["zh", "明天", "on 2026-03-06..2026-03-07"],
])("%s: %s", (language, text, expected) => expect(read(text, language)).toEqual([expected]));

it("looks back in the past tense", () => {
  expect(read("on Sunday", "en", true)).toEqual(["on 2026-03-01..2026-03-02"]);
  expect(read("on March 20", "en", true)).toEqual(["on 2025-03-20..2025-03-21"]);
  expect(read("in June", "en", true)).toEqual(["on 2025-06-01..2025-07-01"]);
});

it("resolves only full dates where the message has no time", () => {
  const words = tokensOf("tomorrow, on Friday, March 5, in June, 5 March 2026").map(({ word }) => word);
  expect(findDates(words, { time: undefined, isPast: false, language: "en" })).toHaveLength(1);
});

it("names no day beyond the calendar", () => {
  expect(read("in 900 years", "en", false, 8.64e15 - 1)).toEqual([]);
  expect(read("tomorrow", "en", false, Number.NaN)).toEqual([]);
});
