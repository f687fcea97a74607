import { SherdError } from "../core/errors.ts";
import { failedRequest, providerError } from "../provider/provider-errors.ts";

/** What a message needs to name: who failed, and on which of the caller's texts. */
export interface FailureContext {
  /** `openai:text-embedding-3-small` */
  readonly model: string;
  readonly deadlineMs: number;
  /** Set where one text alone was sent. */
  readonly single?: { readonly index: number; readonly text: string } | undefined;
  /** Whether any text was ever accepted: if none was, the text may not be what is wrong. */
  readonly accepted: boolean;
}

const PREVIEW_LENGTH = 60;

/** Faults and given-up retries as the one error class. Other errors, aborts above all, stay what they are. */
export function toSherdError(error: unknown, context: FailureContext): unknown {
  const failed = failedRequest(error, context.model);
  if (failed === undefined) return error;
  const { fault, details } = failed;
  if (fault.kind === "invalid") return invalid(context, details, fault.message);
  if (fault.kind === "rejected" || fault.kind === "too-large") {
    return rejected(context, details, fault.message);
  }
  return providerError(failed, context.deadlineMs);
}

function invalid({ model, single }: FailureContext, details: object, said: string): SherdError {
  const about = single === undefined ? "" : ` for text ${single.index} (${preview(single.text)})`;
  return new SherdError(
    "EMBEDDING_INVALID",
    `${model} keeps sending an answer that cannot be right${about}: ${said}. Nothing of it was used.`,
    { ...details, ...named(single) },
  );
}

function rejected({ model, single, accepted }: FailureContext, details: object, said: string): SherdError {
  const about = single === undefined ? "the texts" : `text ${single.index} (${preview(single.text)})`;
  const doubt = accepted ? "" : " No text was accepted so far, so the request itself may be what is wrong.";
  return new SherdError(
    "EMBEDDING_REJECTED",
    `${model} rejects ${about}, also when sent alone (${said}). Shorten or leave out that text.${doubt}`,
    { ...details, ...named(single) },
  );
}

function named(single: FailureContext["single"]): object {
  return single === undefined ? {} : { index: single.index, text: start(single.text) };
}

function preview(text: string): string {
  return JSON.stringify(start(text));
}

function start(text: string): string {
  if (text.length <= PREVIEW_LENGTH) return text;
  const cut = text.slice(0, PREVIEW_LENGTH);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
