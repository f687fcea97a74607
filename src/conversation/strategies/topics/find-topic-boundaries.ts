import type { Call } from "../../../core/chunker.ts";
import type { ConversationMessage } from "../../../core/conversation.ts";
import type { Embedder } from "../../../core/embedder.ts";
import { invalidOption } from "../../../core/errors.ts";
import { type TopicBlock, topicBlocks } from "./blocks.ts";
import { vectorLikeness, wordLikeness } from "./likeness.ts";
import { bestSegments, type Gains, gainsOf, type WeighedLikeness } from "./segments.ts";

/** A message at which another topic begins. */
export interface TopicBoundary {
  readonly index: number;
  /** How much better two topics explain what lies around it than one would, 1 being what chance gives. */
  readonly depth: number;
}

export interface TopicOptions extends Call {
  /** Compares meaning too; without one, words alone are compared. */
  readonly embedder?: Embedder | undefined;
  /** What meaning counts beside words, which count 1. Default 0.1, tuned on half of the meetings. */
  readonly meaning?: number | undefined;
  /** Boundaries of a smaller depth are left out. Default 1.5: half of the cuts of shuffled talk are shallower. */
  readonly minimumDepth?: number | undefined;
}

const DEFAULT_MEANING = 0.1;
const DEFAULT_MINIMUM_DEPTH = 1.5;

/** How many topics one stretch is divided into, and what it holds: a meeting of an hour or two. */
const TOPICS = 4;
const STRETCH_TERMS = 16_000;
/** Fewer terms a topic are small talk. */
const LEAST_TERMS = 300;
/** No topic is shorter than this share of an even one. */
const SHORTEST = 0.35;
/** A topic of fewer of the stretch's messages is an aside (tuned on half of the meetings, as are the three above). */
const ASIDE = 0.1;
/** Blocks of a stretch at the most: the work of one is the square of it. */
const STRETCH_BLOCKS = 512;
/** As much of a block as says what it is about, UTF-16 units: a pasted book must not be embedded whole. */
const EMBEDDED = 4_000;

/**
 * The messages at which another topic begins. The conversation is looked at in stretches, each divided so that
 * its parts differ most from each other (TF-IDF, and vectors where there is an embedder); the next begins at
 * the last boundary found, so the work grows with the conversation and not with its square.
 */
export async function findTopicBoundaries(
  messages: readonly ConversationMessage[],
  options: TopicOptions = {},
): Promise<TopicBoundary[]> {
  const { embedder, meaning = DEFAULT_MEANING, minimumDepth = DEFAULT_MINIMUM_DEPTH, signal } = options;
  if (!(meaning >= 0)) invalidOption("meaning", meaning, "a number, 0 or more");
  if (!(minimumDepth >= 0)) invalidOption("minimumDepth", minimumDepth, "a number, 0 or more");
  const blocks = topicBlocks(messages);
  const found: TopicBoundary[] = [];
  let stretch: TopicBlock[] = [];
  /** Of the stretch's blocks; those that the next one looks at again are not embedded again. */
  let vectors: Float32Array[] = [];
  for (let isLast = false; !isLast; ) {
    signal?.throwIfAborted();
    isLast = fillStretch(stretch, blocks);
    const measures: WeighedLikeness[] = [{ likeness: wordLikeness(stretch), share: 1 }];
    if (embedder !== undefined && meaning > 0 && stretch.length > 1) {
      const texts = textsOf(stretch.slice(vectors.length), messages);
      vectors.push(...(await embedder.embed(texts, "document", { signal })));
      measures.push({ likeness: vectorLikeness(vectors, stretch), share: meaning });
    }
    const cuts = clearCuts(stretch, gainsOf(stretch, measures), minimumDepth);
    for (const { block, depth } of cuts) found.push({ index: stretch[block].start, depth });
    const seen = cuts.at(-1)?.block ?? stretch.length;
    stretch = stretch.slice(seen);
    vectors = vectors.slice(seen);
  }
  return found;
}

/** Adds blocks to a stretch until it is full; true when there are no more. */
function fillStretch(stretch: TopicBlock[], blocks: Iterator<TopicBlock>): boolean {
  let terms = stretch.reduce((sum, { weight }) => sum + weight, 0);
  while (terms < STRETCH_TERMS && stretch.length < STRETCH_BLOCKS) {
    const { done, value } = blocks.next();
    if (done) return true;
    stretch.push(value);
    terms += value.weight;
  }
  return false;
}

function textsOf(blocks: readonly TopicBlock[], messages: readonly ConversationMessage[]): string[] {
  return blocks.map(({ start, end }) => {
    let text = "";
    for (let i = start; i < end && text.length < EMBEDDED; i++)
      text += `${messages[i].content.slice(0, EMBEDDED)}\n`;
    return text.slice(0, EMBEDDED).toWellFormed();
  });
}

interface Cut {
  readonly block: number;
  readonly depth: number;
}

/** The best cuts of a stretch, without asides and without those that are not clear, the least clear removed first. */
function clearCuts(blocks: readonly TopicBlock[], gains: Gains, minimumDepth: number): Cut[] {
  const terms = blocks.reduce((sum, { weight }) => sum + weight, 0);
  const topics = Math.min(TOPICS, Math.floor(terms / LEAST_TERMS));
  if (topics < 2) return [];
  const cuts = bestSegments(blocks, gains, topics, (SHORTEST * terms) / topics);
  for (;;) {
    const depths = cuts.map((cut, i) => {
      const before = cuts[i - 1] ?? 0;
      const after = cuts[i + 1] ?? blocks.length;
      return gains(before, cut) + gains(cut, after) - gains(before, after);
    });
    const least = Math.min(...depths);
    if (cuts.length === 0 || least >= minimumDepth) break;
    cuts.splice(depths.indexOf(least), 1);
  }
  return withoutAsides(cuts, blocks, gains);
}

/**
 * A long speech in few messages is dense and stands out by itself, yet people hear one change of topic there and
 * not two: of the boundaries around it, the one that alone explains more stays.
 */
function withoutAsides(found: readonly number[], blocks: readonly TopicBlock[], gains: Gains): Cut[] {
  const cuts = [...found];
  const first = blocks[0].start;
  const shortest = ASIDE * (blocks[blocks.length - 1].end - first);
  const worth = (i: number, cut: number, next: number): number => {
    const before = cuts[i - 1] ?? 0;
    const after = cuts[next] ?? blocks.length;
    return gains(before, cut) + gains(cut, after) - gains(before, after);
  };
  for (let i = 0; i + 1 < cuts.length; ) {
    if (blocks[cuts[i + 1]].start - blocks[cuts[i]].start >= shortest) i++;
    else cuts.splice(worth(i, cuts[i], i + 2) >= worth(i, cuts[i + 1], i + 2) ? i + 1 : i, 1);
  }
  return cuts.map((block, i) => ({ block, depth: worth(i, block, i + 1) }));
}
