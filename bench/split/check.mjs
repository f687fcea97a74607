// What a splitter did to a text, beside how fast it was.

/**
 * Follows the chunks through the text from left to right and counts what went wrong.
 *
 * Whitespace is set aside: splitters may drop or fold it. Of what remains every character must be
 * covered, in order. A chunk may begin anywhere up to the end of what is covered so far (overlap);
 * of several places the last is taken, which is the kindest reading.
 *
 * @returns {{ lost: number, altered: number }} characters no chunk covers; chunks that are not in
 *   the text at all
 */
export function coverage(text, chunks) {
  const source = withoutWhitespace(text);
  let covered = 0;
  let lost = 0;
  let altered = 0;
  for (const chunk of chunks) {
    const piece = withoutWhitespace(chunk.text);
    if (piece === "") continue;
    let start = lastStart(source, piece, covered);
    if (start < 0) {
      start = source.indexOf(piece, covered);
      if (start < 0) {
        altered++;
        continue;
      }
      lost += start - covered;
    }
    covered = Math.max(covered, start + piece.length);
  }
  return { lost: lost + source.length - covered, altered };
}

/** The last place of `piece` that begins at `covered` or within a chunk's length before it. */
function lastStart(source, piece, covered) {
  const from = Math.max(0, covered - piece.length);
  const at = source.slice(from, covered + piece.length).lastIndexOf(piece);
  return at < 0 ? -1 : from + at;
}

function withoutWhitespace(text) {
  return text.replace(/\s+/g, "");
}

/**
 * Checks whole documents. `measure(text)` gives a chunk's size in the unit of the limit.
 *
 * @param {{ text: string, chunks: { text: string, start?: number, end?: number }[] }[]} documents
 */
export function checkDocuments(documents, { limit, measure }) {
  const found = {
    documents: documents.length,
    units: 0,
    chunks: 0,
    lossyDocuments: 0,
    lost: 0,
    altered: 0,
    oversized: 0,
    largest: 0,
    broken: 0,
    replaced: 0,
    offsets: { given: 0, wrong: 0 },
  };
  for (const { text, chunks } of documents) {
    const { lost, altered } = coverage(text, chunks);
    found.units += text.length;
    found.chunks += chunks.length;
    found.lost += lost;
    found.altered += altered;
    if (lost > 0 || altered > 0) found.lossyDocuments++;
    for (const chunk of chunks) {
      const size = measure(chunk.text);
      found.largest = Math.max(found.largest, size);
      if (size > limit) found.oversized++;
      // The corpus holds neither lone surrogates nor U+FFFD: either one was made by the splitter.
      if (!chunk.text.isWellFormed()) found.broken++;
      if (chunk.text.includes("\uFFFD")) found.replaced++;
      if (chunk.start !== undefined) {
        found.offsets.given++;
        if (text.slice(chunk.start, chunk.end) !== chunk.text) found.offsets.wrong++;
      }
    }
  }
  return found;
}
