import type { Format, Parsed, Source } from "../format.ts";
import { readCellFormats } from "../office/cell-formats.ts";
import { OfficePackage } from "../office/package.ts";
import { SheetReader, unescapeText } from "../office/sheet-reader.ts";
import { SheetWriter } from "../office/sheet-writer.ts";

interface SheetEntry {
  readonly name: string;
  readonly relationship: string;
  readonly hidden: boolean;
}

/** Excel workbooks: every sheet's rows as lines of CSV. */
export const format: Format = {
  type: "xlsx",
  async parse(bytes: Uint8Array, source: Source): Promise<Parsed> {
    const office = new OfficePackage(bytes, source);
    const main = office.mainPart("xl/workbook.xml");
    const { entries, from1904 } = readWorkbook(office, main);
    const links = office.relationships(main);
    const part = (type: string): string | undefined =>
      Array.from(links.values()).find((one) => one.type === type && !one.external)?.target;

    const strings = readStrings(office, part("sharedStrings"));
    const workbook = { strings, formats: readCellFormats(office, part("styles")), from1904 };
    const writer = new SheetWriter(source);
    const sheets: Record<string, unknown>[] = [];
    const warnings: string[] = [];
    for (const { name, relationship, hidden } of entries) {
      const target = links.get(relationship);
      // Sheets that hold only a chart have no cells.
      if (target !== undefined && target.type !== "worksheet") continue;
      if (target === undefined || !office.has(target.target)) {
        warnings.push(`The sheet "${name}" is missing from the file.`);
        continue;
      }
      writer.openSheet(name);
      office.read(
        target.target,
        new SheetReader(workbook, (row, column, value) => writer.cell(row, column, value)),
      );
      sheets.push({ name, ...writer.closeSheet(), ...(hidden && { hidden }) });
    }
    const { title, metadata } = office.properties();
    return {
      text: writer.text(),
      format: "sheet",
      outline: writer.outline,
      ...(title !== undefined && { title }),
      metadata: { ...metadata, sheets },
      warnings,
    };
  },
};

function readWorkbook(office: OfficePackage, part: string) {
  const entries: SheetEntry[] = [];
  let from1904 = false;
  office.readMain(part, "x:workbook", {
    open(name, attributes) {
      if (name === "x:workbookPr") from1904 = attributes.date1904 === "1" || attributes.date1904 === "true";
      else if (name === "x:sheet") {
        const hidden = (attributes.state ?? "visible") !== "visible";
        entries.push({ name: attributes.name ?? "", relationship: attributes["r:id"] ?? "", hidden });
      }
    },
  });
  return { entries, from1904 };
}

/** The texts that cells refer to by number, without their formatting and readings. */
function readStrings(office: OfficePackage, part: string | undefined): string[] {
  const strings: string[] = [];
  let pieces: string[] = [];
  let reads = false;
  let inReading = false;
  office.readIfThere(part, {
    open(name) {
      if (name === "x:t") reads = !inReading;
      else if (name === "x:rPh") inReading = true;
    },
    text(data) {
      if (reads) pieces.push(data);
    },
    close(name) {
      if (name === "x:t") reads = false;
      else if (name === "x:rPh") inReading = false;
      else if (name === "x:si") {
        strings.push(unescapeText(pieces.join("")));
        pieces = [];
      }
    },
  });
  return strings;
}
