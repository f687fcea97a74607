import { describe, expect, it } from "vitest";
import {
  cutShort,
  expectedText,
  fixture,
  outcome,
  outlineLines,
  parse,
  parseFixture,
  zip,
} from "../../../test/support/documents.ts";
import { format } from "./xlsx.ts";

const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function xlsx(rows: string, more: Record<string, string> = {}, workbook = ""): Uint8Array {
  return zip({
    "xl/workbook.xml": `<workbook ${SHEET} xmlns:r="${RELATIONSHIPS}">${workbook}<sheets><sheet name="S" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="strings.xml"/><Relationship Id="r3" Type="x/styles" Target="styles.xml"/></Relationships>',
    "xl/s.xml": `<worksheet ${SHEET}><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
}

const row = (number: number, ...cells: [reference: string, value: string][]): string =>
  `<row r="${number}">${cells.map(([r, v]) => `<c r="${r}"><v>${v}</v></c>`).join("")}</row>`;

describe("fixtures", () => {
  it("reads sheets as lines, with blocks located by their cells", async () => {
    const parsed = await parseFixture(format, "sheet.xlsx");
    await expect(parsed.text).toMatchFileSnapshot(expectedText("sheet.xlsx"));
    expect(outlineLines(parsed)).toEqual([
      'sheet 1 "Finds" Finds → Day,Kind,Weight (g),Share,Whole',
      'table 2 "" Finds!A1:E41 → Day,Kind,Weight (g),Share,Whole',
      'sheet 1 "Notes & more" Notes & more → Rich text',
      "table 2 \"\" 'Notes & more'!C2:E3 → Rich text",
      "table 2 \"\" 'Notes & more'!B5:D7 → late block,2020-02-29 13:05:09",
      'sheet 1 "Prices" Prices → Item,EUR',
      'table 2 "" Prices!A1:B2 → Item,EUR',
    ]);
    expect(parsed).toMatchObject({
      format: "sheet",
      title: "Finds of the season",
      metadata: {
        author: "Jane Digger",
        sheets: [
          { name: "Finds", rows: 41, columns: 5 },
          { name: "Notes & more", rows: 5, columns: 5 },
          { name: "Empty", rows: 0, columns: 0 },
          { name: "Prices", rows: 2, columns: 2, hidden: true },
        ],
      },
    });
  });

  it("gives a block as many lines as its range has rows", async () => {
    const { text, outline } = await parseFixture(format, "sheet.xlsx");
    for (const { kind, span, locator = "" } of outline ?? []) {
      if (kind !== "table") continue;
      const [, first, last] = /!\D+(\d+):\D+(\d+)$/.exec(locator) ?? [];
      expect(text.slice(span.start, span.end).split("\n")).toHaveLength(Number(last) - Number(first) + 1);
    }
  });

  it("reads the same from another program's file", async () => {
    const [own, other] = [
      await parseFixture(format, "sheet.xlsx"),
      await parseFixture(format, "documents/libreoffice.xlsx"),
    ];
    expect(other.text).toBe(own.text);
    expect(other.outline).toEqual(own.outline);
  });
});

describe("cells", () => {
  it("shows numbers, truth values, errors and text of all kinds", async () => {
    const cells = `<row><c><v>1.50</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>made</v></c>
      <c t="inlineStr"><is><r><t>in</t></r><rPh><t>READING</t></rPh><r><t>line</t></r></is></c><c t="d"><v>2024-01-31T00:00:00</v></c><c t="s"><v>0</v></c></row>`;
    const strings = `<sst ${SHEET}><si><r><t>a_x000D_</t></r><r><t>"b", c</t></r></si></sst>`;
    expect(await outcome(format, xlsx(cells, { "xl/strings.xml": strings }))).toBe(
      '1.5,TRUE,#N/A,made,inline,2024-01-31,"a ""b"", c"\n',
    );
  });

  it("counts days from 1904 where the workbook says so", async () => {
    const styles = `<styleSheet ${SHEET}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
    const cell = '<row><c s="1"><v>1</v></c></row>';
    const parts = { "xl/styles.xml": styles };
    expect(await outcome(format, xlsx(cell, parts))).toBe("1900-01-01\n");
    expect(await outcome(format, xlsx(cell, parts, '<workbookPr date1904="1"/>'))).toBe("1904-01-02\n");
  });

  it("parts blocks at empty rows and starts each at its first column", async () => {
    const rows =
      row(2, ["C2", "1"], ["E2", "2"]) + row(3, ["B3", "3"]) + row(4, ["B4", ""]) + row(9, ["A9", "4"]);
    const parsed = await parse(format, xlsx(rows));
    expect(parsed.text).toBe(",1,,2\n3\n4\n");
    expect(parsed.outline?.map(({ locator }) => locator)).toEqual(["S", "S!B2:E3", "S!A9:A9"]);
  });
});

describe("odd and hostile files", () => {
  it("reads on without strings, styles or places", async () => {
    expect(await outcome(format, xlsx('<row><c t="s"><v>5</v></c><c><v>1</v></c></row>'))).toBe("1\n");
    expect(await outcome(format, xlsx('<row><c s="77"><v>1</v></c></row><row><c><v>2</v></c></row>'))).toBe(
      "1\n2\n",
    );
  });

  it("bounds what a cell at the far end costs", async () => {
    const far = row(1, ["A1", "1"]) + row(1_048_576, ["XFD1048576", "2"]);
    expect(await outcome(format, xlsx(far))).toBe("1\n2\n");
    const stray = row(1, ["A1", "1"], ["XFD1", "2"]);
    expect((await outcome(format, xlsx(stray))).length).toBe(16_386);
    const rows = Array.from({ length: 500 }, (_, i) =>
      row(i + 1, [i % 2 === 0 ? `A${i + 1}` : `XFD${i + 1}`, "1"]),
    ).join("");
    expect(await outcome(format, xlsx(rows), { cells: 1_000_000 })).toBe("LIMIT_EXCEEDED");
  });

  it("puts cells with absurd or unordered references next to each other", async () => {
    const absurd =
      row(1, ["ZZZZZZZZ99999999", "1"], ["A1", "2"], ["", "3"], ["B1", "4"]) +
      row(1, ["A1", "5"]) +
      row(9e9, ["A1", "6"]);
    expect(await outcome(format, xlsx(absurd))).toBe("1,2,3,4\n5\n6\n");
  });

  it("holds to the limit on cells", async () => {
    const rows = Array.from({ length: 50 }, (_, i) =>
      row(i + 1, [`A${i + 1}`, "1"], [`B${i + 1}`, "2"]),
    ).join("");
    expect((await outcome(format, xlsx(rows), { cells: 100 })).split("\n")).toHaveLength(51);
    expect(await outcome(format, xlsx(rows), { cells: 99 })).toBe("LIMIT_EXCEEDED");
  });

  it("does not repeat a long text without end", async () => {
    const strings = `<sst ${SHEET}><si><t>${"long ".repeat(100_000)}</t></si></sst>`;
    const cells = `<row>${'<c t="s"><v>0</v></c>'.repeat(2_000)}</row>`;
    expect(await outcome(format, xlsx(cells, { "xl/strings.xml": strings }))).toBe("LIMIT_EXCEEDED");
  });

  it("names sheets that are missing", async () => {
    const parsed = await parse(
      format,
      zip({
        "xl/workbook.xml": `<workbook ${SHEET}><sheets><sheet name="Gone" id="1"/></sheets></workbook>`,
      }),
    );
    expect(parsed.warnings).toEqual(['The sheet "Gone" is missing from the file.']);
  });

  it("refuses files cut short, other kinds of files and locked ones", async () => {
    for (const cut of cutShort(fixture("sheet.xlsx")))
      expect(await outcome(format, cut)).toBe("INPUT_MALFORMED");
    expect(await outcome(format, fixture("documents/slides.pptx"))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, new Uint8Array(Buffer.from("a,b\n1,2\n")))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, fixture("documents/locked.xlsx"))).toBe("INPUT_ENCRYPTED");
  });
});
