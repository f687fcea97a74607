import { expect, it } from "vitest";
import { type TableCell, tableLines } from "./markdown-table.ts";

/** "text", "text>2" over two columns, "text^2" over two rows, "*text" for a head cell. */
function cells(row: string): TableCell[] {
  return row.split(";").map((written) => {
    const [, star, text, columns, rows] = /^(\*?)([^>^]*)(?:>(\d+))?(?:\^(\d+))?$/.exec(written) ?? [];
    return { text, columns: Number(columns ?? 1), rows: Number(rows ?? 1), header: star === "*" };
  });
}

const table = (...rows: string[]): string[] => tableLines(rows.map(cells));

it("takes the first row as head and escapes what parts cells", () => {
  expect(table("a;b", "1|2; x  y ")).toEqual(["| a | b |", "| --- | --- |", "| 1\\|2 | x y |"]);
});

it("joins several rows of head cells into one", () => {
  expect(table("*Name^2;*Year>2", "*2023;*2024", "A;1;2")).toEqual([
    "| Name | Year 2023 | Year 2024 |",
    "| --- | --- | --- |",
    "| A | 1 | 2 |",
  ]);
});

it("repeats a cell down its rows, and across columns in the head only", () => {
  expect(table("*a;*b;*c", "x^2;1>2", "2;3")).toEqual([
    "| a | b | c |",
    "| --- | --- | --- |",
    "| x | 1 |  |",
    "| x | 2 | 3 |",
  ]);
});

it("widens the head to the widest row and leaves empty rows out", () => {
  expect(table("a", "1;2;3", ";;", "4;5")).toEqual([
    "| a |  |  |",
    "| --- | --- | --- |",
    "| 1 | 2 | 3 |",
    "| 4 | 5 |",
  ]);
});

it("keeps a cell that hangs further right than a short row reaches", () => {
  expect(table("a;b;c^2", "1")).toEqual(["| a | b | c |", "| --- | --- | --- |", "| 1 |  | c |"]);
});

it("gives nothing for a table without text", () => {
  expect(table(";", ";")).toEqual([]);
  expect(tableLines([])).toEqual([]);
});

it("does not let spans make a huge table of a small one", () => {
  const wide = cells("x>1000^65534");
  const lines = tableLines([wide, ...Array.from({ length: 20_000 }, () => cells("y"))]);
  expect(lines.join("").length).toBeLessThan(3_000_000);
  const long = cells(`${"long ".repeat(20_000)}^60000`);
  expect(tableLines([long, ...Array.from({ length: 5_000 }, () => cells("y"))]).join("").length).toBeLessThan(
    3_000_000,
  );
});

it("keeps every cell of a very wide row", () => {
  const lines = tableLines([cells("a"), Array.from({ length: 3_000 }, (_, i) => cells(`c${i}`)[0])]);
  expect(lines[2]).toContain("| c2999 |");
});
