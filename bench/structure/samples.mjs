// Large files for the loaders, made from the bench's own prose: a PDF of 300 pages and sheets of 100,000 rows.

import { mkdirSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { loadDocuments } from "../corpus.mjs";

const PAGES = 300;
const ROWS = 100_000;
const LINES_A_PAGE = 50;

/** Writes the files into a folder and gives their paths. */
export function writeSamples(folder) {
  mkdirSync(folder, { recursive: true });
  const words = loadDocuments("prose", 1.5e6)
    .map(({ text }) => text)
    .join(" ")
    .replace(/[^\x20-\x7E]+/g, " ")
    .split(" ");
  const samples = [
    [`PDF, ${PAGES} pages`, "pages.pdf", makePdf(words)],
    [`XLSX, ${ROWS} rows × 10`, "rows.xlsx", makeWorkbook(words)],
    [`CSV, ${ROWS} rows × 10`, "rows.csv", makeCsv(words)],
  ];
  return samples.map(([title, name, bytes]) => {
    const path = `${folder}/${name}`;
    writeFileSync(path, bytes);
    return { title, path, bytes: bytes.length };
  });
}

function makePdf(words) {
  const objects = [];
  const add = (body) => objects.push(body);
  const kids = Array.from({ length: PAGES }, (_, page) => `${4 + page * 2} 0 R`);
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Count ${PAGES} /Kids [${kids.join(" ")}] >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  const next = wordLines(words, 85);
  for (let page = 0; page < PAGES; page++) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + page * 2} 0 R >>`,
    );
    const lines = Array.from({ length: LINES_A_PAGE }, () => `(${next().replace(/[\\()]/g, "\\$&")}) Tj T*`);
    const stream = deflateSync(`BT /F1 11 Tf 72 740 Td 13.5 TL\n${lines.join("\n")}\nET`).toString("latin1");
    add(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n${stream}\nendstream`);
  }
  let body = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${count}\n0000000000 65535 f \n${rows}${trailer}`, "latin1");
}

/** Gives lines of running words, beginning anew when they are used up. */
function wordLines(words, width) {
  let at = 0;
  return () => {
    let line = "";
    while (line.length < width) line += `${words[at++ % words.length]} `;
    return line.trim();
  };
}

const COLUMNS = ["Id", "Date", "Customer", "City", "Product", "Quantity", "Price", "Total", "Paid", "Remark"];

function* rows(words) {
  const word = (index) => words[index % words.length] || "none";
  for (let row = 1; row <= ROWS; row++) {
    const quantity = (row * 7) % 40;
    const price = ((row * 31) % 9000) / 100;
    const date = new Date(Date.UTC(2020, 0, 1) + row * 3_600_000).toISOString().slice(0, 10);
    const text = [word(row), word(row * 3), word(row * 5)];
    yield [
      row,
      date,
      ...text,
      quantity,
      price,
      quantity * price,
      row % 3 === 0 ? "yes" : "no",
      `${word(row * 7)} ${word(row * 11)}`,
    ];
  }
}

function makeCsv(words) {
  const cell = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
  const lines = [COLUMNS.join(",")];
  for (const row of rows(words)) lines.push(row.map(cell).join(","));
  return Buffer.from(`${lines.join("\n")}\n`);
}

function makeWorkbook(words) {
  const shared = new Map();
  const escaped = (text) => text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  const share = (text) => {
    if (!shared.has(text)) shared.set(text, shared.size);
    return shared.get(text);
  };
  const parts = [];
  let number = 0;
  for (const row of [COLUMNS, ...rows(words)]) {
    number++;
    const cells = row.map((value, column) => {
      const at = `${String.fromCharCode(65 + column)}${number}`;
      return typeof value === "number"
        ? `<c r="${at}"><v>${value}</v></c>`
        : `<c r="${at}" t="s"><v>${share(value)}</v></c>`;
    });
    parts.push(`<row r="${number}">${cells.join("")}</row>`);
  }
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packaged = "http://schemas.openxmlformats.org/package/2006";
  const xml = (body) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`);
  const strings = [...shared.keys()].map((text) => `<si><t>${escaped(text)}</t></si>`).join("");
  const type = (part, kind) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  return Buffer.from(
    zipSync({
      "[Content_Types].xml": xml(
        `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type("/xl/workbook.xml", "sheet.main")}${type("/xl/worksheets/sheet1.xml", "worksheet")}${type("/xl/sharedStrings.xml", "sharedStrings")}</Types>`,
      ),
      "_rels/.rels": xml(
        `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      "xl/workbook.xml": xml(
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      "xl/_rels/workbook.xml.rels": xml(
        `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      ),
      "xl/worksheets/sheet1.xml": xml(
        `<worksheet xmlns="${main}"><sheetData>${parts.join("")}</sheetData></worksheet>`,
      ),
      "xl/sharedStrings.xml": xml(
        `<sst xmlns="${main}" count="${shared.size}" uniqueCount="${shared.size}">${strings}</sst>`,
      ),
    }),
  );
}
