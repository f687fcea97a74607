// Questions that nobody tuned anything on, made from installed packages: a sentence taken out of its section, or the
// comment taken off its definition, asks for what is left. The public sets have no titles, headings or file names; these do.

import { describeCorpora, loadDocuments } from "../corpus.mjs";

const DOCUMENTS = 80;
const PER_DOCUMENT = 3;
/** Of text that answers a question, on either side of where it was taken out. */
const AROUND = 400;
const WORDS = { least: 8, most: 30 };

export function madeSets() {
  describeCorpora();
  return [
    madeSet("made-markdown", "markdown", takeSentences, (text) => text.match(/^# +(.+)$/m)?.[1]),
    madeSet("made-code", "code", takeComments, () => undefined),
  ];
}

function madeSet(name, corpus, take, titleOf) {
  const documents = [];
  const queries = [];
  for (const { id, text } of loadDocuments(corpus)) {
    if (text.length < 3_000 || text.length > 30_000) continue;
    const taken = spread(take(text), PER_DOCUMENT);
    if (taken.length < PER_DOCUMENT) continue;
    const { rest, places } = without(text, taken);
    const title = titleOf(text);
    documents.push({ id, text: rest, path: id, ...(title === undefined ? {} : { title }) });
    for (const [i, { query }] of taken.entries()) {
      const [start, end] = answerAt(rest, places[i], taken[i]);
      queries.push({ id: `${id} ${i + 1}`, query, relevant: [{ document: id, start, end }] });
    }
    if (documents.length === DOCUMENTS) break;
  }
  return { name, documents, queries };
}

/** Sentences of paragraphs that hold more than one, each `{ start, end, query, reach }`. */
function takeSentences(text) {
  const found = [];
  for (const { 0: paragraph, index } of text.matchAll(/^(?:[A-Z][^\n]{60,}\n?)+$/gm)) {
    const sentence = /[.!?] ([A-Z][^.!?\n`<>[\]|]{40,200}[.!?])(?= |\n|$)/.exec(paragraph);
    if (sentence === null || !isAsked(sentence[1])) continue;
    const start = index + sentence.index + 2;
    found.push({
      start,
      end: start + sentence[1].length,
      query: sentence[1],
      from: index,
      to: index + paragraph.length,
    });
  }
  return found;
}

/** Comments before definitions: the first sentence asks for the definition that follows. */
function takeComments(text) {
  const found = [];
  for (const { 0: comment, index } of text.matchAll(
    /^[ \t]*\/\*\*(?:(?!\*\/)[\s\S]){40,1500}\*\/\n(?=[ \t]*(?:export|function|class|async|static|public|private|get|set|constructor|[a-zA-Z_$][\w$]*\())/gm,
  )) {
    const prose = comment
      .replace(/^[ \t]*\/?\*+\/?/gm, " ")
      .split(/\s@/)[0]
      .replace(/\s+/g, " ")
      .trim();
    const [sentence] = prose.match(/^[^.!?]{20,240}[.!?]?/) ?? [];
    if (sentence === undefined || !isAsked(sentence)) continue;
    const end = index + comment.length;
    found.push({ start: index, end, query: sentence, from: end, to: Math.min(text.length, end + AROUND) });
  }
  return found;
}

function isAsked(sentence) {
  const words = sentence.split(/\s+/).length;
  return words >= WORDS.least && words <= WORDS.most;
}

/** Evenly over the document. */
function spread(items, most) {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.floor(((i + 0.5) * items.length) / most)]);
}

/** The text that is left, and where in it each piece was. */
function without(text, taken) {
  const parts = [];
  const places = [];
  let at = 0;
  let length = 0;
  for (const { start, end } of taken) {
    parts.push(text.slice(at, start));
    length += start - at;
    places.push(length);
    at = end;
  }
  parts.push(text.slice(at));
  return { rest: parts.join(""), places };
}

/** What is left of the paragraph, or the beginning of the definition. */
function answerAt(rest, place, { start, end, from, to }) {
  const first = Math.max(0, place - Math.min(AROUND, Math.max(0, start - from)));
  const last = Math.min(rest.length, place + Math.min(AROUND, Math.max(0, to - end)));
  return [first, Math.max(first + 1, last)];
}
