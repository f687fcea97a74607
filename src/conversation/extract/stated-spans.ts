import type { MessagePart, MessagePartKind } from "../../core/conversation.ts";
import type { ChunkMessage } from "../../core/extraction.ts";
import type { Span } from "../../core/span.ts";
import { isWhitespace } from "../../text/whitespace.ts";
import { recalledSpans } from "./recalled.ts";

/** What a person or the assistant brought in: not what programs, tools or the model's reasoning did. */
const QUOTABLE: ReadonlySet<MessagePartKind> = new Set(["text", "code", "attachment"]);
/** What was said in words. */
export const SPOKEN: ReadonlySet<MessagePartKind> = new Set(["text"]);

/**
 * The stretches of a message's content that may be evidence, in order and apart: parts of the kinds asked
 * for, without recalled memories. None in what the system or a tool said.
 */
export function statedSpans(message: ChunkMessage, kinds: ReadonlySet<MessagePartKind> = QUOTABLE): Span[] {
  if (message.role === "system" || message.role === "tool") return [];
  const parts = message.parts.filter((part) => part.span !== undefined);
  const whole = { start: 0, end: message.content.length };
  const said =
    parts.length === 0
      ? [whole]
      : parts.filter((part) => kinds.has(part.kind)).map((part) => placeOf(part, message));
  const recalled = recalledSpans(message.content, (message.part?.number ?? 1) > 1);
  return joinNear(subtract(said, recalled), message.content);
}

/** A split message's parts may still be placed in the whole message: then what falls into this piece counts. */
function placeOf(part: MessagePart, message: ChunkMessage): Span {
  const { start, end } = part.span as Span;
  const isHere = message.part === undefined || message.content.slice(start, end) === part.text;
  const shift = isHere ? 0 : (message.part?.span.start ?? 0);
  const length = message.content.length;
  return {
    start: Math.min(length, Math.max(0, start - shift)),
    end: Math.min(length, Math.max(0, end - shift)),
  };
}

/** Both in order and apart. */
function subtract(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const left: Span[] = [];
  let next = 0;
  for (const span of spans) {
    let start = span.start;
    while (next < taken.length && taken[next].end <= start) next++;
    for (let at = next; at < taken.length && taken[at].start < span.end; at++) {
      if (taken[at].start > start) left.push({ start, end: taken[at].start });
      start = Math.max(start, taken[at].end);
    }
    if (start < span.end) left.push({ start, end: span.end });
  }
  return left;
}

/** Only white space stands between two parts of one message: a quote may run over it. */
function joinNear(spans: readonly Span[], content: string): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && isBlank(content, last.end, span.start))
      joined[joined.length - 1] = { start: last.start, end: span.end };
    else joined.push(span);
  }
  return joined;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isWhitespace(text.charCodeAt(at))) return false;
  return true;
}
