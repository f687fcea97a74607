import type { Boundary, CodeFacts, Context } from "../core/chunk.ts";
import type { Section } from "../core/document.ts";
import type { Span } from "../core/span.ts";

/** How the text between two structural seams is cut when it alone is too large. */
export type Interior = "prose" | "code";

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
  /** What stands before the first seam. */
  readonly opening: Interior;

  constructor(opening: Interior) {
    this.opening = opening;
  }

  /** Positions must rise; a second seam at one place keeps the stronger level and the later interior. */
  add(position: number, level: number, boundary: Boundary, interior: Interior): void {
    const last = this.positions.length - 1;
    if (last >= 0 && this.positions[last] === position) {
      if (level < this.levels[last]) {
        this.levels[last] = level;
        this.boundaries[last] = boundary;
      }
      this.interiors[last] = interior;
      return;
    }
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
