// Where chunks lie in their text, and what they leave out.

/**
 * A text without its white space, which splitters may drop or fold. Places are counted in what remains,
 * for every splitter alike.
 */
export class SolidText {
  #before;

  constructor(text) {
    this.text = text;
    this.solid = text.replace(/\s+/g, "");
    this.#before = new Uint32Array(text.length + 1);
    const white = /\s/;
    for (let index = 0, solid = 0; index < text.length; index++) {
      if (!white.test(text[index])) solid++;
      this.#before[index + 1] = solid;
    }
  }

  range(start, end) {
    return [this.#before[start], this.#before[end]];
  }

  /**
   * Places each chunk by its own offsets, or where it has none by looking for its text from the end of
   * the chunk before it on, then from the beginning. A chunk whose text is nowhere, or not at its
   * offsets, covers nothing: its characters count as lost.
   *
   * @param {{ text: string, start?: number, end?: number }[]} chunks
   * @returns {{ ranges: [number, number][], lost: number, altered: number }}
   */
  place(chunks) {
    const ranges = [];
    let reached = 0;
    let altered = 0;
    for (const chunk of chunks) {
      const range = chunk.start === undefined ? this.#find(chunk.text, reached) : this.#given(chunk);
      if (range === undefined) altered++;
      else if (range[1] > range[0]) {
        ranges.push(range);
        reached = range[1];
      }
    }
    return { ranges, lost: this.solid.length - coveredBy(ranges), altered };
  }

  #find(chunkText, from) {
    const piece = chunkText.replace(/\s+/g, "");
    let at = this.solid.indexOf(piece, from);
    if (at < 0) at = this.solid.indexOf(piece);
    return at < 0 ? undefined : [at, at + piece.length];
  }

  #given({ text, start, end }) {
    return this.text.slice(start, end) === text ? this.range(start, end) : undefined;
  }
}

function coveredBy(ranges) {
  let covered = 0;
  let reached = 0;
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    covered += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return covered;
}
