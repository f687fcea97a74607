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
import { format } from "./docx.ts";

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const document = (body: string): string => `<w:document ${WORD}><w:body>${body}</w:body></w:document>`;
const docx = (body: string, more: Record<string, string> = {}): Uint8Array =>
  zip({ "word/document.xml": document(body), ...more });
const p = (text: string, properties = ""): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

describe("fixtures", () => {
  it("reads everything a report may hold", async () => {
    const parsed = await parseFixture(format, "documents/report.docx");
    await expect(parsed.text).toMatchFileSnapshot(expectedText("report.docx"));
    expect(outlineLines(parsed)).toEqual([
      'heading 1 "1 The dig" → # 1 The dig',
      'heading 2 "1.1 Finds" → ## 1.1 Finds',
    ]);
    expect(parsed).toMatchObject({
      format: "markdown",
      title: "The report",
      metadata: { author: "Jane Digger" },
      warnings: ["The table of contents was left out."],
    });
  });

  it.each(["pandoc.docx", "libreoffice.docx"])("reads what another program wrote: %s", async (name) => {
    const parsed = await parseFixture(format, `documents/${name}`);
    await expect(parsed.text).toMatchFileSnapshot(expectedText(name));
    expect(outlineLines(parsed)).toEqual([
      'heading 1 "Field notes" → # Field notes',
      'heading 1 "Trenches" → # Trenches',
      'heading 2 "Numbers" → ## Numbers',
    ]);
    expect(parsed.title).toBe("Field notes");
  });

  it("ends the last heading before the notes", async () => {
    const { text, outline } = await parseFixture(format, "documents/report.docx");
    const last = outline?.at(-1)?.span.end ?? 0;
    expect(text.slice(last)).toMatch(/^\n\n\[\^1\]: /);
  });
});

describe("documents with parts missing or odd", () => {
  it("knows headings by the ids of Word when there is no list of styles", async () => {
    const bytes = docx(
      p("Top", '<w:pStyle w:val="Heading1"/>') + p("Level", '<w:outlineLvl w:val="2"/>') + p("text"),
    );
    expect(await outcome(format, bytes)).toBe("# Top\n\n### Level\n\ntext");
  });

  it("writes items of an unknown list as paragraphs", async () => {
    const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="99"/></w:numPr>';
    expect(await outcome(format, docx(p("a", list) + p("b", list)))).toBe("a\n\nb");
  });

  it("survives styles that are based on each other", async () => {
    const styles = `<w:styles ${WORD}><w:style w:type="paragraph" w:styleId="a"><w:basedOn w:val="b"/></w:style>
      <w:style w:type="paragraph" w:styleId="b"><w:basedOn w:val="a"/></w:style></w:styles>`;
    const relationships = `<Relationships><Relationship Id="r1" Type="x/styles" Target="styles.xml"/></Relationships>`;
    const parts = { "word/styles.xml": styles, "word/_rels/document.xml.rels": relationships };
    expect(await outcome(format, docx(p("text", '<w:pStyle w:val="a"/>'), parts))).toBe("text");
  });

  it("keeps text after a field that never ends", async () => {
    const field =
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC</w:instrText></w:r></w:p>';
    expect(await outcome(format, docx(field + p("after")))).toBe("after");
  });

  it("reads rows that merge with nothing, and nested tables", async () => {
    const cell = (text: string, more = ""): string => `<w:tc><w:tcPr>${more}</w:tcPr>${p(text)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell("a", "<w:vMerge/>")}${cell("b")}</w:tr><w:tr>${cell("c")}<w:tc><w:tbl><w:tr>${cell("d")}${cell("e")}</w:tr></w:tbl></w:tc></w:tr></w:tbl>`;
    expect(await outcome(format, docx(table))).toBe("| a | b |\n| --- | --- |\n| c | d e |");
  });

  it("raises and lowers digits", async () => {
    const run = (text: string, align: string): string =>
      `<w:r><w:rPr><w:vertAlign w:val="${align}"/></w:rPr><w:t>${text}</w:t></w:r>`;
    const water = `<w:p><w:r><w:t>H</w:t></w:r>${run("2", "subscript")}<w:r><w:t>O, 10</w:t></w:r>${run("6", "superscript")}</w:p>`;
    expect(await outcome(format, docx(water))).toBe("H₂O, 10⁶");
  });

  it("gives an empty text for an empty body", async () => {
    expect(await outcome(format, docx(""))).toBe("");
  });
});

describe("hostile files", () => {
  it("refuses what is no Word document", async () => {
    expect(await outcome(format, new Uint8Array())).toBe("INPUT_MALFORMED");
    expect(await outcome(format, new Uint8Array(Buffer.from("<html>page</html>")))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, zip({ "other.txt": "x" }))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, fixture("sheet.xlsx"))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, zip({ "word/document.xml": "not xml" }))).toBe("INPUT_MALFORMED");
  });

  it("tells locked files and those of the format before 2007", async () => {
    expect(await outcome(format, fixture("documents/locked.xlsx"))).toBe("INPUT_ENCRYPTED");
    const old = new Uint8Array(2_048);
    old.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(await outcome(format, old)).toBe("INPUT_UNSUPPORTED");
  });

  it("refuses a file cut short anywhere", async () => {
    for (const cut of cutShort(fixture("documents/report.docx"))) {
      expect(await outcome(format, cut)).toBe("INPUT_MALFORMED");
    }
  });

  it("refuses bombs of bytes, and is not touched by bombs of entities", async () => {
    const bomb = docx(p(" ".repeat(30_000_000)));
    expect(await outcome(format, bomb)).toBe("LIMIT_EXCEEDED");
    const laughs = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "${"&a;".repeat(1_000)}">]>`;
    const text = await outcome(format, zip({ "word/document.xml": laughs + document(p("&b;")) }));
    expect(text.length).toBeLessThan(100);
  });

  it("refuses elements nested beyond any sense", async () => {
    expect(await outcome(format, docx("<w:tbl><w:tr><w:tc>".repeat(10_000)))).toBe("LIMIT_EXCEEDED");
  });

  it("is linear in paragraphs, runs and columns", async () => {
    const many = await parse(
      format,
      docx(`${p("x").repeat(20_000)}<w:p>${"<w:r><w:t>y</w:t></w:r>".repeat(20_000)}</w:p>`),
      {
        ratio: 1_000,
      },
    );
    expect(many.text.match(/[xy]/g)).toHaveLength(40_000);
    const wide = `<w:tbl><w:tr>${'<w:tc><w:tcPr><w:gridSpan w:val="1000000"/></w:tcPr><w:p/></w:tc>'.repeat(100)}</w:tr></w:tbl>`;
    expect((await parse(format, docx(wide))).text.length).toBeLessThan(100_000);
  });
});
