import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryText } from "../../../test/support/arbitrary-text.ts";
import { type EncodingName, PRETOKEN_SCANNERS } from "./pretokens.ts";

const S = String.raw`\p{White_Space}`;
const CONTRACTION = "'(?:[sSſtTmMdD]|[rR][eE]|[vV][eE]|[lL][lL])";

/** The published patterns, with the reference's white space and case folding spelled out. */
const PATTERNS: Readonly<Record<EncodingName, RegExp>> = {
  o200k_base: new RegExp(
    [
      String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:${CONTRACTION})?`,
      String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:${CONTRACTION})?`,
      String.raw`\p{N}{1,3}`,
      String.raw` ?[^${S}\p{L}\p{N}]+[\r\n/]*`,
      String.raw`${S}*[\r\n]+`,
      String.raw`${S}+(?!\P{White_Space})`,
      `${S}+`,
    ].join("|"),
    "gu",
  ),
  cl100k_base: new RegExp(
    [
      CONTRACTION,
      String.raw`[^\r\n\p{L}\p{N}]?\p{L}+`,
      String.raw`\p{N}{1,3}`,
      String.raw` ?[^${S}\p{L}\p{N}]+[\r\n]*`,
      `${S}+$`,
      String.raw`${S}*[\r\n]`,
      String.raw`${S}+(?!\P{White_Space})`,
      S,
    ].join("|"),
    "gu",
  ),
};

describe.each(Object.keys(PATTERNS) as EncodingName[])("%s", (name) => {
  it("divides any text as the published pattern does", () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const scanned: string[] = [];
        for (let at = 0; at < text.length; ) {
          const end = PRETOKEN_SCANNERS[name](text, at, text.length);
          scanned.push(text.slice(at, end));
          at = end;
        }
        expect(scanned).toEqual(text.match(PATTERNS[name]) ?? []);
      }),
      { numRuns: 1000 },
    );
  });
});
