import { describe, expect, it } from "vitest";
import {
  checkOutline,
  cutShort,
  expectedText,
  fixture,
  outcome,
  outlineLines,
  parse,
  parseFixture,
} from "../../../test/support/documents.ts";
import { format } from "./pdf.ts";

/** A file of numbered objects, the first of which is the catalogue. `xref` false leaves out the table of places. */
function pdf(objects: readonly string[], xref = true): Uint8Array {
  let body = "%PDF-1.4\n";
  const places: number[] = [];
  objects.forEach((object, index) => {
    places.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const start = body.length;
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  if (xref) body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref ? start : 7}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(body + trailer, "latin1"));
}

const catalogue = "<< /Type /Catalog /Pages 2 0 R >>";
const tree = (kids: string, count: number): string => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
const page =
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>";
const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const words = stream("BT /F 12 Tf 72 700 Td (Hello there) Tj ET");

describe("fixtures", () => {
  it("reads pages, columns, tables and code in order", async () => {
    const parsed = await parseFixture(format, "sample.pdf");
    await expect(parsed.text).toMatchFileSnapshot(expectedText("sample.pdf"));
    expect(outlineLines(parsed)).toEqual([
      'page 1 "" p. 1 → Sherds of the river valley',
      'page 1 "" p. 2 → ends there. Everything below is set in two columns.',
      'page 1 "" p. 3 → 3 Numbers',
      'page 1 "" p. 4 → 4 Thanks',
      'heading 1 "Sherds of the river valley" → Sherds of the river valley',
      'heading 2 "1 The site" → 1 The site',
      'heading 2 "2 The finds" → 2 The finds',
      'heading 2 "3 Numbers" → 3 Numbers',
      'heading 2 "4 Thanks" → 4 Thanks',
    ]);
    expect(parsed).toMatchObject({
      format: "text",
      title: "Field report",
      metadata: { author: "M. Quarry", pages: 4 },
      warnings: [
        "Left out lines that repeat on most pages: Field report of the northern survey; page numbers.",
      ],
    });
  });

  it("takes headings from bookmarks and locators from page labels", async () => {
    expect(outlineLines(await parseFixture(format, "documents/bookmarks.pdf"))).toEqual([
      'page 1 "" p. i → Preface',
      'page 1 "" p. 1 → Part one',
      'page 1 "" p. 2 → Method',
      'heading 1 "Preface" → Preface',
      'heading 1 "Part one" → Part one',
      'heading 2 "Method" → Method',
    ]);
  });

  it("reads fonts that rely on published code tables", async () => {
    const { text, warnings } = await parseFixture(format, "documents/east-asian.pdf");
    expect(text.split("\n\n")).toEqual([
      "日本語のテキストです。",
      "这是中文文本。",
      "한국어 문장입니다.",
      "野帳",
    ]);
    expect(warnings).toEqual([]);
  });

  it("says that a scan has no text", async () => {
    const parsed = await parseFixture(format, "documents/scanned.pdf");
    expect(parsed).toMatchObject({ text: "", outline: [], warnings: ["No text layer; needs OCR."] });
  });

  it.each(["rc4", "aes"])(
    "refuses a file locked by %s, and reads one that is only protected from changes",
    async (kind) => {
      expect(await outcome(format, fixture(`documents/encrypted-${kind}.pdf`))).toBe("INPUT_ENCRYPTED");
      expect(await outcome(format, fixture(`documents/owner-${kind}.pdf`))).toContain("Part one");
    },
  );

  it("leaves the bytes it was given as they were", async () => {
    const bytes = fixture("sample.pdf");
    const copy = bytes.slice();
    await parse(format, bytes);
    expect(bytes).toEqual(copy);
  });
});

