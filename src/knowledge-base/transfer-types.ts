/** What an export or a restore moved. */
export interface TransferSummary {
  readonly documents: number;
  /** Parents not counted. */
  readonly chunks: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Where an export goes: a file's path, or anything that takes strings. */
export type ExportTarget = string | WritableStream<string> | NodeJS.WritableStream;
/** Where one comes from: a file's path, or its bytes in pieces. */
export type RestoreSource = string | AsyncIterable<string | Uint8Array>;
