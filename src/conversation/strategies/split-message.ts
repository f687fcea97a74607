import { cutText } from "../../chunk/cut.ts";
import { naturalSeams, PROSE_SEAMS } from "../../chunk/natural-seams.ts";
import { DEFAULT_MINIMUM, type Sizing } from "../../chunk/options.ts";
import type { MessagePart, NormalizedMessage } from "../../core/conversation.ts";
import { SherdError } from "../../core/errors.ts";
import type { Span } from "../../core/span.ts";
import type { Ruler } from "../../text/ruler.ts";
import type { Chunking } from "./config.ts";
import type { Piece } from "./pieces.ts";

/**
 * A message in parts whose contents, one behind the other, are the message's own. The first part counts at
 * most `first` tokens with its framing, each of the others at most `rest`.
 */
export function splitMessage(
  message: NormalizedMessage,
  index: number,
  { tokens, maximum }: Chunking,
  first: number,
  rest: number,
): Piece[] {
  const framing = tokens.framing(message);
  const fail = () => unsplittable(message, index, framing, maximum);
  if (rest - framing < 1) fail();
  const ruler = tokens.ruler(message.content);
  const spans = contentSpans(message.content, ruler, Math.max(1, first - framing), rest - framing, fail);
  if (spans.length < 2) return [{ message, index, tokens: tokens.of(message) }];
  const partsOf = partsBySpan(message.parts);
  return spans.map((span, i) => {
    const content = message.content.slice(span.start, span.end);
    const part = { number: i + 1, total: spans.length, span };
    const piece = { ...message, content, parts: partsOf(span, i === 0), part };
    return { message: piece, index, tokens: tokens.of(piece) };
  });
}

/** Adjoining spans that cover the content, cut at the best seams that fit. */
function contentSpans(content: string, ruler: Ruler, first: number, rest: number, fail: () => never): Span[] {
  const spans: Span[] = [];
  const cuts = (size: number, start: number) =>
    cutText(content, ruler, sizingOf(size, ruler), naturalSeams(PROSE_SEAMS), [
      { start, end: content.length, boundary: "end" },
    ]);
  const add = (span: Span, size: number, isOversize: boolean): void => {
    if (isOversize) spans.push(...codePointSpans(content, span, ruler, size, fail));
    else spans.push({ start: span.start, end: span.end });
  };
  let start = 0;
  if (first < rest) {
    const { value: cut } = cuts(first, 0).next();
    // Where not one character fits what was left, the first part is as large as the others.
    if (cut && !cut.oversize) {
      add(cut, first, false);
      start = cut.end;
    }
  }
  for (const cut of cuts(rest, start)) add(cut, rest, cut.oversize);
  return spans;
}

function sizingOf(size: number, ruler: Ruler): Sizing {
  return {
    size,
    unit: "tokens",
    overlap: 0,
    overlapBy: "size",
    minimum: Math.floor(DEFAULT_MINIMUM * size),
    balance: false,
    // Everything is kept, so that the parts put together are the message.
    trim: false,
    measure: "tokens",
    ruler: () => ruler,
  };
}

/** One character of many code points that is larger than a chunk: the maximum is hard, so it is cut between them. */
function* codePointSpans(
  content: string,
  { start, end }: Span,
  ruler: Ruler,
  size: number,
  fail: () => never,
): Generator<Span> {
  for (let at = start; at < end; ) {
    let to = Math.min(end, ruler.reach(at, size));
    while (to > at && ruler.size(at, to) > size) to = wholeCodePoint(content, at + ((to - at) >> 1), at);
    if (to <= at) {
      to = at + ((content.codePointAt(at) as number) > 0xffff ? 2 : 1);
      if (ruler.size(at, to) > size) fail();
    }
    yield { start: at, end: to };
    at = to;
  }
}

function wholeCodePoint(content: string, position: number, floor: number): number {
  const isInside = position > floor && (content.codePointAt(position - 1) as number) > 0xffff;
  return isInside ? position - 1 : position;
}

/** A message's parts as they lie in each span, asked for in order. What is not in the content goes with the first. */
function partsBySpan(parts: readonly MessagePart[]): (span: Span, isFirst: boolean) => MessagePart[] {
  const placed = parts.filter((part) => part.span !== undefined);
  let from = 0;
  return ({ start, end }, isFirst) => {
    const found = isFirst ? parts.filter((part) => part.span === undefined) : [];
    while (from < placed.length && (placed[from].span as Span).end <= start) from++;
    for (let i = from; i < placed.length; i++) {
      const span = placed[i].span as Span;
      if (span.start >= end) break;
      const low = Math.max(span.start, start);
      const high = Math.min(span.end, end);
      const text = placed[i].text.slice(low - span.start, high - span.start);
      found.push({ ...placed[i], text, span: { start: low - start, end: high - start } });
    }
    return found;
  };
}

function unsplittable(message: NormalizedMessage, index: number, framing: number, maximum: number): never {
  throw new SherdError(
    "MESSAGE_TOO_LARGE",
    `Message ${index} (${message.id}) cannot be split to fit ${maximum} tokens: its role and name alone count ` +
      `${framing}, and a part holds at least one character. Raise maxTokensPerChunk or shorten the name.`,
    { messageId: message.id, index, framing, maximum },
  );
}
