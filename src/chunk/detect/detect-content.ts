import { SherdError } from "../../core/errors.ts";
import { clueOfName } from "./by-filename.ts";
import { foundBySyntax } from "./by-syntax.ts";
import { likeliest, likeliestAmong, likelihoodOf, likelihoodsOf } from "./by-words.ts";
import type { ContentClass, ContentDetection, Found } from "./content.ts";
import { foundInFirstLines } from "./first-lines.ts";
import { foundByRule } from "./front-matter.ts";
import { isMixed } from "./mixed.ts";
import { sampleText } from "./sample.ts";

export interface DetectOptions {
  /** The file's name or path, where there is one. */
  readonly filename?: string | undefined;
}

/** Names are wrong now and then; how often, no package tells. */
const BY_NAME = 0.99;

/** Shares of right answers on the validation packages, rounded; see the classifier's README. */
const BY_OPENING = 0.96;
const MIXED = 0.8;

/** What is marked up or delimited through and through is never prose with code in it. */
const NEVER_MIXED: readonly ContentClass[] = ["html", "latex", "csv", "json", "xml"];

/**
 * Finds out what a text is: by its file's name, else by first lines that name a format, else by the
 * format's rules, else by a small classifier of words and signs. Any string will do; of a long one only
 * its head, middle and end are looked at.
 */
export function detectContent(text: string, { filename }: DetectOptions = {}): ContentDetection {
  checkString(text);
  const sample = sampleText(text);
  const head = sample.parts[0];
  const clue = filename === undefined ? undefined : clueOfName(filename);
  const opening = foundInFirstLines(head);
  if (clue?.says === "is" && !isContradicted(clue.found, opening))
    return { ...clue.found, confidence: BY_NAME, by: "extension" };
  if (opening !== undefined && clue?.says !== "among")
    return { ...opening, confidence: BY_OPENING, by: "content" };

  const likelihoods = likelihoodsOf(sample.parts, clue?.says === "mostly text");
  if (clue?.says === "among") return likeliestAmong(likelihoods, clue.classes);
  const ruled = foundByRule(head);
  if (ruled !== undefined) return { type: ruled, confidence: BY_OPENING, by: "content" };
  const shaped = foundBySyntax(sample, likelihoods);
  if (shaped !== undefined) return { ...shaped, by: "syntax" };
  if (likelihoodOf(likelihoods, ...NEVER_MIXED) < 0.5 && isMixed(sample.parts))
    return { type: "mixed", confidence: MIXED, by: "classifier" };
  return likeliest(likelihoods);
}

/** A page saved under a script's name, a Qt translation named as TypeScript. PHP may begin as a page does. */
function isContradicted(byName: Found, opening: Found | undefined): boolean {
  const isPage = opening?.type === "html" || opening?.language === "xml";
  return isPage && byName.type === "code" && byName.language !== "xml" && byName.language !== "php";
}

function checkString(text: unknown): void {
  if (typeof text === "string") return;
  const seen = text === null ? "null" : typeof text;
  throw new SherdError("INVALID_DOCUMENT", `detectContent needs a text that is a string; got ${seen}.`, {
    value: text,
  });
}
