import { expect, it } from "vitest";
import { cutText } from "../../src/chunk/cut.ts";
import { resolveSizing } from "../../src/chunk/options.ts";
import { turnDocument } from "../../src/memory/render-turn.ts";
import { turnSeams } from "../../src/memory/turn-seams.ts";
import { turnUnits } from "../../src/memory/turn-units.ts";
import { CountingText } from "../support/counting-text.ts";

const HOSTILE = {
  prose: "words and words and more ",
  sentences: "It is so. ",
  clauses: "a, b, ",
  bullets: "- a\n",
  "nested lists": "- - - - a\n",
  fences: "```\na\n```\n",
  "open fences": "~~~\n```\n",
  tables: "| a |\n|---|\n| b |\n\n",
  "blank lines": "\n\n",
  blanks: " ",
  quotes: "> - > - a\n",
  "combining marks": "\u0301",
  families: "👨‍👩‍👧‍👦",
};

async function looks(piece: string, length: number, reach: number): Promise<number> {
  const document = turnDocument({ user: "?", assistant: piece.repeat(Math.ceil(length / piece.length)) });
  const units = await turnUnits(document);
  const text = new CountingText(document.text);
  const sizing = resolveSizing({ size: 60, overlap: 0.2, balance: true }, { overlap: 0 });
  for (const _ of cutText(text.asString(), sizing.ruler(text.asString()), sizing, turnSeams(units, reach)));
  return text.looks;
}

it.each(Object.entries(HOSTILE))(
  "7 Linear work: %s, four times the turn, four times the work",
  async (_name, piece) => {
    for (const reach of [50, 1_000]) {
      const small = await looks(piece, 6_000, reach);
      const large = await looks(piece, 24_000, reach);
      expect(large).toBeLessThan(6 * small + 4_000);
    }
  },
);
