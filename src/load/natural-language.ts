/** Enough for the detector, which itself stops after a few hundred bytes. */
const SAMPLE = 20_000;
/** Fewer letters say little; below this the answer is left open. */
const LEAST_LETTERS = 40;

type Detector = typeof import("eld/small")["eld"];

let detector: Promise<Detector> | undefined;

/** The language prose is written in (ISO 639-1), if it can be told for sure. The tables load at the first call. */
export async function detectNaturalLanguage(text: string): Promise<string | undefined> {
  const words = wordsOf(text.slice(0, SAMPLE));
  if (words.length < LEAST_LETTERS) return undefined;
  detector ??= import("eld/small").then(({ eld }) => eld);
  const result = (await detector).detect(words);
  return result.language !== "" && result.isReliable() ? result.language : undefined;
}

/** Prose without what is written alike in every language: code, addresses, tags, commands, settings. */
function wordsOf(text: string): string {
  return text
    .replace(/^(---|\+\+\+)\r?\n[\s\S]*?\n\1\r?\n/, " ")
    .replaceAll(/^ {0,3}(```|~~~)[\s\S]*?(?:\n {0,3}\1|$(?![\s\S]))/gm, " ")
    .replaceAll(/`[^`\n]*`/g, " ")
    .replaceAll(/<[^<>]{0,500}>/g, " ")
    .replaceAll(/\b(?:https?:\/\/|www\.)\S{1,500}|[^\s@]{1,64}@\S{1,100}/g, " ")
    .replaceAll(/\\[a-zA-Z]+\*?(?:\[[^\]\n]{0,100}\])?/g, " ")
    .replaceAll(/[^\p{L}\p{M}'’]+/gu, " ")
    .trim()
    .slice(0, 2_000);
}
