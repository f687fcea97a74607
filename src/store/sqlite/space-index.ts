import type { Filter, Space, WordQuery } from "../../core/store.ts";
import type { VectorFormat } from "../../core/vector-format.ts";
import { checkFilter, type FilterSubject, filterTest } from "../filter.ts";
import type { AllowedDocuments } from "../index/best-chunks.ts";
import type { Row } from "./connection.ts";
import { LoadedSegment, type Machinery } from "./loaded-segment.ts";
import { numbersWithin } from "./uses.ts";

/** A space's row. */
export interface SpaceRow {
  readonly id: number;
  readonly collection: Space["collection"];
  readonly embedder: string | null;
  readonly dimensions: number | null;
  /** Null until it has vectors, as are the two above. */
  readonly vectors: VectorFormat | null;
  readonly revision: number;
  readonly layout: number;
}

const FILTERS_KEPT = 16;
/** Numbers of documents that went leave holes; past this many they are counted anew. */
const HOLES_ALLOWED = 4_096;

/**
 * The segments of one space in memory. Before each search, inside its transaction, `refresh` compares layouts
 * and reads only what another call or another process changed.
 */
export class SpaceIndex {
  readonly #machinery: Machinery;
  #segments: readonly LoadedSegment[] = [];
  #layout = -1;
  #dimensions: number | null = null;
  #nextDocument = 1;
  readonly #filters = new Map<string, AllowedDocuments>();

  constructor(machinery: Machinery) {
    this.#machinery = machinery;
  }

  get segments(): readonly LoadedSegment[] {
    return this.#segments;
  }

  refresh(space: SpaceRow): void {
    if (space.layout === this.#layout) return;
    this.#filters.clear();
    if (space.dimensions !== this.#dimensions || this.#holes() > HOLES_ALLOWED) this.release();
    this.#dimensions = space.dimensions;
    const rows = this.#machinery.connection.all(
      "SELECT id, revision FROM segments WHERE space = ? ORDER BY first",
      space.id,
    );
    const known = new Map(this.#segments.map((segment) => [segment.id, segment]));
    const segments = rows.map((row) => {
      const id = Number(row.id);
      const segment = known.get(id) ?? this.#load(id, space.dimensions);
      known.delete(id);
      segment.update(Number(row.revision));
      return segment;
    });
    for (const segment of known.values()) segment.release();
    // The same list stays the same array: what scorers know about a list, they know by the array.
    if (segments.length !== this.#segments.length || segments.some((one, i) => one !== this.#segments[i])) {
      this.#segments = segments;
    }
    this.#layout = space.layout;
  }

  #load(id: number, dimensions: number | null): LoadedSegment {
    const segment = new LoadedSegment(this.#machinery, id, this.#nextDocument, dimensions);
    this.#nextDocument += segment.slots.documents.length;
    return segment;
  }

  #holes(): number {
    const held = this.#segments.reduce((sum, { slots }) => sum + slots.documents.length, 0);
    return this.#nextDocument - 4 * held;
  }

  /** The chunk's real number. */
  numberOf(place: number): number {
    const { first, slots } = this.#segmentOf(place);
    return slots.numbers[place - first];
  }

  /** The real number of its document. */
  documentOf(place: number): number {
    const { first, documents, documentsFrom, slots } = this.#segmentOf(place);
    return slots.documents[documents[place - first] - documentsFrom];
  }

  #segmentOf(place: number): LoadedSegment {
    let low = 0;
    let high = this.#segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#segments[middle].first <= place) low = middle;
      else high = middle - 1;
    }
    return this.#segments[low];
  }

  /** Which documents pass, by their numbers here. */
  allowed(
    space: SpaceRow,
    { filter, within }: Pick<WordQuery, "filter" | "within">,
  ): AllowedDocuments | undefined {
    if (filter === undefined && within === undefined) return undefined;
    // First: what is no filter may look like one as JSON.
    if (filter !== undefined) checkFilter(filter);
    const key = JSON.stringify([filter, within]);
    const known = this.#filters.get(key);
    if (known !== undefined) return known;
    const passing =
      within === undefined ? undefined : numbersWithin(this.#machinery.connection, space.id, within);
    const allowed = this.#filter(space, filter, passing);
    if (this.#filters.size >= FILTERS_KEPT) this.#filters.clear();
    this.#filters.set(key, allowed);
    return allowed;
  }

  #filter(space: SpaceRow, filter: Filter | undefined, within: Set<number> | undefined): AllowedDocuments {
    const passing = filter === undefined ? within : this.#matching(space, filter);
    const allowed = new Uint8Array(this.#nextDocument);
    for (const { slots, documentsFrom } of this.#segments) {
      slots.documents.forEach((document, i) => {
        if (passing?.has(document) && (within?.has(document) ?? true)) allowed[documentsFrom + i] = 1;
      });
    }
    return allowed;
  }

  #matching(space: SpaceRow, filter: Filter): Set<number> {
    const { connection } = this.#machinery;
    const keys = connection.all("SELECT key FROM keys WHERE space = ?", space.id);
    const passes = filterTest(
      filter,
      keys.map(({ key }) => JSON.parse(key as string) as string),
    );
    const passing = new Set<number>();
    const rows = connection.each(
      "SELECT number, id, title, metadata, file FROM documents WHERE space = ?",
      space.id,
    );
    for (const row of rows) if (passes(subjectOf(row))) passing.add(Number(row.number));
    return passing;
  }

  release(): void {
    for (const segment of this.#segments) segment.release();
    this.#segments = [];
    this.#nextDocument = 1;
    this.#layout = -1;
  }
}

function subjectOf({ id, title, metadata, file }: Row): FilterSubject {
  return {
    id: id as string,
    title: title === null ? undefined : (JSON.parse(title as string) as string),
    path: file === null ? undefined : (JSON.parse(file as string) as { path: string }).path,
    metadata: JSON.parse(metadata as string),
  };
}
