import { classify } from "./classifier.ts";
import { CLASSES, type ContentClass, type ContentDetection, contentOf } from "./content.ts";

/** How likely each class is. */
export type Likelihoods = ReadonlyMap<ContentClass, number>;

/** A text that gives no sign is most often plain, though all classes were equally many in training. */
const PRIOR_OF_TEXT = 4;
const PRIOR_OF_TEXT_FILE = 20;

/** Below this the likeliest class is a guess: then it is code as such where that is likely, else text. */
const LEAST_LIKELY = 0.3;
const LEAST_LIKELY_CODE = 0.8;

/** Signs of which a format has at least one, wherever it is cut. */
const NEEDED: Partial<Record<ContentClass, readonly string[]>> = {
  csv: [",", ";", "\t", "|"],
  html: ["<", ">"],
  xml: ["<", ">"],
  latex: ["\\", "$"],
};

/** By the words and signs of a text. `textFile`: its name says that it is mostly text. */
export function likelihoodsOf(parts: readonly string[], textFile: boolean): Likelihoods {
  const raw = classify(parts);
  let total = 0;
  CLASSES.forEach((name, i) => {
    const needed = NEEDED[name];
    if (needed !== undefined && !needed.some((sign) => parts.some((part) => part.includes(sign)))) raw[i] = 0;
    if (name === "text") raw[i] *= textFile ? PRIOR_OF_TEXT_FILE : PRIOR_OF_TEXT;
    total += raw[i];
  });
  return new Map(CLASSES.map((name, i) => [name, raw[i] / total]));
}

export function likelihoodOf(likelihoods: Likelihoods, ...classes: ContentClass[]): number {
  return classes.reduce((sum, name) => sum + (likelihoods.get(name) ?? 0), 0);
}

/** The likeliest class, with its likelihood as confidence. */
export function likeliest(likelihoods: Likelihoods): ContentDetection {
  const { name, likelihood } = best(likelihoods);
  const content = contentOf(name);
  if (likelihood >= LEAST_LIKELY || content.type === "text")
    return { ...content, confidence: likelihood, by: "classifier" };
  let code = 0;
  for (const [one, share] of likelihoods) if (contentOf(one).type === "code") code += share;
  if (code >= LEAST_LIKELY_CODE) return { type: "code", confidence: code, by: "classifier" };
  return { type: "text", confidence: likelihoodOf(likelihoods, "text"), by: "classifier" };
}

/** The likeliest of a few classes when it can be no other. */
export function likeliestAmong(likelihoods: Likelihoods, classes: readonly ContentClass[]): ContentDetection {
  const total = likelihoodOf(likelihoods, ...classes);
  const few = new Map(classes.map((name) => [name, (likelihoods.get(name) ?? 0) / total]));
  const { name, likelihood } = best(few);
  return { ...contentOf(name), confidence: likelihood, by: "classifier" };
}

function best(likelihoods: Likelihoods): { name: ContentClass; likelihood: number } {
  let found: { name: ContentClass; likelihood: number } = { name: "text", likelihood: -1 };
  for (const [name, likelihood] of likelihoods)
    if (likelihood > found.likelihood) found = { name, likelihood };
  return found;
}
