import type { ErrorCode } from "../core/errors.ts";
import type { Parsed, Source } from "./format.ts";

/** One file for the sandbox to parse. */
export interface SandboxRequest {
  readonly type: string;
  /** Where a format lives that is not one of Sherd's own: a module that exports `formats`. */
  readonly module?: string;
  readonly bytes: Uint8Array;
  readonly source: Source;
}

export interface SandboxReply {
  readonly parsed?: Parsed;
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
  /** The process has grown and ends after this reply. */
  readonly worn?: boolean;
}
