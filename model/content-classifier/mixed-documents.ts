import { contentOf } from "../../src/chunk/detect/content.ts";
import { detectContent } from "../../src/chunk/detect/detect-content.ts";
import { regions } from "../../src/chunk/detect/regions.ts";
import { randomFrom } from "./random.ts";
import type { Snippet } from "./snippets.ts";

/** A document made of prose and code in turn, as in a mail or a forum's post. */
export interface MixedDocument {
  readonly text: string;
  readonly pieces: readonly {
    readonly start: number;
    readonly end: number;
    readonly code: boolean;
    readonly language?: string;
  }[];
}

const HOW_MANY = 600;

export function mixedDocuments(snippets: readonly Snippet[], seed: string): MixedDocument[] {
  const random = randomFrom(`mixed ${seed}`);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)];
  const prose = snippets.filter(
    ({ label, from, lines }) => label === "text" && from === "file" && (lines === 3 || lines === 10),
  );
  const code = snippets.filter(
    ({ label, lines }) =>
      contentOf(label).type === "code" && label !== "ini" && label !== "xml" && lines >= 5 && lines <= 40,
  );
  return Array.from({ length: HOW_MANY }, () => {
    let text = "";
    const pieces: MixedDocument["pieces"][number][] = [];
    const count = 2 + Math.floor(random() * 4);
    const first = random() < 0.7 ? 0 : 1;
    for (let i = first; i < first + count; i++) {
      const isCode = i % 2 === 1;
      const { text: raw, label } = pick(isCode ? code : prose);
      const indent = isCode && random() < 0.5 ? "    " : "";
      const body = raw
        .replace(/^\n+|\s+$/g, "")
        .split("\n")
        .map((line) => (line === "" ? "" : indent + line))
        .join("\n");
      const language = isCode ? contentOf(label).language : undefined;
      pieces.push({
        start: text.length,
        end: text.length + body.length,
        code: isCode,
        ...(language === undefined ? {} : { language }),
      });
      text += `${body}\n\n`;
    }
    return { text, pieces };
  });
}

/** How well the documents are told for what they are, and taken apart again. */
export function scoreRegions(documents: readonly MixedDocument[]) {
  let [lines, rightLines, foundMixed, codeRegions, rightLanguages] = [0, 0, 0, 0, 0];
  for (const { text, pieces } of documents) {
    if (detectContent(text).type === "mixed") foundMixed++;
    const found = regions(text);
    let next = 0;
    for (const { start, end, code, language } of pieces) {
      for (let at = start; at < end; ) {
        const lineEnd = text.indexOf("\n", at);
        if (text.slice(at, lineEnd).trim() !== "") {
          while (found[next].span.end <= at) next++;
          lines++;
          if ((found[next].type === "text") !== code) rightLines++;
        }
        at = lineEnd + 1;
      }
      if (language === undefined) continue;
      codeRegions++;
      const middle = (start + end) >> 1;
      if (found.find(({ span }) => span.end > middle)?.language === language) rightLanguages++;
    }
  }
  return { lines, rightLines, foundMixed, codeRegions, rightLanguages };
}
