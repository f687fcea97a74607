import { expect, it } from "vitest";
import { analyse } from "./analyse.ts";

it.each([
  ["The vessels were found", ["vessel", "found"]],
  ["What is the purpose of DiffExecutor?", ["purpos", "diffexecutor", "diff", "executor"]],
  ["getHTTPResponse2", ["gethttpresponse2", "get", "http", "respons"]],
  ["snake_case_name", ["snake_case_name", "snake", "case", "name"]],
  ["MAX_SIZE __init__", ["max_size", "max", "size", "init"]],
  ["Café naïve", ["cafe", "naiv"]],
  ["ﬁne １２", ["fine", "12"]],
  ["Tokyo's 東京都", ["tokyo", "東京", "京都"]],
  ["北", ["北"]],
  ["don't", ["don't"]],
  ["", []],
  ["  …—  ", []],
])("the terms of %j", (text, expected) => {
  expect(analyse(text)).toEqual(expected);
});

it("asks and answers with the same terms", () => {
  const answer = new Set(analyse("struct DiffExecutor wraps two executors"));
  expect(analyse("What does the diff executor wrap?").every((term) => answer.has(term))).toBe(true);
});

it("is linear on what looks like one endless word", () => {
  expect(analyse("a_".repeat(200_000)).length).toBeLessThan(100);
  expect(analyse("aB".repeat(200_000)).length).toBeLessThan(100);
});
