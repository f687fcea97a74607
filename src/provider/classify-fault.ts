import { AttemptTimedOut } from "../core/retry.ts";
import { parseRetryAfter } from "../core/retry-after.ts";
import { type FaultKind, ProviderFault } from "./provider-fault.ts";
import type { Redact } from "./redact.ts";

/** The fields of the AI SDK's errors that are read; which of them are there depends on the error. */
interface CallError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly statusCode?: unknown;
  readonly isRetryable?: unknown;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: unknown;
}

const MAX_MESSAGE = 300;
const MAX_BODY = 20_000;
/** Statuses below 500 that may pass: request timeout, conflict, too early. (Too many requests is its own kind.) */
const PASSING_STATUSES = new Set([408, 409, 425]);
/** Statuses that a text, or how many of them there are, can cause. */
const TEXT_STATUSES = new Set([400, 413, 422]);

const QUOTA = /insufficient_quota|billing_hard_limit|credit balance|payment required/i;
const KEY_REFUSED = /api[_ -]?key|unauthori[sz]ed|authentication/i;
const TOO_LARGE = /too (?:many|large|long|big)|maximum|exceed|at most|limit/i;
const NETWORK_MESSAGES = /fetch failed|terminated|socket|network|other side closed/i;

/** What an error thrown by a call means. `now` is the time to which a wait in seconds is added. */
export function classifyFault(error: unknown, now: number, redact: Redact): ProviderFault {
  if (error instanceof ProviderFault) return error;
  if (error instanceof AttemptTimedOut) return new ProviderFault("unavailable", error.message);
  const call: CallError = typeof error === "object" && error !== null ? error : { message: error };
  const body = typeof call.responseBody === "string" ? call.responseBody.slice(0, MAX_BODY) : "";
  const said = redact(String(call.message || body || "no message")).slice(0, MAX_MESSAGE);
  if (typeof call.statusCode === "number") {
    const status = call.statusCode;
    const kind = kindOfStatus(status, call, `${said}\n${body}`);
    const notBefore = retryTime(call.responseHeaders ?? {}, body, now);
    return new ProviderFault(kind, `status ${status}: ${said}`, { status, notBefore });
  }
  if (call.name === "AI_InvalidResponseDataError") return new ProviderFault("invalid", said);
  return new ProviderFault(isNetworkError(call) ? "unavailable" : "refused", said);
}

function kindOfStatus(status: number, call: CallError, said: string): FaultKind {
  // An answer that was read but makes no sense has a body; one that broke off on the way has none.
  if (status < 400) return call.responseBody === undefined ? "unavailable" : "invalid";
  if (status === 402 || QUOTA.test(said)) return "quota";
  if (status === 429) return "rate-limit";
  if (status >= 500 || PASSING_STATUSES.has(status)) return "unavailable";
  if (!TEXT_STATUSES.has(status) || (status === 400 && KEY_REFUSED.test(said))) return "refused";
  return status === 413 || TOO_LARGE.test(said) ? "too-large" : "rejected";
}

function isNetworkError(call: CallError): boolean {
  if (call.isRetryable === true) return true;
  let current: unknown = call;
  for (let depth = 0; depth < 5 && typeof current === "object" && current !== null; depth++) {
    const { code, message, cause } = current as CallError;
    if (typeof code === "string" && /^(?:E[A-Z]+|UND_ERR_\w+)$/.test(code)) return true;
    if (current instanceof TypeError && NETWORK_MESSAGES.test(String(message))) return true;
    current = cause;
  }
  return false;
}

/** `retry-after-ms` is finer where it is sent; Google writes its wait into the body. */
function retryTime(headers: Readonly<Record<string, string>>, body: string, now: number): number | undefined {
  const finer = Number(headers["retry-after-ms"] || Number.NaN);
  if (finer >= 0) return now + finer;
  const asked = parseRetryAfter(headers["retry-after"], now);
  if (asked !== undefined) return asked;
  const [, seconds] = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body) ?? [];
  return seconds === undefined ? undefined : now + Number(seconds) * 1_000;
}
