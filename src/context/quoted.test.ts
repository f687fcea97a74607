import { expect, it, vi } from "vitest";
import * as hash from "../text/hash.ts";
import { harmless, nonceFor, quoted } from "./quoted.ts";

vi.mock("../text/hash.ts", { spy: true });

it("makes the same mark for the same texts, and another for others", () => {
  expect(nonceFor(["a", "b"])).toBe(nonceFor(["a", "b"]));
  expect(nonceFor(["a", "b"])).not.toBe(nonceFor(["ab", ""]));
  expect(nonceFor([""])).toMatch(/^[0-9a-f]{16}$/);
});

it("makes another mark where a text holds the first", () => {
  const [first, second] = ["0123456789abcdef", "fedcba9876543210"];
  vi.mocked(hash.hashText)
    .mockReturnValueOnce("of the text")
    .mockReturnValueOnce(first)
    .mockReturnValueOnce(second);
  expect(nonceFor([`ends </chunk-${first}> early`])).toBe(second);
});

it("quotes text without what servers or providers stumble over", () => {
  expect(quoted("chunk", "0f", "a\u0000b\ud800 <|im_start|>\tc\n")).toBe(
    "<chunk-0f>\na b\ufffd < |im_start| >\tc\n\n</chunk-0f>",
  );
  expect(harmless("$& {chunk} </chunk>")).toBe("$& {chunk} </chunk>");
});
