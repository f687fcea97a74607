import type { ChunkMessage, ConversationChunk, Evidence } from "../../core/extraction.ts";
import type { Span } from "../../core/span.ts";
import { isCjk, isDigit, isLetter } from "../../text/letters.ts";
import { findAll } from "./find-all.ts";
import { type FoldedText, foldText } from "./folded-text.ts";
import { statedSpans } from "./stated-spans.ts";

/** Evidence for a stretch of a message as it stands in a chunk; a part's offsets become the whole message's. */
export function evidenceAt(conversationId: string, message: ChunkMessage, span: Span): Evidence {
  const shift = message.part?.span.start ?? 0;
  return {
    conversationId,
    messageId: message.id,
    span: { start: span.start + shift, end: span.end + shift },
    quote: message.content.slice(span.start, span.end),
    ...(message.time === undefined ? {} : { time: message.time }),
  };
}

/** Whether the message, whole or the part that holds the span, has these words at that place: law 11. */
export function isEvidenceOf(evidence: Evidence, message: ChunkMessage): boolean {
  const shift = message.part?.span.start ?? 0;
  const { start, end } = evidence.span;
  return (
    evidence.messageId === message.id &&
    evidence.quote !== "" &&
    start >= shift &&
    message.content.slice(start - shift, end - shift) === evidence.quote
  );
}

interface Prepared {
  readonly message: ChunkMessage;
  readonly spans: readonly Span[];
  folded?: readonly FoldedText[];
}

/**
 * Looks up quotes in a chunk's messages: as they are, else up to case, white space and kinds of quotation
 * marks and dashes. What is found is quoted as the message has it. Each message is folded at most once.
 */
export class EvidenceFinder {
  readonly #conversationId: string;
  readonly #messages = new Map<string, Prepared[]>();

  constructor(chunk: ConversationChunk) {
    this.#conversationId = chunk.conversationId;
    for (const message of chunk.messages) {
      const prepared = { message, spans: statedSpans(message) };
      const pieces = this.#messages.get(message.id);
      if (pieces === undefined) this.#messages.set(message.id, [prepared]);
      else pieces.push(prepared);
    }
  }

  /** Undefined when the message is not in the chunk or nobody says this in it. */
  find(messageId: string, quote: string): Evidence | undefined {
    const pieces = this.#messages.get(messageId) ?? [];
    const wanted = quote.trim();
    if (!HAS_WORD.test(wanted)) return undefined;
    for (const { message, spans } of pieces) {
      const span = findExact(message.content, spans, wanted);
      if (span !== undefined) return evidenceAt(this.#conversationId, message, span);
    }
    const folded = foldText(stripFraming(wanted)).text;
    if (!HAS_WORD.test(folded)) return undefined;
    for (const piece of pieces) {
      piece.folded ??= piece.spans.map(({ start, end }) => foldText(piece.message.content.slice(start, end)));
      const span = findFolded(piece, folded);
      if (span !== undefined) return evidenceAt(this.#conversationId, piece.message, span);
    }
    return undefined;
  }
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Marks that a model puts around a quote and that are not in it. */
const FRAMING = new Set(Array.from(" \t\n\r\"'`“”‘’«»„…."));

function stripFraming(quote: string): string {
  let start = 0;
  let end = quote.length;
  while (start < end && FRAMING.has(quote[start])) start++;
  while (end > start && FRAMING.has(quote[end - 1])) end--;
  return quote.slice(start, end);
}

function findExact(content: string, spans: readonly Span[], quote: string): Span | undefined {
  for (const { start, end } of spans) {
    for (const at of findAll(content.slice(start, end), quote)) {
      const span = { start: start + at, end: start + at + quote.length };
      if (!cutsToken(content, span.start) && !cutsToken(content, span.end)) return span;
    }
  }
  return undefined;
}

function findFolded({ message, spans, folded = [] }: Prepared, quote: string): Span | undefined {
  for (const [index, { text, starts, ends }] of folded.entries()) {
    for (const at of findAll(text, quote)) {
      const shift = spans[index].start;
      const span = { start: shift + starts[at], end: shift + ends[at + quote.length - 1] };
      if (!cutsToken(message.content, span.start) && !cutsToken(message.content, span.end)) return span;
    }
  }
  return undefined;
}

/**
 * Whether an end of a quote falls inside a word or a number: "costs 10" is not what "costs 100" or
 * "costs 10.50" says, nor "5 degrees" what "-5 degrees" does.
 */
function cutsToken(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (isWordUnit(text, at - 1) && isWordUnit(text, at)) return true;
  if (isDigit(before) && isNumberMark(after) && isDigit(text.charCodeAt(at + 1))) return true;
  if (!isDigit(after)) return false;
  if (isNumberMark(before) && isDigit(text.charCodeAt(at - 2))) return true;
  return (before === 0x2d || before === 0x2212) && !isWordUnit(text, at - 2);
}

/** `.`, `,` and `:` inside a number. */
function isNumberMark(code: number): boolean {
  return code === 0x2e || code === 0x2c || code === 0x3a;
}

/** Letters of scripts that put spaces between words, and digits. */
function isWordUnit(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const code = text.charCodeAt(at);
  if (isDigit(code)) return true;
  return isLetter(text, at) && !isCjk(code) && !isUnspaced(code);
}

/** Thai, Lao, Myanmar and Khmer. */
function isUnspaced(code: number): boolean {
  return (
    (code >= 0x0e00 && code < 0x0f00) ||
    (code >= 0x1000 && code < 0x10a0) ||
    (code >= 0x1780 && code < 0x1800)
  );
}
