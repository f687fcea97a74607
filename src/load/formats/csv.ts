import Papa from "papaparse";
import type { Format, Parsed } from "../format.ts";
import { readSourceText } from "../text-source.ts";

/** How much is looked at to find the delimiter and the columns, in characters. */
const SAMPLE = 65_536;
/** Column names that metadata can hold. */
const MOST_COLUMNS = 1_000;
const LONGEST_NAME = 200;

const DELIMITERS = [",", ";", "\t", "|"];

/** Tables in text: the decoded file; metadata says how it is divided. */
export const format: Format = {
  type: "csv",
  async parse(bytes, source): Promise<Parsed> {
    const { text, metadata, warnings } = readSourceText(bytes, source);
    const head = sampleRows(text, source.name);
    const { rows, isClosed } = countRows(text);
    if (!isClosed)
      warnings.push("A quoted cell is not closed; everything behind its quote counts as one row.");
    const uneven = head.rows.findIndex((row) => row.length !== head.rows[0].length);
    if (uneven > 0) {
      const [first, other] = [head.rows[0].length, head.rows[uneven].length];
      warnings.push(`Rows differ in length: the first has ${first} cells, row ${uneven + 1} has ${other}.`);
    }
    const columns = (head.rows[0] ?? [])
      .slice(0, MOST_COLUMNS)
      .map((name) => name.trim().slice(0, LONGEST_NAME));
    return {
      text,
      format: "csv",
      metadata: { ...metadata, delimiter: head.delimiter, columns, rows },
      warnings,
    };
  },
};

/** The rows at the start, without one that the sample cuts. */
function sampleRows(text: string, name: string): { delimiter: string; rows: readonly string[][] } {
  const sample = text.slice(0, SAMPLE);
  const { data, meta } = Papa.parse<string[]>(sample, {
    skipEmptyLines: true,
    delimiter: /\.(?:tsv|tab)$/i.test(name) ? "\t" : "",
    delimitersToGuess: DELIMITERS,
  });
  const rows = text.length > SAMPLE && data.length > 1 ? data.slice(0, -1) : data;
  return { delimiter: meta.delimiter, rows };
}

/** Lines that are not empty, the first included; line ends inside quotes do not count. */
function countRows(text: string): { rows: number; isClosed: boolean } {
  let rows = 0;
  let isQuoted = false;
  let hasContent = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A doubled quote inside a cell closes and opens again.
    if (code === 34) isQuoted = !isQuoted;
    if (isQuoted || (code !== 10 && code !== 13)) {
      hasContent = true;
    } else if (hasContent) {
      rows++;
      hasContent = false;
    }
  }
  return { rows: hasContent ? rows + 1 : rows, isClosed: !isQuoted };
}
