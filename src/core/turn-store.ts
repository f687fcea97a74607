import type { Call } from "./chunker.ts";
import type { Entry, Space, Store, StoredDocument } from "./store.ts";

/** What is kept of a turn beside its document: when it was, and how it is used. Times are milliseconds since 1970. */
export interface TurnUse {
  /** Of the event. */
  readonly at: number;
  readonly session?: string | undefined;
  readonly type: string;
  /** Of its text in UTF-8. */
  readonly bytes: number;
  /** 0 to 1; absent where nobody said. */
  readonly importance?: number | undefined;
  /** Absent where nobody said: a turn that is told again stays as it was. */
  readonly pinned?: boolean | undefined;
  readonly accesses: number;
  readonly lastUse?: number | undefined;
  readonly spacedUses: number;
}

export interface StoredUse extends TurnUse {
  /** The document's id, and its number inside the space, as hits name it. */
  readonly id: string;
  readonly number: number;
  readonly pinned: boolean;
  /** False for a turn that was stored while no vectors could be made. */
  readonly hasVectors: boolean;
}

/** Turns of a session, and of a time: `from` inclusive, `before` not. */
export interface UseRange {
  readonly session?: string | undefined;
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

/** Which uses are asked for; all of them without any. */
export interface UseQuery extends UseRange {
  readonly ids?: readonly string[] | undefined;
  readonly numbers?: readonly number[] | undefined;
  /** Only those of a type. */
  readonly type?: string | undefined;
  /** Only those without vectors. */
  readonly withoutVectors?: boolean | undefined;
  /** The last so many by time, in rising order all the same. */
  readonly last?: number | undefined;
}

/** What changes in one space. */
export interface TurnChange {
  readonly space: Space;
  /**
   * Without `use`, the one of the document that is replaced goes on; where a turn has none any more, it was forgotten
   * in between, and all is refused with `TURN_GONE`.
   */
  readonly batch?: readonly {
    readonly document: StoredDocument;
    readonly entries: readonly Entry[];
    readonly use?: TurnUse | undefined;
  }[];
  /** Ids of documents. */
  readonly remove?: readonly string[];
  /** Ids of documents that must still be there, for what is written was made of them; else all is refused with `TURN_GONE`. */
  readonly requires?: readonly string[];
  /** The id of the model that made the batch's vectors. */
  readonly embedder?: string | undefined;
}

export interface UseSummary {
  readonly turns: number;
  readonly pinned: number;
  readonly bytes: number;
  readonly sessions: number;
  readonly withoutVectors: number;
  /** Turns whose text another turn has too. */
  readonly duplicates: number;
  readonly oldest?: number | undefined;
  readonly newest?: number | undefined;
  readonly accesses: number;
  readonly neverUsed: number;
}

/** What is left in the file of documents that were erased: all 0 is the proof. */
export interface ErasureProof {
  readonly documents: number;
  readonly chunks: number;
  readonly texts: number;
  readonly uses: number;
  /** Documents whose words and vectors still lie in a segment. */
  readonly indexed: number;
  /** Whether the log holds no older pages: another process that reads at this moment keeps it. */
  readonly isLogEmpty: boolean;
}

export interface Erasure {
  readonly documents: number;
  readonly chunks: number;
  readonly left: ErasureProof;
}

/** A store that also keeps how documents are used: what a memory is made on. */
export interface TurnStore extends Store {
  /** In one transaction: all of it or nothing. */
  change(changes: readonly TurnChange[], call?: Call): Promise<void>;
  /** By time. */
  uses(space: Space, query?: UseQuery): Promise<StoredUse[]>;
  /** For each turn the numbers of those just before and after it in its session, by time. */
  neighbours(
    space: Space,
    turns: readonly Pick<StoredUse, "number" | "at" | "session">[],
  ): Promise<{ readonly before?: number | undefined; readonly after?: number | undefined }[]>;
  /**
   * Counts one more use of each, and adds to named counts of the space. Ids that are not there are passed over.
   * Searches need nothing anew.
   */
  reinforce(
    space: Space,
    uses: readonly { readonly ids: readonly string[]; readonly at: number }[],
    counts?: Readonly<Record<string, number>>,
  ): Promise<void>;
  /** Removes documents from several spaces and overwrites what held them, words and vectors too. */
  erase(spaces: readonly Space[], ids: readonly string[]): Promise<Erasure>;
  /** What limits are about. */
  useTotals(
    space: Space,
  ): Promise<{ readonly turns: number; readonly bytes: number; readonly oldest: number }>;
  useSummary(space: Space): Promise<UseSummary>;
  /** What `reinforce` added up. */
  tallies(space: Space): Promise<Record<string, number>>;
}
