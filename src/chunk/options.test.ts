import { describe, expect, it } from "vitest";
import { SherdError } from "../core/errors.ts";
import { TokenCounter } from "../text/index.ts";
import {
  RecursiveTextSplitter,
  type RecursiveTextSplitterOptions,
  SentenceSplitter,
  TextSplitter,
} from "./index.ts";

/** Wrong in every way the types forbid too: JavaScript callers have no types. */
const NONSENSE: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ["size 0", { size: 0 }, "0"],
  ["a negative size", { size: -5 }, "-5"],
  ["size NaN", { size: Number.NaN }, "NaN"],
  ["an infinite size", { size: Number.POSITIVE_INFINITY }, "Infinity"],
  ["half a character", { size: 10.5 }, "10.5"],
  ["a size in words", { size: "big" }, '"big"'],
  ["overlap as large as size", { size: 10, overlap: 10 }, "10"],
  ["overlap larger than size", { size: 10, overlap: 50 }, "50"],
  ["negative overlap", { size: 10, overlap: -1 }, "-1"],
  ["overlap NaN", { size: 10, overlap: Number.NaN }, "NaN"],
  ["overlap of one and a half", { size: 10, overlap: 1.5 }, "1.5"],
  ["a minimum as large as size", { size: 10, minimum: 10 }, "10"],
  ["an unknown unit", { unit: "words" }, '"words"'],
  ["an unknown white space mode", { whitespace: "maybe" }, '"maybe"'],
  ["a misspelt option", { chunkSize: 100 }, "chunkSize"],
];

describe.each([
  ["TextSplitter", (options: object) => new TextSplitter(options)],
  ["RecursiveTextSplitter", (options: object) => new RecursiveTextSplitter(options)],
  ["SentenceSplitter", (options: object) => new SentenceSplitter(options)],
] as const)("%s", (_name, make) => {
  it.each(NONSENSE)("refuses %s when made, with the value in the message", (_what, options, value) => {
    expect(() => make(options)).toThrow(SherdError);
    expect(() => make(options)).toThrow(value);
  });

  it("refuses tokens without a counter, and says how to get one", () => {
    expect(() => make({ unit: "tokens" })).toThrow(/await TokenCounter\.create\(\)/);
    expect(() => make({ unit: "tokens", counter: new TokenCounter() })).toThrow(/TOKENIZER|table/);
  });

  it.each([undefined, null, 5, {}])("refuses %j as a text", (text) => {
    expect(() => make({}).splitText(text as unknown as string)).toThrow(/needs a text/);
    expect(() => make({}).split({ text } as unknown as { text: string })).toThrow(/needs a text/);
  });

  it("splits nothing into nothing", () => {
    expect(make({}).splitText("")).toEqual([]);
    expect(make({}).split({ text: " \n\t " })).toEqual([]);
    expect(make({ whitespace: "keep" }).splitText(" \n ")).toEqual([" \n "]);
  });
});

it("refuses unknown presets and separators that are none", () => {
  const make = (options: Record<string, unknown>) =>
    new RecursiveTextSplitter(options as RecursiveTextSplitterOptions);
  expect(() => make({ preset: "cobol" })).toThrow(/"cobol"/);
  expect(() => make({ preset: "toString" })).toThrow(/"toString"/);
  expect(() => make({ separators: "\n" })).toThrow(/separators/);
  expect(() => make({ separators: [5] })).toThrow(/5/);
  expect(() => make({ preset: "python", separators: ["\n"] })).toThrow(/left out/);
});

it("takes overlap and minimum as a share of the size or as an amount", () => {
  const text = "word ".repeat(200);
  const share = new TextSplitter({ size: 100, overlap: 0.2, minimum: 0.5 });
  const amount = new TextSplitter({ size: 100, overlap: 20, minimum: 50 });
  expect(share.fingerprint).toBe(amount.fingerprint);
  expect(share.splitText(text)).toEqual(amount.splitText(text));
});
