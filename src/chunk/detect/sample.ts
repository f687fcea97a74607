/** Characters looked at from a long text's head, middle and end. The head tells most. */
const HEAD = 16_384;
const INNER = 8_192;

/** No text is looked at for more than this, however long it is. */
export const SAMPLE_LIMIT = HEAD + 2 * INNER;

export interface Sample {
  /** From the text's start, in order. */
  readonly parts: readonly string[];
  /** Whether the one part is the whole text. */
  readonly whole: boolean;
}

/** Windows onto a text: the whole of it when it is short, else its head, middle and end, cut at line ends. */
export function sampleText(text: string): Sample {
  if (text.length <= SAMPLE_LIMIT) return { parts: [text], whole: true };
  const middle = (text.length - INNER) >>> 1;
  const last = text.length - INNER;
  return {
    parts: [
      withoutBrokenEnd(text.slice(0, HEAD)),
      withoutBrokenEnd(withoutBrokenStart(text.slice(middle, middle + INNER))),
      withoutBrokenStart(text.slice(last)),
    ],
    whole: false,
  };
}

/** Without the line that the window cut off, unless there is no other. */
function withoutBrokenEnd(window: string): string {
  const end = window.lastIndexOf("\n");
  return end > 0 ? window.slice(0, end + 1) : window;
}

function withoutBrokenStart(window: string): string {
  const start = window.indexOf("\n");
  return start >= 0 && start < window.length - 1 ? window.slice(start + 1) : window;
}
