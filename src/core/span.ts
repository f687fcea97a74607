/**
 * A half-open range of UTF-16 code units, as `String.prototype.slice` counts them.
 *
 * Law 1 (Slice) rests on it: `chunk.text === document.text.slice(span.start, span.end)`.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}