describe("odd and hostile files", () => {
  it("reads the smallest file", async () => {
    expect(await outcome(format, pdf([catalogue, tree("3 0 R", 1), page, words, font]))).toBe("Hello there");
  });

  it("rebuilds a broken table of places", async () => {
    expect(await outcome(format, pdf([catalogue, tree("3 0 R", 1), page, words, font], false))).toBe(
      "Hello there",
    );
  });

  it.each<[string, string[], RegExp]>([
    ["no pages", [catalogue, tree("", 0)], /^(INPUT_MALFORMED|)$/],
    ["a page tree that holds itself", [catalogue, tree("2 0 R", 1)], /^INPUT_MALFORMED$/],
    ["a page that is its own tree", [catalogue, tree("3 0 R", 1), tree("2 0 R", 1)], /^INPUT_MALFORMED$/],
    ["no page tree", ["<< /Type /Catalog >>"], /^INPUT_MALFORMED$/],
    ["a catalogue that is a number", ["7"], /^INPUT_MALFORMED$/],
    ["pages that are missing", [catalogue, tree("33 0 R 44 0 R", 2)], /^INPUT_MALFORMED$/],
    [
      "more pages said than there are",
      [catalogue, tree("3 0 R", 900), page, words, font],
      /^(Hello there|INPUT_MALFORMED)$/,
    ],
    [
      "more pages said than are allowed",
      [catalogue, tree("3 0 R", 1e9), page, words, font],
      /^(Hello there|LIMIT_EXCEEDED|INPUT_MALFORMED)$/,
    ],
    [
      "a stream that does not end",
      [catalogue, tree("3 0 R", 1), page, "<< /Length 99999 >>\nstream\nBT /F 12 Tf (Hello there) Tj", font],
      /^(Hello there|INPUT_MALFORMED|)$/,
    ],
    [
      "orders that make no sense",
      [catalogue, tree("3 0 R", 1), page, stream(") ] >> Tj 1 2 3 cm Q Q Q BT (x Tj ET"), font],
      /^(x|x Tj ET|INPUT_MALFORMED|)$/,
    ],
    [
      "a font that is missing",
      [catalogue, tree("3 0 R", 1), page, words],
      /^(Hello there|INPUT_MALFORMED|)$/,
    ],
    [
      "numbers that are none",
      [
        catalogue,
        tree("3 0 R", 1),
        page,
        stream("BT /F 1e400 Tf 1e400 0 0 0 9e999 -9e999 Tm (x) Tj ET"),
        font,
      ],
      /^(x|INPUT_MALFORMED|)$/,
    ],
  ])("%s", async (_, objects, expected) => {
    expect(await outcome(format, pdf(objects))).toMatch(expected);
  });

  it("says which code tables it lacks", async () => {
    const composite = "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /H /DescendantFonts [6 0 R] >>";
    const descendant =
      "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>";
    const descriptor =
      "<< /Type /FontDescriptor /FontName /X /Flags 4 /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 9 /Descent 0 /CapHeight 9 /StemV 9 >>";
    const parsed = await parse(
      format,
      pdf([catalogue, tree("3 0 R", 1), page, words, composite, descendant, descriptor]),
    );
    expect(parsed.text).toBe("");
    expect(parsed.warnings?.join()).toMatch(/^Text is missing: its fonts need the code tables H,/);
  });

  it("holds to the limit on pages", async () => {
    expect(await outcome(format, fixture("sample.pdf"), { pages: 4 })).toContain("Sherds");
    expect(await outcome(format, fixture("sample.pdf"), { pages: 3 })).toBe("LIMIT_EXCEEDED");
  });

  it("gives pages or a typed error however the file is cut", async () => {
    for (const cut of cutShort(fixture("sample.pdf"))) {
      const result = await parse(format, cut).then(
        (parsed) => {
          checkOutline(parsed);
          return parsed.warnings?.join() ?? "";
        },
        (error: { code?: string }) => error.code,
      );
      expect(result).toMatch(/^INPUT_MALFORMED$|pages may be missing/);
    }
  });

  it("refuses what is no PDF", async () => {
    expect(await outcome(format, new Uint8Array())).toBe("INPUT_MALFORMED");
    expect(await outcome(format, new Uint8Array(5_000))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, new Uint8Array(Buffer.from("just some text")))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, fixture("documents/report.docx"))).toBe("INPUT_MALFORMED");
  });

  it("survives damaged bytes", async () => {
    const bytes = fixture("documents/bookmarks.pdf");
    for (let at = 0; at < bytes.length; at += 97) {
      const damaged = bytes.slice();
      damaged.fill(0x41, at, at + 5);
      expect(await outcome(format, damaged)).toBeTypeOf("string");
    }
  });
});
