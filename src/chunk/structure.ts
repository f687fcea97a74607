import type { Boundary, CodeFacts, Context } from "../core/chunk.ts";
import type { Section } from "../core/document.ts";
import type { Span } from "../core/span.ts";

/** How the text between two structural seams is cut when it alone is too large. */
export type Interior = "prose" | "code";

/**
 * How a seam holds together what it parts. `always`: a heading and the text under it, which are parted only
 * where nothing else is left. `unless whole`: a comment and its definition, a heading and its table, which
 * are parted only so that what follows stays whole.
 */
export type Glue = "none" | "unless whole" | "always";

/**
 * Where a text may be cut along its own structure: positions in rising order, each with a level. A cut
 * at level 0 severs least (between chapters, between top-level definitions); the deeper the level, the
 * more belongs together. What lies between two neighbouring seams is cut by prose's or code's own seams,
 * and only when it does not fit alone.
 */
export class SeamList {
  readonly positions: number[] = [];
  readonly levels: number[] = [];
  readonly boundaries: Boundary[] = [];
  /** What follows the seam at the same index, up to the next seam. */
  readonly interiors: Interior[] = [];
  readonly glues: Glue[] = [];
  /** What stands before the first seam. */
  readonly opening: Interior;

  constructor(opening: Interior) {
    this.opening = opening;
  }

  /**
   * Positions must rise. Of several seams at one place the first, which is the outermost, says whether it
   * holds; the strongest level counts, and the last interior.
   */
  add(position: number, level: number, boundary: Boundary, interior: Interior, glue: Glue = "none"): void {
    const last = this.positions.length - 1;
    if (last >= 0 && this.positions[last] === position) {
      if (level < this.levels[last] && this.glues[last] === "none") {
        this.levels[last] = level;
        this.boundaries[last] = boundary;
      }
      this.interiors[last] = interior;
      return;
    }
    this.glues.push(glue);
    this.positions.push(position);
    this.levels.push(level);
    this.boundaries.push(boundary);
    this.interiors.push(interior);
  }
}

/** What a piece of a document says about itself beside its text and place. */
export interface Description {
  /** Instead of the outline's: the scopes that hold the whole of a chunk of code. */
  readonly path?: readonly string[];
  readonly context?: Context;
  readonly code?: CodeFacts;
  readonly locator?: string;
}

/** A document's structure, as a chunker needs it. */
export interface Structure {
  readonly seams: SeamList;
  /** Headings or scopes for the chunks' `path`; the document's own outline when absent. */
  readonly outline?: readonly Section[];
  /** Positions no chunk may reach across, in rising order: sheets, records, definitions that are not packed. */
  readonly walls?: readonly { readonly position: number; readonly boundary: Boundary }[];
  /** Called once for each chunk, in order. */
  readonly describe?: (span: Span) => Description;
}
