import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SeamFinder } from "./seam-finder.ts";
import { SEAM, seamAt } from "./seams.ts";

/** Pieces that meet in any order; where they lead into a documented shortcut of the finder, the text is not tried. */
const PIECES = [
  "Some words stand here. ",
  "Is it so? Yes! ",
  "It was built in 1932.[12] ",
  'She said "no." ',
  "We won! 🎉 ",
  "« Je pars. » ",
  "clauses, and; more: of them — here ",
  "今天开会。我们都来了！OpenAI发布了。",
  "वह आया। फिर गया। ",
  "Πού είσαι; Εδώ. ",
  "e.g. this, Dr. Who ",
  "\n",
  "\n\n",
  "\n\n\n",
  "\n- item one\n- item two\n",
  "\n## Heading here\n\n",
  "\f",
  "word",
  " ",
  "e\u0301",
  " \u0301",
];

const PREFERENCES: Readonly<Record<string, readonly (readonly (keyof typeof SEAM)[])[]>> = {
  "one after the other": [["section"], ["paragraph"], ["list"], ["sentence"], ["line"], ["clause"], ["word"]],
  "whole sentences": [["section", "paragraph", "list", "sentence"], ["line", "clause"], ["word"]],
  "any seam": [["section", "paragraph", "list", "sentence", "line", "clause", "word"]],
};

describe.each(Object.entries(PREFERENCES))("SeamFinder, %s", (_name, levels) => {
  const preference = new Uint8Array(Object.keys(SEAM).length);
  levels.forEach((level, index) => {
    for (const name of level) preference[SEAM[name]] = levels.length - index;
  });

  it("finds the seam that a walk over every position finds", () => {
    const texts = fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 40, size: "max" })
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(texts, fc.nat(), fc.integer({ min: 1, max: 400 }), (text, from, width) => {
        fc.pre(!/[\n\f][^\S\n]+[\n\f]/.test(text)); // a blank line that holds blanks: a shortcut
        fc.pre(!/(?:^|[\n\f])[\n\f]*[^\n\f]{1,48}[^\s.!?。！।;"»]\n[A-Za-z]{2}/.test(text)); // a title's next line: another
        const low = 1 + (from % text.length);
        const high = Math.min(text.length - 1, low + width);
        let rank = 0;
        let position = 0;
        for (let at = low; at <= high; at++) {
          const ranked = preference[seamAt(text, at)];
          if (ranked > 0 && ranked >= rank) {
            rank = ranked;
            position = at;
          }
        }
        const found = new SeamFinder(text).last(low, high, preference, () => true);
        expect([found?.position ?? 0, found === undefined ? 0 : preference[found.strength]]).toEqual([
          position,
          rank,
        ]);
      }),
      { numRuns: 3000 },
    );
  });
});
