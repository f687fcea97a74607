import type { Section } from "../../core/document.ts";
import type { Format, Parsed } from "../format.ts";
import { jsonRecords, MOST_RECORDS } from "../json-records.ts";
import { readSourceText } from "../text-source.ts";

/** Up to this many characters are parsed to see whether they are valid; larger files are only scanned. */
const LONGEST_CHECKED = 4_000_000;

const TRUNCATED = `Only the first ${MOST_RECORDS} records are in the outline.`;

/** JSON: the decoded file, with the members or elements of its outermost value as outline. */
const json: Format = {
  type: "json",
  async parse(bytes, source): Promise<Parsed> {
    const { text, metadata, warnings } = readSourceText(bytes, source);
    const { sections, truncated, problem } = jsonRecords(text, source.name, source.limits.nesting);
    if (truncated) warnings.push(TRUNCATED);
    const reason = problem ?? (/\.json[c5]$/i.test(source.name) ? undefined : syntaxProblem(text));
    if (reason !== undefined) warnings.push(`This is not valid JSON: ${reason}. Loaded as it is written.`);
    return { text, format: "json", outline: sections, metadata, warnings };
  },
};

/** One JSON value a line. */
const jsonLines: Format = {
  type: "jsonl",
  async parse(bytes, source): Promise<Parsed> {
    const { text, metadata, warnings } = readSourceText(bytes, source);
    const outline: Section[] = [];
    let records = 0;
    let line = 0;
    let problem: string | undefined;
    for (let start = 0; start < text.length; line++) {
      const newline = text.indexOf("\n", start);
      const end = newline < 0 ? text.length : newline;
      const written = text.slice(start, end).trimEnd();
      if (written.trim() !== "") {
        records++;
        const span = { start, end: start + written.length };
        if (outline.length < MOST_RECORDS) {
          outline.push({ kind: "record", title: "", level: 1, span, locator: `line ${line + 1}` });
        }
        const { problem: broken } = jsonRecords(written, source.name, source.limits.nesting);
        const reason = broken ?? (end < LONGEST_CHECKED ? syntaxProblem(written) : undefined);
        if (reason !== undefined) problem ??= `line ${line + 1}: ${reason}`;
      }
      start = end + 1;
    }
    if (records > MOST_RECORDS) warnings.push(TRUNCATED);
    if (problem !== undefined)
      warnings.push(`This is not valid JSON Lines (${problem}). Loaded as it is written.`);
    return { text, format: "json", outline, metadata: { ...metadata, records }, warnings };
  },
};

export const formats: readonly Format[] = [json, jsonLines];

function syntaxProblem(text: string): string | undefined {
  if (text.length > LONGEST_CHECKED || text.trim() === "") return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(0, 200);
  }
}
