import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { lineNumbers } from "./locators.ts";

/** By the definition: ends at LF, CRLF or a lone CR. */
const lineOf = (text: string, at: number) => text.slice(0, at).split(/\r\n|[\r\n]/).length;

it("are those on which spans begin and end, whatever ends lines, also where spans overlap", () => {
  const pieces = fc.array(fc.constantFrom("a", "bc ", "\n", "\n\n", "\r", "\r\n", "é"), { maxLength: 40 });
  const lengths = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, fc.boolean(), lengths, (parts, hasCarriage, steps) => {
      const text = (hasCarriage ? parts : parts.filter((part) => !part.includes("\r"))).join("");
      const lines = lineNumbers(text);
      let start = 0;
      for (const [step, length] of steps) {
        start = Math.min(start + step, text.length);
        const end = Math.min(start + length, text.length);
        const last = Math.max(start, end - 1);
        // Between the two signs of one end of a line there is no line's beginning to tell.
        if ([start, last].some((at) => text[at - 1] === "\r" && text[at] === "\n")) continue;
        expect(lines({ start, end })).toEqual({
          startLine: lineOf(text, start),
          endLine: lineOf(text, last),
        });
      }
    }),
  );
});

it("look for the end of a long line once, not with each span in it", () => {
  const text = "word ".repeat(20_000);
  const search = vi.spyOn(String.prototype, "indexOf");
  const lines = lineNumbers(text);
  for (let start = 0; start < text.length; start += 100) lines({ start, end: start + 100 });
  const calls = search.mock.calls.length;
  search.mockRestore();
  expect(calls).toBeLessThan(5);
});
