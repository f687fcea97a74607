import { expect, it } from "vitest";
import { digestText, hashText, hexDigits } from "./hash.ts";

/** From the reference implementation (mmh3's x86 128-bit digest of the UTF-8 bytes). */
const KNOWN: readonly (readonly [string, string])[] = [
  ["", "00000000000000000000000000000000"],
  ["a", "a794933c5556b01b5556b01b5556b01b"],
  ["hello", "2b2444a0db91def79adb31b69adb31b6"],
  ["The quick brown fox jumps over the lazy dog", "2f1583c3ecee2c675d7bf66ce5e91d2c"],
  ["日本語のテキスト", "bfb2f51e81c5ad818af71411b66f2707"],
  ["emoji 👨‍👩‍👧‍👦 family", "7d4ebfef56e7493e721376c11b4a0acc"],
  ["x".repeat(1000), "02508d27189b6cffc11edb6e79f64f4b"],
];

it.each(KNOWN)("hashes %j as the reference does", (text, hash) => {
  expect(hashText(text)).toBe(hash);
});

it("gives texts that differ only in a lone surrogate different names", () => {
  const texts = ["a\ud83d", "a\ud83e", "a\udc69", "a\ufffd", "a"];
  expect(new Set(texts.map(hashText)).size).toBe(texts.length);
});

it("counts the bytes of the text in UTF-8", () => {
  expect(digestText("aé日👍").bytes).toBe(10);
});

it("hashes texts longer than its buffer, and shorter ones after them", () => {
  const short = hashText("short");
  hashText("y".repeat(100_000));
  expect(hashText("short")).toBe(short);
});

it("writes two numbers as sixteen digits", () => {
  expect(hexDigits(0, 255)).toBe("00000000000000ff");
  expect(hexDigits(0x12345678, 0xffffffff)).toBe("12345678ffffffff");
});
