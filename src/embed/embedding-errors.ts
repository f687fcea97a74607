import { SherdError } from "../core/errors.ts";
import { AttemptTimedOut, GaveUp } from "../core/retry.ts";
import { ProviderFault } from "./provider/provider-fault.ts";

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
  const gaveUp = error instanceof GaveUp ? error : undefined;
  const last = gaveUp?.last ?? error;
  const fault = last instanceof AttemptTimedOut ? new ProviderFault("unavailable", last.message) : last;
  if (!(fault instanceof ProviderFault)) return error;
  const { model } = context;
  const details = {
    model,
    kind: fault.kind,
    ...(fault.status !== undefined && { status: fault.status }),
    ...(gaveUp !== undefined && { attempts: gaveUp.attempts }),
  };
  const said = fault.message;
  if (fault.kind === "quota") {
    return new SherdError(
      "PROVIDER_QUOTA",
      `${model} says that the quota or credit of the account is used up (${said}). Check plan and billing; waiting does not help.`,
      details,
    );
  }
  if (gaveUp !== undefined && (gaveUp.notBefore !== undefined || fault.kind === "rate-limit")) {
    return rateLimited(gaveUp, context, details, said);
  }
  if (fault.kind === "invalid") return invalid(context, details, said);
  if (fault.kind === "rejected" || fault.kind === "too-large") return rejected(context, details, said);
  if (fault.kind === "refused") {
    return new SherdError(
      "PROVIDER_FAILED",
      `${model} refused the call (${said}). Check the key, the model's name and the address.`,
      details,
    );
  }
  return new SherdError(
    "PROVIDER_FAILED",
    `${model} failed ${gaveUp?.attempts ?? 1} times (last: ${said}). Try again later.`,
    details,
  );
}

function rateLimited(gaveUp: GaveUp, { model, deadlineMs }: FailureContext, details: object, said: string) {
  const { notBefore } = gaveUp;
  if (notBefore === undefined) {
    return new SherdError(
      "PROVIDER_RATE_LIMITED",
      `${model} limits the rate of calls, also after ${gaveUp.attempts} attempts (${said}). Set rateLimit or a lower concurrency.`,
      { ...details },
    );
  }
  const retryAt = new Date(notBefore).toISOString();
  return new SherdError(
    "PROVIDER_RATE_LIMITED",
    `${model} asks not to be called before ${retryAt}, which is more than the ${deadlineMs} ms this call may wait. Call again then, or raise retry.deadlineMs.`,
    { ...details, retryAt },
  );
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
