/** Something that was read and is no turn of its own, with the reason and the place. */
export interface MigrationNote {
  readonly place: string;
  readonly reason: string;
}

/** Notes kept in a report; the rest is only counted. */
const MOST_NOTES = 1_000;

/** What became of a file. Complete once all turns were taken. */
export interface MigrationReport {
  /** Records: turns, chunks, and what could not be read. */
  readonly read: number;
  /** Turns given. */
  readonly converted: number;
  /** Old chunks that went with their turn. */
  readonly chunks: number;
  readonly skipped: number;
  /** Why each was skipped; the first thousand. */
  readonly skips: readonly MigrationNote[];
  /** Turns that had to be put together from less than a whole record; the first thousand. */
  readonly notes: readonly MigrationNote[];
  /** What stood in the file beside its records. */
  readonly fileMetadata: Readonly<Record<string, unknown>>;
}

export class MigrationTally implements MigrationReport {
  read = 0;
  converted = 0;
  chunks = 0;
  skipped = 0;
  readonly skips: MigrationNote[] = [];
  readonly notes: MigrationNote[] = [];
  readonly fileMetadata: Record<string, unknown> = Object.create(null);

  skip(place: string, reason: string): void {
    this.skipped++;
    if (this.skips.length < MOST_NOTES) this.skips.push({ place, reason });
  }

  note(place: string, reason: string): void {
    if (this.notes.length < MOST_NOTES) this.notes.push({ place, reason });
  }
}
