import type { Section } from "../../core/document.ts";
import type { Format, Parsed } from "../format.ts";
import { MOST_RECORDS } from "../json-records.ts";
import { closeSections, type SectionStart } from "../markup/sections.ts";
import { readSourceText } from "../text-source.ts";
import { LONGEST_YAML, yamlProblem } from "../yaml-reader.ts";

/** YAML: the decoded file, with its outermost keys as outline. */
export const format: Format = {
  type: "yaml",
  async parse(bytes, source): Promise<Parsed> {
    const { text, metadata, warnings } = readSourceText(bytes, source);
    const problem = text.length <= LONGEST_YAML ? yamlProblem(text) : undefined;
    if (problem !== undefined) warnings.push(`This is not valid YAML: ${problem}. Loaded as it is written.`);
    return { text, format: "yaml", outline: outermostKeys(text), metadata, warnings };
  },
};

/** A key at the start of a line, plain or quoted. A comment, a list's dash and a document's fence are none. */
const KEY =
  /^(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\s#\-?:&*!|>%@`"'[\]{},][^\n]{0,200}?))[ \t]{0,20}:(?=[ \t\r\n]|$)/;

/** Only lines without indentation can hold an outermost key, so nothing has to be parsed. */
function outermostKeys(text: string): Section[] {
  const starts: SectionStart[] = [];
  for (let start = 0; start < text.length && starts.length < MOST_RECORDS; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const [match, double, single, plain] = KEY.exec(text.slice(start, Math.min(end, start + 500))) ?? [];
    if (match !== undefined) {
      starts.push({ kind: "record", title: double ?? single ?? plain, level: 1, start });
    }
    start = end + 1;
  }
  return closeSections(starts, text.length);
}
