import fc from "fast-check";
import { expect, test } from "vitest";
import { byteLength, writeBytes } from "./token-bytes.ts";

function bytesOf(token: string | readonly number[]): number[] {
  const bytes = new Uint8Array(byteLength(token));
  writeBytes(token, bytes);
  return [...bytes];
}

test("a text's bytes are its UTF-8", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc
      .array(
        fc.constantFrom("a", "\u007f", "\u0080", "\u07ff", "\u0800", "\uffff", "\u{10000}", "\u{10ffff}"),
      )
      .map((all) => all.join("")),
  );
  fc.assert(
    fc.property(text, (token) => {
      expect(bytesOf(token)).toEqual([...new TextEncoder().encode(token)]);
    }),
  );
});

test("bytes stay as they are", () => {
  expect(bytesOf([0, 255, 128])).toEqual([0, 255, 128]);
});
