/** Every code Sherd can throw, with what it means. Codes are stable; messages may improve. */
export const ERROR_CODES = {
  INVALID_OPTION: "An option has a value that cannot work.",
  INVALID_DOCUMENT: "What was given as a document has no text.",
  TOKENIZER_UNAVAILABLE: "Exact tokens were asked for and the tokenizer table is not loaded.",
  INPUT_NOT_FOUND: "A file, folder or glob names nothing.",
  INPUT_UNREADABLE: "A file cannot be read or decoded.",
  INPUT_BINARY: "A file holds bytes that are not text.",
  INPUT_TOO_LARGE: "A file is larger than one string can be.",
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
