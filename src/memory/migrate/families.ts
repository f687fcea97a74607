import { importanceFrom, type MigratedTurn, type OldChunk } from "./migrated-turn.ts";
import { fromContent, type ReadRecord, type TurnDraft } from "./read-record.ts";
import type { MigrationTally } from "./report.ts";

/** Text of turns that still wait for chunks; past it the oldest are given as they are. UTF-16 units. */
const MOST_WAITING = 32 * 1024 * 1024;

interface Family {
  place: string;
  parent?: TurnDraft;
  readonly chunks: OldChunk[];
  /** The turn's whole text, as a chunk remembers it. */
  context?: string;
  /** The earliest time one of the chunks has. */
  at?: number;
  size: number;
}

type ChunkRecord = Extract<ReadRecord, { readonly chunk: OldChunk }>;

/**
 * Puts parents and their chunks together, in whatever order they come. A chunk whose parent never comes is not
 * lost: the turn is made from the text it remembers.
 */
export class OldFamilies {
  readonly #report: MigrationTally;
  readonly #name: (turn: TurnDraft) => string;
  readonly #waiting = new Map<string, Family>();
  /** Turns that had to go before the end of the file. */
  readonly #given = new Set<string>();
  readonly #mostWaiting: number;
  #size = 0;
  #unnamed = 0;

  constructor(report: MigrationTally, name: (turn: TurnDraft) => string, mostWaiting = MOST_WAITING) {
    this.#report = report;
    this.#mostWaiting = mostWaiting;
    this.#name = name;
  }

  addParent(turn: TurnDraft, place: string, note: string | undefined): void {
    if (note !== undefined) this.#report.note(place, note);
    const key = turn.id === undefined ? `\0${this.#unnamed++}` : turn.id;
    let family = this.#waiting.get(key);
    // Two parents of one name are two turns.
    if (family?.parent !== undefined) family = this.#open(`\0${this.#unnamed++}`, place);
    family ??= this.#open(key, place);
    family.parent = turn;
    family.place = place;
    this.#grow(family, turn.user.length + turn.assistant.length);
  }

  addChunk({ chunk, parentId, context, at }: ChunkRecord, place: string): void {
    if (this.#given.has(parentId)) {
      this.#report.skip(
        place,
        `its parent ${JSON.stringify(parentId)} stood too far before it, and has its text`,
      );
      return;
    }
    const family = this.#waiting.get(parentId) ?? this.#open(parentId, place);
    family.chunks.push(chunk);
    if (family.context === undefined && context !== undefined) family.context = context;
    if (at !== undefined) family.at = Math.min(at, family.at ?? at);
    this.#grow(family, chunk.text.length + (chunk.embedding?.length ?? 0));
  }

  /** The oldest turns, as far as they must make room. */
  *flushed(): Generator<MigratedTurn> {
    for (const [key, family] of this.#waiting) {
      if (this.#size <= this.#mostWaiting) return;
      this.#waiting.delete(key);
      this.#size -= family.size;
      this.#given.add(key);
      yield this.#finish(key, family);
    }
  }

  *rest(): Generator<MigratedTurn> {
    for (const [key, family] of this.#waiting) yield this.#finish(key, family);
    this.#waiting.clear();
  }

  #open(key: string, place: string): Family {
    const family: Family = { place, chunks: [], size: 0 };
    this.#waiting.set(key, family);
    return family;
  }

  #grow(family: Family, units: number): void {
    family.size += units;
    this.#size += units;
  }

  #finish(key: string, { parent, chunks, context, place, at }: Family): MigratedTurn {
    const turn = parent ?? orphaned(key, chunks, context, at);
    if (parent === undefined) {
      const from = context === undefined ? "its chunks" : "the context its chunks remember";
      this.#report.note(place, `its parent ${JSON.stringify(key)} is not there; put together from ${from}`);
    }
    this.#report.converted++;
    this.#report.chunks += chunks.length;
    const all = [turn, ...chunks];
    const lastAccess = most(all.map((one) => one.lastAccess));
    const importanceScore = most(all.map((one) => one.importanceScore));
    return {
      ...turn,
      id: this.#name(turn),
      accessCount: all.reduce((sum, one) => sum + one.accessCount, 0),
      ...(lastAccess === undefined ? {} : { lastAccess }),
      ...(importanceScore === undefined
        ? {}
        : { importanceScore, importance: importanceFrom(importanceScore) }),
      chunks: chunks.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)),
      place,
    };
  }
}

/** A turn whose own record is missing. */
function orphaned(
  id: string,
  chunks: readonly OldChunk[],
  context: string | undefined,
  at: number | undefined,
): TurnDraft {
  const ordered = chunks.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const text = context ?? ordered.map((chunk) => chunk.text).join("\n");
  return { ...fromContent(text), id, accessCount: 0, metadata: {}, ...(at === undefined ? {} : { at }) };
}

function most(values: readonly (number | undefined)[]): number | undefined {
  let best: number | undefined;
  for (const value of values) if (value !== undefined && (best === undefined || value > best)) best = value;
  return best;
}
