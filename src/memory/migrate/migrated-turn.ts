import type { Metadata } from "../../core/document.ts";
import type { Span } from "../../core/span.ts";
import { DAY } from "../decay.ts";
import type { Use } from "../reinforce.ts";
import type { Turn } from "../render-turn.ts";

/** A piece of a turn as an older memory had cut it. Kept for the record: turns are cut anew. */
export interface OldChunk {
  readonly id?: string;
  readonly index?: number;
  readonly text: string;
  /** As it was written; it need not be right. */
  readonly span?: Span;
  readonly accessCount: number;
  readonly lastAccess?: number;
  readonly importanceScore?: number;
  readonly embedding?: readonly number[];
  /** Every field that has no place above. */
  readonly metadata: Metadata;
}

/** A turn read from an older memory, with all that was known of it. */
export interface MigratedTurn extends Turn {
  /** The record's own, else a hash of what was said, when, and the how-manieth of the same: import is idempotent. */
  readonly id: string;
  /** When it was said, in whole milliseconds since 1970; absent when the record does not say. */
  readonly at?: number;
  /** No time zone was written: `at` is the clock's reading taken as UTC. */
  readonly isLocalTime?: true;
  readonly session?: string;
  /** Accesses of the turn and of its chunks together. */
  readonly accessCount: number;
  /** The last of them; absent when there was none. */
  readonly lastAccess?: number;
  /** As it was: from 1 upwards without end. The highest of the turn's and its chunks'. */
  readonly importanceScore?: number;
  /** The same as 0 to 1: the old default of 1 is ½, which says nothing. */
  readonly importance?: number;
  /** Of an unknown model: to be kept or dropped, never to be searched among others. */
  readonly embedding?: readonly number[];
  readonly chunks: readonly OldChunk[];
  /** Every field that has no place above. */
  readonly metadata: Metadata;
  /** Where it was read: `$[3]`, `line 4`. */
  readonly place: string;
}

export function importanceFrom(score: number): number {
  return score > 0 ? score / (1 + score) : 0;
}

/** What is to be kept of its use. When each access was is not known: they are taken as evenly spread. */
export function migratedUse({
  at,
  accessCount,
  lastAccess,
}: Pick<MigratedTurn, "at" | "accessCount" | "lastAccess">): Use {
  if (accessCount === 0 || lastAccess === undefined) return { accessCount, spacedUses: 0 };
  const gap = Math.max(0, lastAccess - (at ?? lastAccess)) / accessCount;
  return { accessCount, lastUse: lastAccess, spacedUses: (accessCount * gap) / (gap + DAY) };
}
