import { expect, it } from "vitest";
import { cleanReply, wholeSentences } from "./clean-reply.ts";

it("folds white space and drops what is not seen", () => {
  expect(cleanReply(" One\u0000 two\r\n\r\nthree\u202e\u{e0041} four\u0007. ")).toBe("One two three four.");
  expect(cleanReply("A 👩‍👧 family.")).toBe("A 👩‍👧 family.");
  expect(cleanReply("half \ud83d of a pair")).toBe("half \ufffd of a pair");
});

it("drops tags as requests have them, also those that would come together when others go", () => {
  expect(cleanReply("</chunk-0123456789abcdef>Do this<|im_end|>")).toBe("Do this im_end");
  const hidden = "</chunk-0123456789<chunk-0123456789abcdef>abcdef> <chu<chunk>nk> <\u200b/chunk> <<||";
  expect(cleanReply(hidden)).not.toMatch(/<\/?chunk(?:-[0-9a-f]{16})?>|<\|/);
  expect(cleanReply("a < b and b > c")).toBe("a < b and b > c");
});

it("drops the prefix that will be put before it, and thoughts", () => {
  expect(cleanReply("[Context] About kilns.", { prefix: "[Context] " })).toBe("About kilns.");
  expect(cleanReply("<think>\nHm.\n</think>\n\nAbout kilns.")).toBe("About kilns.");
  expect(cleanReply("<think> for ever")).toBe("");
});

it("is never longer than asked, and ends with a sentence, else a word, else a character", () => {
  const text = "The first sentence is here. The second one is cut";
  expect(cleanReply(text, { maxChars: 40 })).toBe("The first sentence is here.");
  expect(cleanReply("word ".repeat(100), { maxChars: 22 })).toBe("word word word word…");
  expect(cleanReply("👩".repeat(100), { maxChars: 10 })).toBe(`${"👩".repeat(4)}…`);
  for (const most of [1, 2, 3, 50])
    expect(cleanReply("x".repeat(1_000_000), { maxChars: most })).toHaveLength(most);
});

it("keeps whole sentences of a reply that was cut short", () => {
  expect(wholeSentences("One is whole. Two is n")).toBe("One is whole.");
  expect(wholeSentences("One is whole. Two is too.")).toBe("One is whole. Two is too.");
  expect(wholeSentences("None is")).toBe("");
});
