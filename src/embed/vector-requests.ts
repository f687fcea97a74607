import type { Clock } from "../core/clock.ts";
import type { EmbedRole } from "../core/embedder.ts";
import type { RateLimiter } from "../core/rate-limiter.ts";
import { type RetryPolicy, retry } from "../core/retry.ts";
import { classifyFault } from "./provider/classify-fault.ts";
import type { Redact } from "./provider/redact.ts";
import { toUnitVectors } from "./unit-vectors.ts";

/** One request: a batch of texts in, their vectors out, in order. Knows nothing of retries or batches. */
export type EmbedTransport = (
  texts: readonly string[],
  role: EmbedRole,
  signal: AbortSignal,
) => Promise<readonly ArrayLike<number>[]>;

export interface VectorRequestSettings {
  readonly transport: EmbedTransport;
  readonly policy: RetryPolicy;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly redact: Redact;
}

/** An answer that makes no sense this often is no accident of the network. */
const MOST_INVALID_REPLIES = 6;

/**
 * Sends one batch until valid vectors of unit length come back. Throws a `ProviderFault` that no retry mends,
 * or `GaveUp` whose last error is one.
 */
export async function requestVectors(
  { transport, policy, limiter, clock, redact }: VectorRequestSettings,
  batch: { readonly texts: readonly string[]; readonly tokens: number; readonly role: EmbedRole },
  dimensions: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  return retry(
    async (attempt) => {
      try {
        const vectors = await transport(batch.texts, batch.role, attempt);
        return toUnitVectors(vectors, batch.texts.length, dimensions);
      } catch (error) {
        attempt.throwIfAborted();
        throw classifyFault(error, clock.now(), redact);
      }
    },
    {
      policy,
      clock,
      signal,
      before: (waiting) => limiter.acquire(batch.tokens, waiting),
      judge(error, now) {
        const { kind, notBefore } = classifyFault(error, now, redact);
        if (notBefore !== undefined && notBefore - now <= policy.deadlineMs) limiter.pauseUntil(notBefore);
        return {
          retry: kind === "unavailable" || kind === "rate-limit" || kind === "invalid",
          notBefore,
          kind,
          most: kind === "invalid" ? MOST_INVALID_REPLIES : undefined,
        };
      },
    },
  );
}
