// A stand-in for a language model: it writes descriptions out of what the prompt quotes, so that contexts pass through
// the real ContextWriter, cache and fields without a network. It tests plumbing; it says nothing of what a model writes.

import { analyse } from "../../src/text/analysis/analyse.ts";
import { sentenceSpans } from "../../src/text/sentences.ts";

/** Looked at on either side of a chunk. */
const NEAR = 3_000;
const LONGEST = 300;
const FEWEST_WORDS = 5;
/** What opens a scope in most languages, at the start of a line. */
const DEFINITION =
  /^[ \t]*(?:(?:pub|export|public|abstract|static|default)\b[^\n]{0,40}?)?\b(?:class|struct|impl|trait|interface|module|namespace|enum|fn|func|def|function)\b[^\n]{1,160}$/gm;

/** A `Generator`: the definition line above the chunk and the most central sentence around it. */
export function extractiveGenerator() {
  return {
    id: "scripted:extractive",
    async generate({ prompt }) {
      const text = describe(prompt.map((part) => part.text).join(""));
      return { text, finish: "stop", usage: { input: 0, cachedInput: 0, output: 0 } };
    },
  };
}

function describe(prompt) {
  const quoted = quotedIn(prompt);
  const chunk = quoted.get("chunk") ?? "";
  const [before, after] = around(quoted, chunk);
  const definition = lastDefinition(before);
  const central = centralSentence(`${before}\n${after}`) ?? centralSentence(chunk);
  const place = quoted.get("place-of-chunk");
  const parts = [place, definition, central].filter((part) => part !== undefined && part !== "");
  return parts.length === 0 ? "A part of the document." : parts.join(". ");
}

/** What the prompt quotes, by the tags' names. The chunk is quoted last, under the same mark as the rest. */
function quotedIn(prompt) {
  const end = prompt.lastIndexOf("</chunk-");
  const nonce = prompt.slice(end + "</chunk-".length, end + "</chunk-".length + 16);
  const found = new Map();
  for (const tag of ["document", "place-of-chunk", "text-before-chunk", "text-after-chunk", "chunk"]) {
    const from = prompt.indexOf(`<${tag}-${nonce}>\n`);
    const to = prompt.indexOf(`\n</${tag}-${nonce}>`, from);
    if (from >= 0 && to >= 0) found.set(tag, prompt.slice(from + tag.length + nonce.length + 4, to));
  }
  return found;
}

function around(quoted, chunk) {
  const whole = quoted.get("document");
  if (whole === undefined)
    return [
      (quoted.get("text-before-chunk") ?? "").slice(-NEAR),
      (quoted.get("text-after-chunk") ?? "").slice(0, NEAR),
    ];
  const at = Math.max(0, whole.indexOf(chunk));
  const end = at + chunk.length;
  return [whole.slice(Math.max(0, at - NEAR), at), whole.slice(end, end + NEAR)];
}

function lastDefinition(before) {
  const lines = before.match(DEFINITION);
  return lines?.at(-1)?.trim().slice(0, LONGEST);
}

/** The sentence whose words most others share. */
function centralSentence(text) {
  const sentences = [...sentenceSpans(text)]
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, " ").trim())
    .filter((line) => line.length <= LONGEST && line.split(" ").length >= FEWEST_WORDS);
  const terms = sentences.map((sentence) => new Set(analyse(sentence)));
  const shared = new Map();
  for (const own of terms) for (const term of own) shared.set(term, (shared.get(term) ?? 0) + 1);
  let best = { score: 0, sentence: undefined };
  for (const [i, own] of terms.entries()) {
    let sum = 0;
    for (const term of own) sum += (shared.get(term) ?? 0) - 1;
    const score = sum / Math.sqrt(own.size + 1);
    if (score > best.score) best = { score, sentence: sentences[i] };
  }
  return best.sentence;
}
