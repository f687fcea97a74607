import type { Chunk } from "../core/chunk.ts";
import type { DocumentInput } from "../core/document.ts";
import { declaredNames } from "./declared-names.ts";
import { type CorpusStatistics, documentKeywords } from "./document-keywords.ts";
import { headingsOf } from "./document-outline.ts";
import { leadSentence } from "./lead-sentence.ts";
import { oneLine } from "./one-line.ts";
import { type FieldTexts, looksLikeCode } from "./outline-fields.ts";

const MOST_DEFINITIONS = 40;
const MOST_KEYWORDS = 12;
const LONGEST_TITLE = 200;
const LONGEST_LINE = 600;
const SHOWN_KEYWORDS = 6;

/** What a document says about its chunks without a model: each part is a field of its own. */
export interface OutlineContext {
  readonly title?: string;
  /** Headings or scopes from the outside in. */
  readonly path: readonly string[];
  readonly locator?: string;
  /** What tells the document from others; none without statistics. */
  readonly keywords: readonly string[];
  /** Names that the document defines, in order. */
  readonly definitions: readonly string[];
  /** The document's first sentence. */
  readonly lead?: string;
  /** The headings before and after the chunk's own. */
  readonly previous?: string;
  readonly next?: string;
}

export interface OutlineContextOptions {
  readonly corpus?: CorpusStatistics | undefined;
  /** What keywords are analysed as; it must be loaded. */
  readonly language?: string | undefined;
}

/** In the chunks' order; undefined for parents, which are read and not searched. One pass over text and chunks. */
export function outlineContexts(
  document: DocumentInput,
  chunks: readonly Chunk[],
  { corpus, language }: OutlineContextOptions = {},
): (OutlineContext | undefined)[] {
  const { text, metadata = {} } = document;
  const title = typeof metadata.title === "string" ? oneLine(metadata.title, LONGEST_TITLE) : "";
  const isCode =
    chunks.some(({ code }) => code !== undefined) || looksLikeCode({ text, metadata }, chunks[0]);
  const lead = isCode ? undefined : leadSentence(text);
  const shared = {
    ...(title === "" ? {} : { title }),
    keywords:
      corpus === undefined
        ? []
        : documentKeywords(text, corpus, { most: MOST_KEYWORDS, language }).map(({ word }) => word),
    definitions: isCode ? definitionsOf(chunks) : [],
    ...(lead === undefined || lead === title ? {} : { lead }),
  };
  const neighbours = neighbourHeadings(document, chunks);
  return chunks.map(({ kind, path, locator }, i) => {
    if (kind === "parent") return undefined;
    return { ...shared, path, ...(locator === undefined ? {} : { locator }), ...neighbours[i] };
  });
}

/** For people: "Kilns › Firing › Clay (p. 3). Between: Glazing and Cooling. About: kiln, clay." */
export function outlineLine(context: OutlineContext | undefined): string {
  if (context === undefined) return "";
  const { title, path, locator, keywords, lead, previous, next } = context;
  // A title is often the outermost heading too.
  const trail = [...(title === undefined || title === path[0] ? [] : [title]), ...path].join(" › ");
  const place = trail === "" ? (locator ?? "") : locator === undefined ? trail : `${trail} (${locator})`;
  const between =
    previous !== undefined && next !== undefined
      ? `Between: ${previous} and ${next}`
      : previous !== undefined
        ? `After: ${previous}`
        : next === undefined
          ? ""
          : `Before: ${next}`;
  const about = keywords.length === 0 ? "" : `About: ${keywords.slice(0, SHOWN_KEYWORDS).join(", ")}`;
  const parts = [place, between, about, lead ?? ""].filter((part) => part !== "");
  return oneLine(
    parts.map((part) => (/[.!?…。！？]$/u.test(part) ? part : `${part}.`)).join(" "),
    LONGEST_LINE,
  );
}

/** For words: beside the fields that `outlineFields` makes, what the whole document gives each of its chunks. */
export function outlineWordFields(context: OutlineContext): FieldTexts {
  const { keywords, definitions, lead, previous, next } = context;
  const around = [lead, previous, next].filter((part) => part !== undefined).join("\n");
  const words = [...keywords, ...definitions].join("\n");
  return { ...(words === "" ? {} : { keywords: words }), ...(around === "" ? {} : { context: around }) };
}

/**
 * For vectors: a text to embed by itself and blend in, or to put before the chunk. It is short, for the same words before
 * many chunks draw their vectors together.
 */
export function outlineVectorText(context: OutlineContext): string {
  const { title, path, keywords } = context;
  const trail = [...(title === undefined || title === path[0] ? [] : [title]), ...path].join(" › ");
  return [trail, keywords.slice(0, SHOWN_KEYWORDS).join(", ")].filter((part) => part !== "").join(": ");
}

function definitionsOf(chunks: readonly Chunk[]): string[] {
  const names = new Set<string>();
  for (const { kind, code, text } of chunks) {
    if (kind === "parent") continue;
    for (const name of code?.defines ?? declaredNames(text)) {
      names.add(name);
      if (names.size === MOST_DEFINITIONS) return [...names];
    }
  }
  return [...names];
}

/** The headings before and after the one each chunk stands under, by place. */
function neighbourHeadings(
  document: DocumentInput,
  chunks: readonly Chunk[],
): readonly Pick<OutlineContext, "previous" | "next">[] {
  const headings = headingsOf(document, chunks);
  const found: Pick<OutlineContext, "previous" | "next">[] = chunks.map(() => ({}));
  const order = chunks.map((_, i) => i).sort((a, b) => chunks[a].span.start - chunks[b].span.start);
  let own = -1;
  for (const i of order) {
    const { span, overlap } = chunks[i];
    while (own + 1 < headings.length && headings[own + 1].span.start <= span.start + overlap.before) own++;
    // An outer heading whose inner one begins with it is no neighbour: it is in the path.
    const previous = headings[own - 1]?.title;
    const next = headings[own + 1]?.title;
    found[i] = {
      ...(previous === undefined || chunks[i].path.includes(previous) ? {} : { previous }),
      ...(next === undefined || chunks[i].path.includes(next) ? {} : { next }),
    };
  }
  return found;
}
