import { expect, it } from "vitest";
import { PieceTable } from "./piece-table.ts";

const table = new PieceTable(["[UNK]", "pot", "potter", "##ter", "##s", "##", "#", "té", "陶"].join("\n"));

function cut(word: string): number[] {
  const units = Uint16Array.from(word, (unit) => unit.charCodeAt(0));
  const ids = new Int32Array(word.length);
  return [...ids.subarray(0, table.cut(units, units.length, ids))];
}

it("takes the longest piece first, from the left", () => {
  expect(cut("pot")).toEqual([1]);
  expect(cut("pots")).toEqual([1, 4]);
  expect(cut("potters")).toEqual([2, 4]);
  expect(cut("té")).toEqual([7]);
  expect(cut("陶")).toEqual([8]);
});

it("tells pieces that begin a word from those that go on with one", () => {
  expect(cut("ter")).toEqual([]);
  expect(cut("s")).toEqual([]);
  expect(cut("potpot")).toEqual([]);
});

it("gives nothing for a word of which some part is no piece", () => {
  expect(cut("potx")).toEqual([]);
  expect(cut("")).toEqual([]);
});

it("takes a line that is only the sign of a continuation for a piece of its own", () => {
  expect(table.size).toBe(9);
  expect(table.idOf("##")).toBe(5);
  expect(table.idOf("#")).toBe(6);
  expect(table.idOf("[UNK]")).toBe(0);
  expect(table.idOf("missing")).toBe(-1);
});
