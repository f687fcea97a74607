import fc from "fast-check";

/** What breaks splitters: every piece is a thing some splitter is known to cut, drop or choke on. */
const PIECES = [
  "Hello world. ",
  "Dr. Smith paid 3.14 U.S. dollars. ",
  "One sentence! Another? Yes… ",
  "no spaces here",
  " ",
  "   ",
  "\t",
  "\n",
  "\n\n",
  "\r\n",
  "\r\n\r\n",
  "\r",
  "\n\n\n\n",
  "\f",
  "\u00a0",
  "\u2028",
  "\u3000",
  "\ufeff",
  "\u0085",
  "# Heading\n\n",
  "- item one\n- item two\n",
  "1. first\n2. second\n",
  "你好，世界。再见！",
  "「これは。」と言った。",
  "नमस्ते दुनिया। ",
  "क्षत्रिय",
  "مرحبا بالعالم؟ ",
  "สวัสดีชาวโลก",
  "한국어 문장입니다. ",
  "e\u0301a\u0308\u0323",
  " \u0301",
  "a\u0301\u0302\u0303\u0304\u0305",
  "👨‍👩‍👧‍👦",
  "🇩🇪🇫🇷🇯🇵",
  "👍🏽",
  "❤️",
  "\ud83d",
  "\udc69",
  "\u200d",
  "\u0600",
  "<|endoftext|>",
  "don't I'VE",
  "function f() { return 1; }\n",
  "https://example.com/a?b=c. ",
  "0123456789",
  "x".repeat(40),
  "A".repeat(25),
  "...",
  "a, b; c: d — e ",
  "\u0000",
];

/** Text in the large: pieces that meet in any order, with arbitrary Unicode between them. */
export const arbitraryText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
      { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
      {
        weight: 1,
        arbitrary: fc
          .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
          .map((codes) => String.fromCharCode(...codes)),
      },
    ),
    // fast-check keeps arrays near ten elements unless told otherwise.
    { maxLength: 60, size: "max" },
  )
  .map((pieces) => pieces.join(""));
