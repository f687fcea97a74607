import { SherdError } from "../core/errors.ts";
import { AttemptTimedOut, GaveUp } from "../core/retry.ts";
import { ProviderFault } from "./provider-fault.ts";

/** A request that brought no answer: the last fault, and what the retries came to. */
export interface FailedRequest {
  /** `openai:text-embedding-3-small` */
  readonly model: string;
  readonly fault: ProviderFault;
  readonly gaveUp: GaveUp | undefined;
  /** For the error's `details`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** What `sendRequest` threw; undefined for other errors, aborts above all, which stay what they are. */
export function failedRequest(error: unknown, model: string): FailedRequest | undefined {
  const gaveUp = error instanceof GaveUp ? error : undefined;
  const last = gaveUp?.last ?? error;
  const fault = last instanceof AttemptTimedOut ? new ProviderFault("unavailable", last.message) : last;
  if (!(fault instanceof ProviderFault)) return undefined;
  const details = {
    model,
    kind: fault.kind,
    ...(fault.status !== undefined && { status: fault.status }),
    ...(gaveUp !== undefined && { attempts: gaveUp.attempts }),
  };
  return { model, fault, gaveUp, details };
}

/** The failures that have nothing to do with what was asked: quota, rate, key, network. */
export function providerError(failed: FailedRequest, deadlineMs: number): SherdError {
  const { model, fault, gaveUp, details } = failed;
  const said = fault.message;
  if (fault.kind === "quota") {
    return new SherdError(
      "PROVIDER_QUOTA",
      `${model} says that the quota or credit of the account is used up (${said}). Check plan and billing; waiting does not help.`,
      details,
    );
  }
  if (gaveUp !== undefined && (gaveUp.notBefore !== undefined || fault.kind === "rate-limit")) {
    return rateLimited(gaveUp, failed, deadlineMs);
  }
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

function rateLimited(gaveUp: GaveUp, { model, fault, details }: FailedRequest, deadlineMs: number) {
  const { notBefore } = gaveUp;
  if (notBefore === undefined) {
    return new SherdError(
      "PROVIDER_RATE_LIMITED",
      `${model} limits the rate of calls, also after ${gaveUp.attempts} attempts (${fault.message}). Set rateLimit or a lower concurrency.`,
      details,
    );
  }
  const retryAt = new Date(notBefore).toISOString();
  return new SherdError(
    "PROVIDER_RATE_LIMITED",
    `${model} asks not to be called before ${retryAt}, which is more than the ${deadlineMs} ms this call may wait. Call again then, or raise retry.deadlineMs.`,
    { ...details, retryAt },
  );
}
