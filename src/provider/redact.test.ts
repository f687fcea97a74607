import { expect, it } from "vitest";
import { redactor } from "./redact.ts";

it("takes out the keys it was told, also as an address or JSON writes them", () => {
  const redact = redactor(['a/b"c', undefined, ""]);
  expect(redact('key a/b"c, a%2Fb%22c and a/b\\"c')).toBe("key [key], [key] and [key]");
});

it.each([
  "sk-proj-4f9c27be51d0a6e8",
  "pa-4f9c27be51d0a6e83b72",
  "AIzaSyA-4f9c27be51d0a6e83b72",
  "Bearer 4f9c27be",
])("takes out %s, which looks like a key", (key) => {
  expect(redactor([])(`wrong key: ${key} given`)).toBe("wrong key: [key] given");
});

it("leaves other words alone", () => {
  const text = "risk-averse task-based models; maximum context length is 8192 tokens";
  expect(redactor([])(text)).toBe(text);
});
