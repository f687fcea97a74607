import { describe, expect, it } from "vitest";
import { cellsOf, guessDelimiter, recordSpans } from "./records.ts";
import { TableChunker } from "./table-chunker.ts";
import { columnName, columnNumber } from "./table-head.ts";

const rows = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join("\n");

describe("records", () => {
  it.each([
    ['a,"x\ny",b\nc,d,e\n', ",", ['a,"x\ny",b\n', "c,d,e\n"]],
    ['"a ""quoted"" b"\r\nc\r\n', ",", ['"a ""quoted"" b"\r\n', "c\r\n"]],
    ['5" pipe,1\n6" pipe,2', ",", ['5" pipe,1\n', '6" pipe,2']],
    ["a\tb\rc\td", "\t", ["a\tb\r", "c\td"]],
    ["", ",", []],
  ])("of %j", (text, delimiter, expected) => {
    expect(recordSpans(text, delimiter).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });

  it("a quote that is never closed swallows no more than its line", () => {
    const text = `a,"open\n${rows(20_000, (i) => `${i},x`)}\n`;
    expect(recordSpans(text, ",").length).toBeGreaterThan(20_000);
  });

  it("cells are unquoted", () => {
    expect(cellsOf('a,"b, ""c""",,d\r\n', ",")).toEqual(["a", 'b, "c"', "", "d"]);
  });

  it.each([
    ["a,b\n1,2\n", ","],
    ["a;b\n1,5;2,5\n", ";"],
    ["a\tb\n1\t2\n", "\t"],
    ["a|b|c\n1|2|3\n", "|"],
    ["just text\n", ","],
    ["Report 2024\n\nname;city;age\nAnn;Paris;3\nBen;Rome, Italy;4\n", ";"],
  ])("the delimiter of %j", (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });

  it("columns have names and numbers", () => {
    for (const [number, name] of [
      [1, "A"],
      [26, "Z"],
      [27, "AA"],
      [702, "ZZ"],
      [703, "AAA"],
      [16_384, "XFD"],
    ] as const) {
      expect(columnName(number)).toBe(name);
      expect(columnNumber(name)).toBe(number);
    }
  });
});

describe("delimited text", () => {
  const text = `name,price,weight\n,(EUR),kg\n${rows(40, (i) => `thing ${i},${i},${i / 10}`)}\n`;

  it("is cut between records, with the head and the units as context and the cells as locator", async () => {
    const chunks = await new TableChunker({ size: 120 }).split({ id: "d.csv", text });
    expect(chunks[0].text.startsWith("name,price,weight\n,(EUR),kg\nthing 0")).toBe(true);
    expect(chunks[0].context).toBeUndefined();
    expect(chunks[0].locator).toMatch(/^A1:C\d+$/);
    let row = 1;
    for (const chunk of chunks) {
      const lines = chunk.text.split("\n").length;
      expect(chunk.locator).toBe(`A${row}:C${row + lines - 1}`);
      row += lines;
    }
    for (const chunk of chunks.slice(1)) {
      expect(chunk.text).toMatch(/^thing \d+,/);
      expect(chunk.context).toEqual({ text: "name,price,weight\n,(EUR),kg", by: "table head", status: "ok" });
    }
  });

  it("without a head has no context", async () => {
    const chunks = await new TableChunker({ size: 60 }).split({
      text: rows(40, (i) => `${i},${i * 2},${i * 3}`),
    });
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.filter((chunk) => chunk.context !== undefined)).toEqual([]);
  });

  it("refuses a delimiter that cannot work", () => {
    expect(() => new TableChunker({ delimiter: '"' })).toThrow(/delimiter must be one character/);
    expect(() => new TableChunker({ delimiter: "ab" })).toThrow(/delimiter must be one character/);
  });
});

describe("a workbook", () => {
  const first = `item,count\n${rows(10, (i) => `a${i},${i}`)}\n`;
  const second = "note\n";
  const third = `city,people\n${rows(10, (i) => `b${i},${i}`)}\n`;
  const text = first + second + third;
  const section = (kind: string, title: string, start: number, length: number, locator: string) => {
    return { kind, title, level: 1, span: { start, end: start + length }, locator };
  };
  const outline = [
    section("sheet", "Stock", 0, first.length, "Stock"),
    section("table", "", 0, first.length, "Stock!B3:C13"),
    section("sheet", "Towns", first.length, second.length + third.length, "Towns"),
    section("table", "", first.length, second.length, "Towns!A1:A1"),
    section("table", "", first.length + second.length, third.length, "Towns!A5:B15"),
  ];

  it("keeps sheets apart and names the cells as the sheet does", async () => {
    const chunks = await new TableChunker({ size: 50 }).split({
      text,
      outline,
      metadata: { format: "sheet" },
    });
    for (const { text: part } of chunks) expect(part).not.toMatch(/a\d,[\s\S]*b\d,/);
    expect(chunks[0].locator).toMatch(/^Stock!B3:C\d+$/);
    expect(chunks[1].context?.text).toBe("Sheet: Stock\nitem,count");
    const towns = chunks.filter((chunk) => chunk.path[0] === "Towns");
    expect(towns[0].locator).toMatch(/^Towns!A1:B\d+$/);
    expect(towns[0].context?.text).toBe("Sheet: Towns");
    expect(towns.at(-1)?.locator).toMatch(/^Towns!A\d+:B15$/);
    expect(towns.at(-1)?.context?.text).toBe("Sheet: Towns\ncity,people");
  });
});
