/**
 * The time (milliseconds since 1970) before which a `Retry-After` header asks not to come back, in both of
 * its forms: seconds, and an HTTP date. Undefined for what is neither.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return now + Number(text) * 1_000;
  // Every HTTP date names a weekday first; Date.parse alone would also take "-5" or "12/1".
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}
