import { fold } from "../../text/analysis/fold.ts";

export interface Token {
  /** As written, without a possessive ending. */
  readonly text: string;
  /** Lower case, without accents. */
  readonly word: string;
  readonly kind: "word" | "number" | "sign";
  /** It begins a sentence, so that its capital says nothing. */
  readonly first: boolean;
  /** A comma or semicolon stands before it. */
  readonly paused: boolean;
  /** Written with "'s": an owner, or a short "is" or "has". */
  readonly possessive: boolean;
}

/**
 * Figures with their separators and what is glued to them, short names that end in a sign ("C++", "F#", "O-"), words
 * with inner joiners, signs of measure. Linear: each repeat needs its separator.
 */
const TOKEN =
  /(?:(?<![\p{L}\p{N}])[-−])?\p{N}+(?:[.,:/'’-]\p{N}+)*\p{L}*|(?<![\p{L}\p{M}\p{N}_])\p{Lu}{1,2}(?:\+{1,2}|#|[-−])(?![\p{L}\p{M}\p{N}_])|[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*(?:['’\-.@/:+#&\\]+[\p{L}\p{M}\p{N}_]+)*|[$€£¥%°]/gu;
const TITLES = new Set(["dr", "prof", "mr", "mrs", "ms", "st", "approx", "no"]);

const CONTRACTIONS: Readonly<Record<string, readonly string[]>> = {
  cannot: ["can", "not"],
  "can't": ["can", "not"],
  "won't": ["will", "not"],
  "shan't": ["shall", "not"],
  "i'm": ["i", "am"],
  "let's": ["let", "us"],
  wanna: ["want", "to"],
  gonna: ["going", "to"],
  gotta: ["have", "to"],
};
const CLITICS: Readonly<Record<string, string>> = {
  ve: "have",
  ll: "will",
  re: "are",
  d: "",
  s: "",
  m: "am",
};

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const gap = text.slice(end, match.index);
    const before = tokens.at(-1);
    const first =
      before === undefined || (/[.!?:]\s/.test(gap) && before.kind === "word" && !TITLES.has(before.word));
    const paused = /[,;]/.test(gap);
    end = match.index + match[0].length;
    const kind = /^[-−]?\p{N}/u.test(match[0])
      ? "number"
      : /^[\p{L}\p{M}_]/u.test(match[0])
        ? "word"
        : "sign";
    const parts = kind === "word" ? partsOf(match[0]) : [match[0]];
    for (const [i, part] of parts.entries())
      tokens.push({
        text: part,
        word: isAlternate(part, i === 0 ? before : undefined) ? "alternate" : fold(part.toLowerCase()),
        kind: /^\p{N}+$/u.test(part) ? "number" : kind,
        first: first && i === 0,
        paused: paused && i === 0,
        possessive: i === parts.length - 1 && /['’]s$/.test(match[0]),
      });
  }
  return tokens;
}

/** "Every other week" is every second one; elsewhere "other" says little. */
function isAlternate(part: string, before: Token | undefined): boolean {
  return before?.word === "every" && part.toLowerCase() === "other";
}

function partsOf(written: string): readonly string[] {
  const text = written.replaceAll("’", "'");
  const lower = text.toLowerCase();
  if (Object.hasOwn(CONTRACTIONS, lower)) return CONTRACTIONS[lower];
  if (lower === "e-mail" || lower === "e-mails") return ["email"];
  const apostrophe = text.indexOf("'");
  if (apostrophe > 0) return apart(text, lower, apostrophe);
  if (isIdentifier(text)) return [text];
  return text.split(/[^\p{L}\p{M}\p{N}_]+/u);
}

function apart(text: string, lower: string, apostrophe: number): readonly string[] {
  if (lower.endsWith("n't")) return [text.slice(0, -3), "not"];
  const clitic = lower.slice(apostrophe + 1);
  if (Object.hasOwn(CLITICS, clitic)) {
    const rest = CLITICS[clitic];
    return rest === "" ? partsOf(text.slice(0, apostrophe)) : [text.slice(0, apostrophe), rest];
  }
  return text.split("'").filter((part) => part !== "");
}

/** A name that programs or systems use: of letters and figures, camel case, an address, a path. */
export function isIdentifier(text: string): boolean {
  if (/[_@\\]|\p{L}\p{N}|\p{N}\p{L}|\p{L}[-]\p{N}/u.test(text)) return true;
  if (/\p{Ll}\p{Lu}|^\p{Lu}{1,2}(?:\+{1,2}|#|[-−])$/u.test(text)) return true;
  return /[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/u.test(text) || /\/.*\//.test(text);
}
