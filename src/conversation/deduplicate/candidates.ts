import { wordHash } from "../../text/word-hash.ts";
import type { Statement } from "./statement.ts";
import { synonymKey } from "./synonyms.ts";

/** Bands of two minima each: texts that share half of their words meet with 97 %, a fifth with 39 % (Broder, 1997). */
const BANDS = 12;
/** A statement's rarest words, any two of which make a block. */
const RAREST = 4;
/** In larger blocks a member meets only its neighbours in the order of their words: the work stays linear. */
const LARGE_BLOCK = 32;
/** On each side. */
const NEIGHBOURS = 12;

export interface Candidates {
  /** Positions before `at` that share a block with it, each once, in no order. */
  before(at: number): number[];
  readonly largeBlocks: number;
}

/** Which statements are worth comparing: equal ones, those with many words in common, two rare words, or all names. */
export function findCandidates(statements: readonly Statement[]): Candidates {
  const words = statements.map(blockWords);
  const blocks = blocksOf(statements, words);
  const order = sortedPositions(statements, words);
  const ofStatement: number[][] = statements.map(() => []);
  const members: number[][] = [];
  let largeBlocks = 0;
  for (const block of blocks.values()) {
    if (block.length < 2) continue;
    if (block.length > LARGE_BLOCK) {
      block.sort((a, b) => order[a] - order[b]);
      largeBlocks++;
    }
    for (const at of block) ofStatement[at].push(members.length);
    members.push(block);
  }
  const places = members.map((block) =>
    block.length > LARGE_BLOCK ? new Map(block.map((at, place) => [at, place])) : undefined,
  );
  const seenBy = new Int32Array(statements.length).fill(-1);
  return {
    largeBlocks,
    before(at) {
      const found: number[] = [];
      for (const index of ofStatement[at]) {
        const block = members[index];
        const place = places[index]?.get(at);
        const from = place === undefined ? 0 : Math.max(0, place - NEIGHBOURS);
        const to = place === undefined ? block.length : Math.min(block.length, place + NEIGHBOURS + 1);
        for (let i = from; i < to; i++) {
          const other = block[i];
          if (other >= at || seenBy[other] === at) continue;
          seenBy[other] = at;
          found.push(other);
        }
      }
      return found;
    },
  };
}

function blockWords({ words, plain }: Statement): string[] {
  const heavy = words.filter(({ light }) => !light);
  const stems = (heavy.length === 0 ? words : heavy).map(({ stem, name }) =>
    name === "yes" ? stem : synonymKey(stem),
  );
  return stems.length === 0 ? [plain] : [...new Set(stems)].sort();
}

function blocksOf(
  statements: readonly Statement[],
  words: readonly (readonly string[])[],
): Map<string | number, number[]> {
  const frequency = new Map<string, number>();
  for (const list of words) for (const word of list) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const blocks = new Map<string | number, number[]>();
  const put = (key: string | number, at: number) => {
    const block = blocks.get(key);
    if (block === undefined) blocks.set(key, [at]);
    else if (block.at(-1) !== at) block.push(at);
  };
  for (const [at, list] of words.entries()) {
    const { plain, words: contents } = statements[at];
    put(`= ${plain}`, at);
    for (const [band, key] of bandKeys(list).entries()) put(band * 2 ** 32 + key, at);
    const rare = [...list]
      .sort((a, b) => (frequency.get(a) as number) - (frequency.get(b) as number) || (a < b ? -1 : 1))
      .slice(0, RAREST);
    for (const [i, first] of rare.entries())
      for (const second of rare.slice(i + 1))
        put(first < second ? `& ${first} ${second}` : `& ${second} ${first}`, at);
    const names = [...new Set(contents.filter(({ name }) => name === "yes").map(({ stem }) => stem))].sort();
    if (names.length > 0) put(`@ ${names.join(" ")}`, at);
  }
  return blocks;
}

function bandKeys(words: readonly string[]): number[] {
  const hashes = words.map(wordHash);
  return Array.from({ length: BANDS }, (_, band) => {
    const first = leastHash(hashes, 2 * band + 1);
    const second = leastHash(hashes, 2 * band + 2);
    return (Math.imul(first, 31) ^ second) >>> 0;
  });
}

function leastHash(hashes: readonly number[], seed: number): number {
  let least = 0xffffffff;
  for (const hash of hashes) {
    let mixed = Math.imul(hash ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed = (mixed ^ (mixed >>> 16)) >>> 0;
    if (mixed < least) least = mixed;
  }
  return least;
}

/** Each statement's rank by its words, so that in a large block the likeliest stand side by side. */
function sortedPositions(
  statements: readonly Statement[],
  words: readonly (readonly string[])[],
): Int32Array {
  const keys = statements.map(
    ({ quantities, dates, plain }, at) =>
      `${words[at].join(" ")}\n${quantities.map(({ key }) => key).join(" ")}\n${dates.join(" ")}\n${plain}`,
  );
  const sorted = [...keys.keys()].sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));
  const ranks = new Int32Array(keys.length);
  for (const [rank, at] of sorted.entries()) ranks[at] = rank;
  return ranks;
}
