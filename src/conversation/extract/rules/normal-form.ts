const CONTRACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["let's", ["let", "us"]],
  ["can't", ["cannot"]],
  ["won't", ["will", "not"]],
  ["im", ["i", "am"]],
  ["ive", ["i", "have"]],
  ["dont", ["do", "not"]],
  ["gotta", ["got", "to"]],
  ["gonna", ["going", "to"]],
  ["favorite", ["favourite"]],
]);
const ENDINGS: readonly (readonly [string, string])[] = [
  ["n't", "not"],
  ["'m", "am"],
  ["'re", "are"],
  ["'ve", "have"],
  ["'ll", "will"],
  ["'d", "would"],
];
/** Before "'s" it is "is"; after a name it is a genitive. */
const WITH_IS = new Set(["it", "that", "he", "she", "there", "what", "where", "who", "here"]);

interface Expanded {
  readonly words: readonly string[];
  /** For each word the place of the one it was written as. */
  readonly sources: readonly number[];
}

/** The words with contractions written out. */
export function expand(words: readonly string[]): Expanded {
  const expanded: string[] = [];
  const sources: number[] = [];
  for (const [source, word] of words.entries()) {
    for (const full of writtenOut(word)) {
      expanded.push(full);
      sources.push(source);
    }
  }
  return { words: expanded, sources };
}

function writtenOut(word: string): readonly string[] {
  const known = CONTRACTIONS.get(word);
  if (known !== undefined) return known;
  for (const [ending, full] of ENDINGS) {
    if (word.length > ending.length && word.endsWith(ending)) return [word.slice(0, -ending.length), full];
  }
  if (word.endsWith("'s") && WITH_IS.has(word.slice(0, -2))) return [word.slice(0, -2), "is"];
  return [word];
}

interface Lead {
  readonly words: readonly string[];
  /** What it does to the confidence of what follows. */
  readonly factor: number;
}

const leads = (factor: number, phrases: string): Lead[] =>
  phrases.split("; ").map((phrase) => ({ words: phrase.split(" "), factor }));

const OPENERS =
  "well; so; ok; okay; yes; yeah; yep; no; also; btw; actually; oh; ah; and; but; anyway; honestly; fyi; hi; hello; hey; thanks; great; cool; right; sure; alright; basically; unfortunately; luckily; finally; then; uh; um; er; hmm; bueno; sí; oui; ja; nein; sim; hola; olá; bonjour; hallo; também; también; aussi; auch; pues; alors; by the way; to be honest; thank you; just so you know; for the record; for your information; for context; as i said; in fact; of course; i should mention that; i should mention; i forgot to mention that; i forgot to mention; i should add that; sorry; big news; good news; bad news; quick update";
const EMPHASES =
  "please remember that; remember that; remember :; keep in mind that; please note that; note that; do not forget that";
const HEDGES = "i think that; i think; i believe; i guess; i suppose; as far as i know ,; probably";

/** What leads into a statement, by its first word; longer ones first. */
const LEADS = Map.groupBy(
  [...leads(1, OPENERS), ...leads(1.1, EMPHASES), ...leads(0.75, HEDGES)].sort(
    (a, b) => b.words.length - a.words.length,
  ),
  ({ words }) => words[0],
);
const ADVERBS = new Set(
  "uh,um,er,very,much,pretty,really,absolutely,also,just,still,actually,currently,now,honestly,totally,definitely,personally,generally,usually,simply,truly,genuinely,particularly,especially,kinda,quite,all,both,already,recently,finally,officially,mostly".split(
    ",",
  ),
);
const MARKS = new Set(["-", "*", "•", "+", "–", "—", "(", ",", ":", "!", "."]);

export interface NormalForm {
  /** Words parted by single spaces, from the subject on. */
  readonly text: string;
  readonly words: readonly string[];
  /** For each word its place among the words as given. */
  readonly places: readonly number[];
  /** What hedges and emphases before it do to the confidence. */
  readonly factor: number;
}

/**
 * A clause as the patterns read it: without the words that lead into it ("well,", "by the way"), without
 * adverbs near its start, without `skip` (the places of a date before the subject).
 */
export function normalForm(expanded: readonly string[], skip: readonly [number, number][] = []): NormalForm {
  let at = 0;
  let factor = 1;
  while (at < expanded.length) {
    const date = skip.find(([first, end]) => first <= at && at < end);
    const lead = LEADS.get(expanded[at])?.find(({ words }) => startsWith(expanded, at, words));
    if (MARKS.has(expanded[at])) at++;
    else if (date !== undefined) at = date[1];
    else if (lead !== undefined) {
      factor *= lead.factor;
      at += lead.words.length;
    } else break;
  }
  const places: number[] = [];
  for (let place = at; place < expanded.length; place++)
    if (place - at > 5 || !ADVERBS.has(expanded[place])) places.push(place);
  const words = places.map((place) => expanded[place]);
  return { text: words.join(" "), words, places, factor };
}

function startsWith(words: readonly string[], at: number, start: readonly string[]): boolean {
  return start.every((word, place) => words[at + place] === word);
}
