/** What an export or a restore moved. */
export interface TransferSummary {
  readonly documents: number;
  /** Parents not counted. */
  readonly chunks: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** A `WritableStream` of the web. In this shape, so that users need no types of a browser or of Node. */
interface WebTarget {
  getWriter(): {
    readonly ready: Promise<unknown>;
    write(text: string): Promise<void>;
    close(): Promise<void>;
    releaseLock(): void;
  };
}

/** A writable stream of Node. */
export interface NodeTarget {
  write(text: string, done: (error?: Error | null) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** Where an export goes: a file's path, or a stream that takes strings. */
export type ExportTarget = string | WebTarget | NodeTarget;
/** Where one comes from: a file's path, or its bytes in pieces. */
export type RestoreSource = string | AsyncIterable<string | Uint8Array>;
