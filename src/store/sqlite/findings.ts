export { UNINDEXED } from "../../core/store.ts";

/** What a check found, and what would mend it. */
export interface Finding {
  readonly kind: "file" | "document" | "orphan" | "index" | "unindexed";
  readonly message: string;
  /** The row of the space it lies in; absent for what is the whole file's. */
  readonly space?: number;
  /** Its id, where one document is meant. */
  readonly document?: string;
  readonly remedy?: Remedy;
}

type Remedy =
  | { readonly type: "reindex-tables" }
  | { readonly type: "drop-orphans" }
  /** The text or rows of a document: only its source has them. */
  | { readonly type: "read-again"; readonly number: number }
  /** Words and vectors of documents, made again from what is stored; `segment` is dropped. */
  | { readonly type: "derive"; readonly segment?: number; readonly numbers: readonly number[] };

/** Checks give findings as they go, and nothing now and then, when others may have a turn. */
export type Check = Generator<Finding | undefined, void>;
