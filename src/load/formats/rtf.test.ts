import { describe, expect, it } from "vitest";
import {
  cutShort,
  expectedText,
  fixture,
  outcome,
  outlineLines,
  parse,
  parseFixture,
} from "../../../test/support/documents.ts";
import { format } from "./rtf.ts";

const bytes = (rtf: string): Uint8Array => new Uint8Array(Buffer.from(rtf, "latin1"));
const text = (body: string): Promise<string> => outcome(format, bytes(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`));

describe("fixtures", () => {
  it.each(["notes.rtf", "libreoffice.rtf"])("reads %s", async (name) => {
    const parsed = await parseFixture(format, `documents/${name}`);
    await expect(parsed.text).toMatchFileSnapshot(expectedText(name));
    expect(outlineLines(parsed).slice(0, 2)).toEqual([
      'heading 1 "Field notes" → # Field notes',
      'heading 1 "Trenches" → # Trenches',
    ]);
    expect(parsed).toMatchObject({
      format: "markdown",
      title: "Field notes",
      metadata: { author: "Jane Digger" },
    });
  });
});

describe("characters", () => {
  it("decodes bytes by the font's character set", async () => {
    const fonts =
      "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}{\\f3\\fcharset2 Symbol;}}";
    expect(
      await text(`${fonts}\\f0 gr\\'fcn {\\f1 \\'cf\\'f0\\'e8} {\\f2 \\'93\\'fa\\'96\\'7b} {\\f3 a}`),
    ).toBe("grün При 日本 α");
  });

  it("takes Unicode over what stands in for it", async () => {
    expect(
      await text("\\u252?\\u-10179?\\u-8704? {\\uc0\\u8364}x {\\uc2\\u233 ab}c {\\uc1\\u233\\'e9}d"),
    ).toBe("ü😀 €x éc éd");
  });

  it("raises and lowers digits", async () => {
    expect(await text("H{\\sub 2}O 10{\\super 6}, \\super 2\\nosupersub 3")).toBe("H₂O 10⁶, ²3");
  });

  it("knows the words that stand for characters", async () => {
    expect(await text("a\\emdash b\\lquote c\\rquote\\~d\\_e\\-f\\{\\}\\\\")).toBe("a—b‘c’ d-ef{}\\");
  });
});

describe("structure", () => {
  it("parts paragraphs and keeps line ends and tabs inside them", async () => {
    expect(await text("one\\par two\\line three\\tab x\\par\n\\pard four\\\nfive")).toBe(
      "one\n\ntwo\nthree\tx\n\nfour\n\nfive",
    );
  });

  it("makes lists of labels, given or typed", async () => {
    const given =
      "{\\listtext\\'b7\\tab}\\ilvl0 a\\par{\\listtext\\'b7\\tab}\\ilvl1 b\\par\\pard{\\listtext 1.\\tab}c\\par{\\listtext (a)}d\\par";
    expect(await text(given)).toBe("- a\n  - b\n1. c\n- (a) d");
    expect(await text("\\pard\\li360\\fi-360 1.\\tab a\\par\\pard\\li720\\fi-360\\bullet\\tab b\\par")).toBe(
      "1. a\n   - b",
    );
  });

  it("makes tables of rows, with merged cells", async () => {
    const row = (properties: string, ...cells: string[]): string =>
      `\\trowd${properties}\\pard\\intbl ${cells.map((cell) => `${cell}\\cell `).join("")}\\row `;
    const rows =
      row("\\cellx1\\cellx2", "a", "b\\par c") +
      row("\\clvmgf\\cellx1\\cellx2", "x", "1") +
      row("\\clvmrg\\cellx1\\cellx2", "", "2");
    expect(await text(`${rows}\\pard after`)).toBe(
      "| a | b c |\n| --- | --- |\n| x | 1 |\n| x | 2 |\n\nafter",
    );
    expect(
      await text(
        row("\\cellx1\\clmrg\\cellx2\\cellx3", "wide", "", "z") +
          row("\\cellx1\\cellx2\\cellx3", "1", "2", "3"),
      ),
    ).toContain("| wide |  | z |");
  });

  it("leaves out what is not text", async () => {
    const parts = [
      "{\\pict\\bin4 }}}}x}",
      "{\\*\\unknown a}",
      "{\\header a}",
      "{\\v a}",
      "{\\deleted a}",
      "{\\stylesheet{\\s1 a;}}",
      "{\\colortbl;\\red1;}",
    ];
    for (const part of parts) expect(await text(`b${part}c`)).toBe("bc");
    expect(await text("b\\v a\\v0 c")).toBe("bc");
  });

  it("keeps links, notes and text boxes", async () => {
    expect(await text('{\\field{\\*\\fldinst HYPERLINK "https://x.y/"}{\\fldrslt here}}')).toBe(
      "[here](https://x.y/)",
    );
    expect(await text("a{\\footnote\\chftn the note}b")).toBe("a[^1]b\n\n[^1]: the note");
    expect(await text("{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv 1}}{\\shptxt in a box\\par}}}")).toContain(
      "in a box",
    );
  });
});

describe("hostile files", () => {
  it("reads groups nested 10,000 deep, closed or not", async () => {
    expect(await text(`${"{".repeat(10_000)}deep${"}".repeat(10_000)}after`)).toBe("deepafter");
    expect(await text(`${"{\\b ".repeat(100_000)}deep`)).toBe("deep");
    expect(await text(`a${"}".repeat(10_000)}b`)).toContain("a");
  });

  it("says when the file is cut off, wherever that is", async () => {
    for (const cut of cutShort(fixture("documents/libreoffice.rtf")).slice(1)) {
      expect((await parse(format, cut)).warnings?.join()).toContain("cut off");
    }
  });

  it("refuses what is no RTF", async () => {
    expect(await outcome(format, new Uint8Array())).toBe("INPUT_MALFORMED");
    expect(await outcome(format, bytes("plain text"))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, fixture("sample.pdf"))).toBe("INPUT_MALFORMED");
  });

  it("survives odd words, numbers and bytes", async () => {
    expect(await text("a\\bin99999999999 b")).toBe("a");
    expect(await text("a\\uc999999999\\u65 bcd")).toBe("aA");
    expect(await text(`a\\${"x".repeat(100_000)}`)).toContain("a");
    expect(await text("a\\'zz\\'4")).toContain("a");
    expect(await text("a\0\0b")).toBe("ab");
    expect(await text(`{\\pict ${"00ff".repeat(500_000)}}x`)).toBe("x");
  });
});
