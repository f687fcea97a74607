import { expect, it } from "vitest";
import { recalledSpans } from "./recalled.ts";

/** What is left when recalled memories are taken out. */
function rest(text: string, continues = false): string {
  let left = "";
  let at = 0;
  for (const { start, end } of recalledSpans(text, continues)) {
    left += text.slice(at, start);
    at = end;
  }
  return left + text.slice(at);
}

it.each([
  ["a tag", "a\n<memory>\nold\n</memory>\nb", "a\n\nb"],
  ["a tag with attributes", 'a\n<memory id="1">old</memory> b', "a\n b"],
  [
    "a tag with a nonce, which another does not close",
    "<memory-3fa9>\nold</memory>\nold\n</memory-3fa9>b",
    "b",
  ],
  ["several", "<memories>\nx\n</memories>\na\n<recalled_memories>y</recalled_memories>b", "\na\nb"],
  ["a heading and its end", "[Recalled memory 3: tea]\nold\n\nold\n[End of recalled memory]\nb", "\nb"],
  ["a heading without an end", "[Recalled memories]\nold\nold\n\nb", "b"],
  ["a tag alone on its line without an end", "a\n<memory>\nold\n\nold", "a\n"],
  ["a tag before other words without an end", "<memory> is a tag\n\nb", "b"],
  ["nothing: a tag inside a line", "the <memory> tag </memory>", "the <memory> tag </memory>"],
  ["nothing: another tag", "<memorial>\nx\n</memorial>", "<memorial>\nx\n</memorial>"],
])("takes out %s", (_name, text, left) => expect(rest(text)).toBe(left));

it("takes out a block that began in an earlier part of the message", () => {
  expect(rest("old\n</memory>\nb", true)).toBe("\nb");
  expect(rest("old\n</memory>\nb", false)).toBe("old\n</memory>\nb");
  expect(rest("a\n<memory>\nold\n</memory>\nb", true)).toBe("a\n\nb");
});

it("reads a great many openings once", () => {
  const text = Array.from({ length: 60_000 }, (_, index) => `<memory-${index}> x\n\n`).join("");
  expect(recalledSpans(text)).toHaveLength(60_000);
});
