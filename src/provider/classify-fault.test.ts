import { describe, expect, it } from "vitest";
import { AttemptTimedOut } from "../core/retry.ts";
import { classifyFault } from "./classify-fault.ts";
import { redactor } from "./redact.ts";

const NOW = Date.UTC(2026, 0, 5);
const classify = (error: unknown) => classifyFault(error, NOW, redactor(["the-key"]));
const status = (statusCode: number, more: object = {}) =>
  classify(Object.assign(new Error("message"), { statusCode, responseBody: "{}", ...more }));

describe("classifyFault", () => {
  it.each([
    [200, "invalid"],
    [400, "rejected"],
    [401, "refused"],
    [402, "quota"],
    [403, "refused"],
    [404, "refused"],
    [408, "unavailable"],
    [409, "unavailable"],
    [413, "too-large"],
    [422, "rejected"],
    [425, "unavailable"],
    [429, "rate-limit"],
    [500, "unavailable"],
    [503, "unavailable"],
    [529, "unavailable"],
  ])("takes status %d for %s", (code, kind) => {
    expect(status(code)).toMatchObject({ kind, status: code });
  });

  it("tells a used-up quota from a limit of the rate", () => {
    const responseBody = JSON.stringify({ error: { code: "insufficient_quota" } });
    expect(status(429, { responseBody }).kind).toBe("quota");
  });

  it.each([
    "Invalid 'input': array too long. Expected at most 2048",
    "This model's maximum context length is 8192 tokens",
    "at most 96 texts can be sent",
  ])("takes %j for a matter of size", (message) => {
    expect(status(400, { message }).kind).toBe("too-large");
  });

  it("takes a key that is refused with status 400 for no matter of the texts", () => {
    expect(status(400, { message: "API key not valid. Please pass a valid API key." }).kind).toBe("refused");
  });

  it.each([
    Object.assign(new Error("read"), { code: "ECONNRESET" }),
    Object.assign(new Error("call"), { cause: Object.assign(new Error("x"), { code: "UND_ERR_SOCKET" }) }),
    Object.assign(new Error("Cannot connect to API"), { isRetryable: true }),
    new TypeError("fetch failed"),
    new TypeError("terminated"),
    new AttemptTimedOut("no answer"),
  ])("takes %s for the network's", (error) => {
    expect(classify(error).kind).toBe("unavailable");
  });

  it("takes an answer that broke off for the network's, not the provider's", () => {
    expect(status(200, { responseBody: undefined }).kind).toBe("unavailable");
  });

  it.each([new Error("a bug"), "a string", undefined, null, 7])("does not retry %s", (error) => {
    expect(classify(error).kind).toBe("refused");
  });

  it("reads when to come back, wherever it stands", () => {
    const headers = (responseHeaders: object) => status(429, { responseHeaders }).notBefore;
    expect(headers({ "retry-after": "7" })).toBe(NOW + 7_000);
    expect(headers({ "retry-after": new Date(NOW + 9_000).toUTCString() })).toBe(NOW + 9_000);
    expect(headers({ "retry-after-ms": "250", "retry-after": "1" })).toBe(NOW + 250);
    expect(headers({})).toBeUndefined();
    const responseBody = '{"error":{"details":[{"@type":"x.RetryInfo","retryDelay":"34.5s"}]}}';
    expect(status(429, { responseBody }).notBefore).toBe(NOW + 34_500);
  });

  it("keeps keys out of its message, and long bodies short", () => {
    expect(status(401, { message: `the-key ${"x".repeat(9_999)}` }).message).toMatch(
      /^status 401: \[key\] x+$/,
    );
    expect(status(401, { message: "x".repeat(9_999) }).message.length).toBeLessThan(400);
  });
});
