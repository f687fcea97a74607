import { strToU8, zipSync } from "fflate";

/** A file made to harm: its name, its bytes (made when needed), and what may come of it. */
export interface HostileInput {
  readonly name: string;
  readonly bytes: () => Uint8Array;
  /** A typed error is the only right answer. */
  readonly refused?: true;
}

const text = (name: string, make: () => string): HostileInput => ({ name, bytes: () => strToU8(make()) });
const raw = (name: string, bytes: () => Uint8Array, refused?: true): HostileInput =>
  refused === undefined ? { name, bytes } : { name, bytes, refused };
const times = (count: number, piece: string | ((i: number) => string)): string =>
  typeof piece === "string"
    ? piece.repeat(count)
    : Array.from({ length: count }, (_, i) => piece(i)).join("");

const MEGABYTE = 1024 * 1024;

function zip(files: Record<string, string | Uint8Array>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === "string" ? strToU8(content) : content,
      ]),
    ),
    { level: 9 },
  );
}

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const docx = (document: string): Uint8Array =>
  zip({ "[Content_Types].xml": CONTENT_TYPES, "word/document.xml": document });
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${times(12, (i) => `<!ENTITY ${"b".repeat(i + 1)} "${times(10, `&${i === 0 ? "a" : "b".repeat(i)};`)}">`)}]>`;

const encode = (label: string, source: string): Uint8Array => {
  const units = Buffer.from(source, "utf16le");
  if (label === "utf-16le") return units;
  return Uint8Array.from(units.swap16());
};

function pdf(body: string): Uint8Array {
  return strToU8(`%PDF-1.4\n${body}`);
}

/** Bytes with no pattern, the same on every run. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 42;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

export const HOSTILE_INPUTS: Readonly<Record<string, HostileInput>> = {
  "an empty file": text("a.md", () => ""),
  "only white space": text("a.md", () => times(MEGABYTE, " ")),
  "only line breaks": text("a.md", () => times(MEGABYTE, "\n")),
  "NULs in a text": raw("a.txt", () => strToU8(`text${times(100, "\0")}text`)),
  "NULs in Markdown": raw("a.md", () => strToU8("# a\0b\n\ntext\0\n")),
  "a line of 5 MB": text("a.txt", () => times(5 * MEGABYTE, "x")),
  "a line of 5 MB in Markdown": text("a.md", () => `# t\n\n${times(MEGABYTE, "word ")}`),
  "a line of 5 MB of code": text("a.js", () => `var a=[${times(MEGABYTE, "1,22,")}];`),
  "a line of 5 MB of JSON": text("a.json", () => `[${times(MEGABYTE, '"ab",')}1]`),
  "a line of 5 MB of HTML": text("a.html", () => `<p>${times(MEGABYTE, "word ")}</p>`),
  "lists 10,000 deep": text("a.md", () => times(10_000, "- ")),
  "indented lists 2,000 deep": text("a.md", () => times(2_000, (i) => `${"  ".repeat(i)}- a\n`)),
  "quotes 10,000 deep": text("a.md", () => `${times(10_000, ">")} a`),
  "unclosed fences": text("a.md", () => times(50_001, "```\n")),
  "unclosed formulas": text("a.md", () => times(100_000, "$$ a\n")),
  "unclosed front matter": text("a.md", () => `---\n${times(200_000, "key: value\n")}`),
  "front matter that is no YAML": text("a.md", () => "---\n: [}{\n\t- x: : :\n---\n\ntext\n"),
  "front matter of aliases": text(
    "a.md",
    () =>
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${times(9, (i) => `${"abcdefghijk"[i + 1]}: &${"abcdefghijk"[i + 1]} [${times(9, `*${"abcdefghijk"[i]},`)}]\n`)}---\ntext\n`,
  ),
  "a table of 100,000 columns": text("a.md", () => `${times(100_000, "|a")}|\n${times(100_000, "|-")}|\n`),
  "brackets and stars": text("a.md", () => times(200_000, "[*_`")),
  "HTML comments that never close": text("a.md", () => times(20_000, "<!-- a\n")),
  "elements 10,000 deep": text("a.html", () => `${times(10_000, "<div>")}x`),
  "closing tags only": text("a.html", () => times(50_000, "</div>")),
  "unclosed tables": text("a.html", () => times(5_000, "<table><tr><td>x")),
  "an attribute of 5 MB": text("a.html", () => `<a href="${times(5 * MEGABYTE, "x")}">y</a>`),
  "a script that never closes": text("a.html", () => `<script>${times(MEGABYTE, "x;")}`),
  "a million entities": text("a.html", () => times(200_000, "&amp;&#x41;&notanentity;")),
  "frames in frames": text("a.html", () => times(5_000, "<svg><foreignObject><math>")),
  "brackets 100,000 deep in code": text("a.ts", () => times(100_000, "(")),
  "braces 100,000 deep in code": text("a.c", () => times(100_000, "{")),
  "an unclosed string of 2 MB": text("a.py", () => `x = """${times(2 * MEGABYTE, "y")}`),
  "an unclosed comment": text("a.java", () => `/*${times(MEGABYTE, "x ")}`),
  "random characters as code": raw("a.go", () => noise(300_000).map((byte) => 32 + (byte % 95))),
  "Python indented ever deeper": text("a.py", () => times(1_500, (i) => `${" ".repeat(i)}if x:\n`)),
  "ten thousand small functions": text("a.rb", () => times(10_000, (i) => `def f${i}\n  1\nend\n`)),
  "JSON 100,000 deep": text("a.json", () => times(100_000, "[")),
  "JSON 100,000 deep, closed": text("a.json", () => times(100_000, "[") + times(100_000, "]")),
  "truncated JSON": text("a.json", () => '{"a": {"b": [1, 2, {"c": "unterm'),
  "a million records": text("a.jsonl", () => times(200_000, '{"a":1}\n')),
  "YAML aliases of aliases": text(
    "a.yaml",
    () =>
      `a: &a [x,x,x,x,x,x,x,x,x]\n${times(9, (i) => `${"abcdefghijk"[i + 1]}: &${"abcdefghijk"[i + 1]} [${times(9, `*${"abcdefghijk"[i]},`)}]\n`)}`,
  ),
  "YAML indented ever deeper": text("a.yaml", () => times(2_000, (i) => `${" ".repeat(i)}a:\n`)),
  "CSV with an unclosed quote": text("a.csv", () => `a,b\n1,"${times(MEGABYTE, "x,y\n")}`),
  "CSV of quotes": text("a.csv", () => times(500_000, '"')),
  "CSV of 100,000 columns": text("a.csv", () => `${times(100_000, "a,")}\n${times(100_000, "1,")}\n`),
  "a truncated notebook": text("a.ipynb", () => '{"cells": [{"cell_type": "code", "source": ["x'),
  "a notebook of wrong types": text("a.ipynb", () => '{"cells": {"a": 1}, "metadata": 7, "nbformat": "x"}'),
  "a notebook with a vast output": text("a.ipynb", () =>
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [
        {
          cell_type: "code",
          source: "1",
          outputs: [{ output_type: "stream", name: "stdout", text: times(3 * MEGABYTE, "x") }],
        },
      ],
    }),
  ),
  "LaTeX never closed": text("a.tex", () => times(50_000, "\\begin{equation}")),
  "LaTeX of verbatim": text("a.tex", () => times(50_000, "\\begin{verbatim}\\[ $$")),
  "a zip bomb as DOCX": raw(
    "a.docx",
    () => docx(`<w:document ${WORD}>${times(60 * MEGABYTE, " ")}</w:document>`),
    true,
  ),
  "a zip bomb as XLSX": raw(
    "a.xlsx",
    () =>
      zip({
        "[Content_Types].xml": CONTENT_TYPES,
        "xl/workbook.xml": new Uint8Array(80 * MEGABYTE).fill(32),
      }),
    true,
  ),
  "a zip in a zip as EPUB": raw(
    "a.epub",
    () => zip({ mimetype: "application/epub+zip", "inner.zip": zip({ a: new Uint8Array(20 * MEGABYTE) }) }),
    true,
  ),
  "a billion laughs as DOCX": raw("a.docx", () =>
    docx(
      `${LAUGHS}<w:document ${WORD}><w:body><w:p><w:r><w:t>&${"b".repeat(12)};</w:t></w:r></w:p></w:body></w:document>`,
    ),
  ),
  "a DOCX 100,000 elements deep": raw("a.docx", () =>
    docx(`<w:document ${WORD}><w:body>${times(100_000, "<w:p>")}`),
  ),
  "a DOCX without its document": raw("a.docx", () => zip({ "[Content_Types].xml": CONTENT_TYPES }), true),
  "a PPTX without slides": raw("a.pptx", () =>
    zip({ "[Content_Types].xml": CONTENT_TYPES, "ppt/presentation.xml": "<p/>" }),
  ),
  "an XLSX with absurd cells": raw("a.xlsx", () =>
    zip({
      "[Content_Types].xml": CONTENT_TYPES,
      "xl/workbook.xml":
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      "xl/worksheets/sheet1.xml":
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row><row r="99999999999"><c r="ZZZZZZ9"><v>2</v></c></row></sheetData></worksheet>',
    }),
  ),
  "a truncated zip": raw("a.docx", () => docx(`<w:document ${WORD}/>`).subarray(0, 60), true),
  "an encrypted office file": raw(
    "a.docx",
    () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(1_024)]),
    true,
  ),
  "a truncated PDF": raw("a.pdf", () => pdf("1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>"), true),
  "an encrypted PDF": raw(
    "a.pdf",
    () =>
      pdf(
        "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj 3 0 obj<</Filter/Standard/V 1/R 2/O(01234567890123456789012345678901)/U(01234567890123456789012345678901)/P -4>>endobj trailer<</Root 1 0 R/Encrypt 3 0 R/ID[(0123456789abcdef)(0123456789abcdef)]>>",
      ),
    true,
  ),
  "a PDF whose pages hold themselves": raw("a.pdf", () =>
    pdf(
      "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9999999>>endobj trailer<</Root 1 0 R>>",
    ),
  ),
  "noise named PDF": raw("a.pdf", () => noise(100_000), true),
  "noise after a PDF's mark": raw("a.pdf", () => Uint8Array.from([...pdf(""), ...noise(100_000)]), true),
  "RTF groups 10,000 deep": text("a.rtf", () => `{\\rtf1 ${times(10_000, "{")}x`),
  "RTF never closed": text("a.rtf", () => `{\\rtf1\\ansi ${times(100_000, "\\b word ")}`),
  "an image named Markdown": raw(
    "a.md",
    () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...noise(5_000)]),
    true,
  ),
  "a PDF named text": raw("a.txt", () => pdf("1 0 obj\n<< /Type /Catalog >>")),
  "HTML named JSON": text("a.json", () => "<!doctype html><title>x</title><p>y</p>"),
  "prose named CSV": text("a.csv", () => "This is no table at all.\nOnly two lines of text.\n"),
  "code named PDF": text("a.pdf", () => "export const a = 1;\n"),
  "no name at all": text("", () => "plain text"),
  "UTF-16 without a mark": raw("a.txt", () => encode("utf-16le", "Ein Text ohne Marke, aber lang genug.")),
  "UTF-16 of the other order": raw("a.txt", () =>
    encode("utf-16be", "Ein Text ohne Marke, aber lang genug."),
  ),
  "half a UTF-16 character": raw("a.txt", () => Uint8Array.from([0xff, 0xfe, 0x41, 0x00, 0x42])),
  "bytes that no encoding has": raw("a.txt", () =>
    Uint8Array.from([...strToU8("text "), 0xff, 0xfe, 0xfd, 0xc0, 0x80, ...strToU8(" text")]),
  ),
  "overlong UTF-8": raw("a.txt", () =>
    Uint8Array.from([...strToU8("a"), 0xc0, 0xaf, 0xe0, 0x80, 0xaf, ...strToU8("b")]),
  ),
  "lone surrogates in UTF-8": raw("a.md", () =>
    Uint8Array.from([...strToU8("# a "), 0xed, 0xa0, 0x80, ...strToU8(" b")]),
  ),
  "noise named text": raw("a.txt", () => noise(200_000), true),
};
