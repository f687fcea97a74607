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
  CACHE_UNUSABLE: "A cache on disk is damaged or cannot be used; the work goes on without what it held.",
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
  const seen = typeof value === "string" ? JSON.stringify(value) : String(value);
  throw new SherdError("INVALID_OPTION", `${option} must be ${expected}; got ${seen}.`, {
    option,
    value,
    expected,
  });
}
