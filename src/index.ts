/**
 * Sherd: split text into pieces that keep their context, and find the right piece again.
 *
 *     import { RecursiveTextSplitter } from "sherd";
 *
 *     const splitter = new RecursiveTextSplitter({ size: 1000, overlap: 0.1 });
 *     for (const chunk of splitter.split({ id: "guide.md", text })) {
 *       console.log(chunk.span, chunk.boundary, chunk.text);
 *     }
 *
 * Every chunk satisfies `chunk.text === document.text.slice(chunk.span.start, chunk.span.end)`; the
 * other laws are in docs/INVARIANTS.md. The same names are behind narrower doors: `sherd/text` and
 * `sherd/chunk`.
 */

// Split: fixed size, natural seams or own separators, whole sentences.
export * from "./chunk/index.ts";
// What everything throws.
export { ERROR_CODES, type ErrorCode, SherdError } from "./core/errors.ts";
// Measure and read text: tokens, sentences, boundaries, characters, lines.
export * from "./text/index.ts";
