import { renderValue } from "./render-value.ts";

/** Every code Sherd can throw, with what it means. Codes are stable; messages may improve. */
export const ERROR_CODES = {
  INVALID_OPTION: "An option has a value that cannot work.",
  INVALID_DOCUMENT: "What was given as a document has no text.",
  TOKENIZER_UNAVAILABLE: "Exact tokens were asked for and the tokenizer table is not loaded.",
  INPUT_NOT_FOUND: "A file, folder or glob names nothing.",
  INPUT_UNREADABLE: "A file cannot be read or decoded.",
  INPUT_BINARY: "A file holds bytes that are not text.",
  INPUT_TOO_LARGE: "A file is larger than one string can be.",
  INPUT_MALFORMED: "A file is damaged, truncated or not what its type says.",
  INPUT_ENCRYPTED: "A file is locked with a password.",
  INPUT_UNSUPPORTED: "A file's type has no loader.",
  LIMIT_EXCEEDED: "A file needs more pages, cells, bytes, time or memory than its limits allow.",
  GRAMMAR_UNAVAILABLE: "A language's grammar could not be loaded.",
  PACKAGE_MISSING: "An optional package that was asked for is not installed.",
  KEY_MISSING: "A provider needs a key and none was given.",
  EMBEDDER_UNAVAILABLE: "The embedder that was named cannot be loaded.",
  EMBEDDING_REJECTED: "A provider refuses to embed one of the texts.",
  EMBEDDING_INVALID:
    "Vectors came back that cannot be right: too few, of other dimensions, not finite or zero.",
  PROVIDER_FAILED: "A provider could not be reached or did not answer as it should.",
  PROVIDER_QUOTA: "A provider says that the account's quota or credit is used up.",
  PROVIDER_RATE_LIMITED: "A provider asks to wait longer than the call may take.",
  PROMPT_REJECTED: "A provider refuses a prompt: it is too long, or not accepted.",
  REPLY_INVALID: "A model's reply is not what was asked for, also after it was asked to repair it.",
  REPLY_REFUSED: "A model or its provider withholds the reply.",
  CACHE_UNUSABLE: "A cache on disk is damaged or cannot be used; the work goes on without what it held.",
  STORE_LOCKED: "Another process held the database for longer than the call may wait.",
  STORE_FULL: "There is no room left on the disk, or the database may not grow further; nothing was changed.",
  STORE_READ_ONLY: "The database cannot be written: it was opened to be read, or its file may only be read.",
  STORE_CORRUPT: "The database is damaged.",
  STORE_FOREIGN: "The file is not a Sherd database; nothing in it was changed.",
  STORE_VERSION: "The database was written by another version of Sherd that this one cannot use.",
  STORE_FAILED: "The database could not be opened, read or written.",
  STORE_CLOSED: "The database was closed before the call.",
  TURN_GONE: "A turn was forgotten while something was made from it; nothing was written.",
  SPACE_MISMATCH: "Vectors of another model or of other dimensions than the stored ones.",
  MESSAGE_TOO_LARGE: "A message counts more tokens than a chunk may hold and must or can not be split.",
  CHUNKING_INVALID: "A chunking strategy gave chunks of a conversation that break a law.",
  CHUNK_MISMATCH: "A chunk's text is not what its span names in its document.",
  FOREIGN_CHUNK_UNALIGNED: "A chunk of another library's splitter does not stand in the document's text.",
  OUTPUT_TRUNCATED: "A model's reply ends before it is complete: it needs more room, or less to answer.",
  EXTRACTION_FAILED: "Memories of a conversation could not be extracted, or only of a part of it.",
  BUDGET_SPENT: "What may be spent is spent, or the next call could go beyond it; what was done stays.",
  OUTPUT_UNWRITABLE: "A file cannot be written.",
  ID_CONFLICT:
    "A file would take the place of another file, or of a document a program gave, that has the same id.",
  EXPORT_INVALID:
    "An export is cut short, damaged, or of a version that cannot be read; nothing was restored.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * The one error class. `message` names the value seen, what was expected and the way out;
 * `details` holds the same as typed fields for programs.
 */
export class SherdError extends Error {
  override readonly name = "SherdError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/** An option with a value that cannot work: names the option, the value seen and what was expected. */
export function invalidOption(option: string, value: unknown, expected: string): never {
  throw new SherdError("INVALID_OPTION", `${option} must be ${expected}; got ${renderValue(value)}.`, {
    option,
    value,
    expected,
  });
}
