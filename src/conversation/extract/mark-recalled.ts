import type { MessagePart, NormalizedMessage } from "../../core/conversation.ts";
import type { Span } from "../../core/span.ts";
import { recalledSpans } from "./recalled.ts";

/**
 * The same message, with recalled memories in its texts as `injected` parts of their own. To be done before a
 * message is split: a piece from the middle of such a block no longer shows what it is.
 */
export function markRecalled<Message extends NormalizedMessage>(message: Message): Message {
  const recalled = recalledSpans(message.content);
  if (recalled.length === 0) return message;
  const whole = { start: 0, end: message.content.length };
  const isPlaced = message.parts.some(({ span }) => span !== undefined);
  const parts: readonly MessagePart[] = isPlaced
    ? message.parts
    : [{ kind: "text", text: message.content, span: whole }, ...message.parts];
  let next = 0;
  const cut = parts.flatMap((part) => {
    const start = part.span?.start ?? 0;
    while (next < recalled.length && recalled[next].end <= start) next++;
    return cutPart(part, recalled, next, message.content);
  });
  return { ...message, parts: cut };
}

/** `first` is the first recalled stretch that does not end before the part. */
function cutPart(
  part: MessagePart,
  recalled: readonly Span[],
  first: number,
  content: string,
): MessagePart[] {
  const { span, kind } = part;
  if (span === undefined || kind !== "text") return [part];
  const cut: MessagePart[] = [];
  const add = (as: MessagePart["kind"], start: number, end: number): void => {
    if (end > start) cut.push({ ...part, kind: as, text: content.slice(start, end), span: { start, end } });
  };
  let at = span.start;
  for (let next = first; next < recalled.length && recalled[next].start < span.end; next++) {
    const { start, end } = recalled[next];
    add("text", at, Math.max(at, start));
    add("injected", Math.max(at, start), Math.min(end, span.end));
    at = Math.min(end, span.end);
  }
  add("text", at, span.end);
  return cut;
}
