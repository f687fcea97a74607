import type { Chunk } from "../core/chunk.ts";
import type { DocumentInput, Section } from "../core/document.ts";
import { SherdError } from "../core/errors.ts";
import type { Span } from "../core/span.ts";
import { digestText, hashText, hexDigits } from "../text/hash.ts";
import { approximateTokens } from "../text/tokens/estimates.ts";
import type { Cut } from "./cut.ts";
import { locatorsOf } from "./locators.ts";
import type { Sizing } from "./options.ts";
import { outlinePath } from "./outline-path.ts";
import type { Description } from "./structure.ts";

/** What the chunks of one document share, beside the document itself. */
export interface Making {
  readonly name: string;
  readonly fingerprint: string;
  readonly sizing: Pick<Sizing, "unit" | "measure">;
  /** Absent while streaming. */
  readonly total?: number | undefined;
  /** Instead of the document's own outline. */
  readonly outline?: readonly Section[] | undefined;
  readonly describe?: ((span: Span) => Description) | undefined;
}

type Build = (cut: Cut, index: number, previous: Cut | undefined, next: Cut | undefined) => Chunk;

/** Makes chunks of a document's cuts, which must come in order. */
function chunkBuilder(document: DocumentInput, making: Making): Build {
  const { text, metadata } = document;
  const { name, fingerprint, sizing, total, outline = document.outline, describe } = making;
  const exact = sizing.unit === "tokens";
  const documentId = document.id ?? hashText(text);
  const place = hashText(`${documentId}\0${fingerprint}`).slice(0, 16);
  const wellFormed = text.isWellFormed();
  const pathAt = outlinePath(outline);
  const locate = locatorsOf(document);
  // A chunk that is split further brings its own total; while streaming there is none yet.
  const { totalChunks: _ofParent, ...own } = metadata ?? {};
  const shared =
    total === undefined ? { ...own, chunker: name } : { ...own, chunker: name, totalChunks: total };
  return (cut, index, previous, next) => {
    const { start, end, boundary } = cut;
    const span = { start, end };
    const content = text.slice(start, end);
    const described = describe?.(span);
    const before = sharedUnits(previous, cut);
    const { hash, bytes } = digestText(content, wellFormed || content.isWellFormed());
    const chunk: Mutable<Chunk> = {
      id: place + hexDigits(start, end),
      documentId,
      index,
      span,
      text: content,
      overlap: { before, after: sharedUnits(cut, next) },
      boundary,
      kind: "standard",
      // Of what is new in it: what it repeats may stand under another heading.
      path: described?.path ?? pathAt(start + before),
      tokens: exact ? cut.size : approximateTokens(content.length, bytes),
      tokensBy: exact ? sizing.measure : "approximate",
      hash,
      metadata: { ...shared, chunk: index },
    };
    if (total !== undefined) chunk.total = total;
    if (cut.oversize) chunk.oversize = true;
    const locator = described?.locator ?? locate(span);
    if (locator !== undefined) chunk.locator = locator;
    if (described?.code !== undefined) chunk.code = described.code;
    if (described?.context !== undefined) chunk.context = described.context;
    return chunk;
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Units a cut shares with the next one. */
function sharedUnits(cut: Cut | undefined, next: Cut | undefined): number {
  return cut === undefined || next === undefined ? 0 : Math.max(0, cut.end - next.start);
}

/** The collected cuts of a document as chunks. */
export function buildAll(document: DocumentInput, cuts: readonly Cut[], making: Making): Chunk[] {
  const build = chunkBuilder(document, { ...making, total: cuts.length });
  return cuts.map((cut, index) => build(cut, index, cuts[index - 1], cuts[index + 1]));
}

/** The same one by one: one cut is held back, for how much a chunk shares with the next is known only then. */
export function* buildEach(document: DocumentInput, cuts: Iterable<Cut>, making: Making): Generator<Chunk> {
  const build = chunkBuilder(document, making);
  let index = 0;
  let previous: Cut | undefined;
  let held: Cut | undefined;
  for (const cut of cuts) {
    if (held !== undefined) yield build(held, index++, previous, cut);
    previous = held;
    held = cut;
  }
  if (held !== undefined) yield build(held, index, previous, undefined);
}

export function checkText(text: unknown): void {
  if (typeof text === "string") return;
  throw new SherdError(
    "INVALID_DOCUMENT",
    `A document needs a text that is a string; got ${text === null ? "null" : typeof text}.`,
    { value: text },
  );
}
