import type { ReplyShape } from "../core/generator.ts";
import { cleanReply, DEFAULT_MAX_CONTEXT_CHARS } from "./clean-reply.ts";

export const MOST_QUESTIONS = 5;
export const MOST_KEYWORDS = 12;
const LONGEST_QUESTION = 300;
const LONGEST_KEYWORD = 80;

/** What a chunk is found by beside its words: where it stands, what it answers, what it is about. */
export interface Enrichment {
  readonly context: string;
  readonly questions: readonly string[];
  readonly keywords: readonly string[];
}

/** Bounds are checked by `parseEnrichment`: not every provider's strict mode takes them in a schema. */
export const ENRICHMENT_SHAPE: ReplyShape = {
  name: "chunk_enrichment",
  schema: {
    type: "object",
    properties: {
      context: { type: "string", description: "The description of the chunk that was asked for." },
      questions: {
        type: "array",
        items: { type: "string" },
        description: `3 to ${MOST_QUESTIONS} questions that the chunk answers, each understandable by itself.`,
      },
      keywords: {
        type: "array",
        items: { type: "string" },
        description: `Up to ${MOST_KEYWORDS} keywords: names, terms and synonyms someone may search by.`,
      },
    },
    required: ["context", "questions", "keywords"],
    additionalProperties: false,
  },
};

/** Follows a prompt that asks for a description, so that one call gives all three. */
export const ENRICHMENT_INSTRUCTION = `Instead of plain text, reply with a JSON object: "context" is the description asked for above; "questions" are 3 to ${MOST_QUESTIONS} questions that someone would ask and this chunk answers, each understandable without the chunk, in the chunk's language; "keywords" are up to ${MOST_KEYWORDS} names, terms and synonyms that someone would search by.`;

export interface EnrichmentBounds {
  readonly maxContextChars?: number | undefined;
  /** What the context is not to begin with. */
  readonly contextPrefix?: string | undefined;
}

/**
 * A reply as an enrichment: cleaned, without repeats, no more than was asked for. Throws an `Error` that says what is
 * wrong, in words a model can act on.
 */
export function parseEnrichment(
  value: unknown,
  { maxContextChars = DEFAULT_MAX_CONTEXT_CHARS, contextPrefix }: EnrichmentBounds = {},
): Enrichment {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("The reply must be a JSON object with context, questions and keywords.");
  const { context, questions, keywords } = value as Readonly<Record<string, unknown>>;
  if (typeof context !== "string") throw new Error(`"context" must be a string.`);
  const cleaned = cleanReply(context, { maxChars: maxContextChars, prefix: contextPrefix });
  if (cleaned === "") throw new Error(`"context" must not be empty.`);
  return {
    context: cleaned,
    questions: cleanList("questions", questions, MOST_QUESTIONS, LONGEST_QUESTION),
    keywords: cleanList("keywords", keywords, MOST_KEYWORDS, LONGEST_KEYWORD),
  };
}

function cleanList(name: string, value: unknown, most: number, longest: number): string[] {
  if (!Array.isArray(value)) throw new Error(`"${name}" must be a list of strings.`);
  const kept = new Map<string, string>();
  // Beyond so many, blanks and repeats are no accident.
  for (const one of value.slice(0, 4 * most)) {
    if (typeof one !== "string") throw new Error(`"${name}" must be a list of strings.`);
    const line = cleanReply(one, { maxChars: longest });
    const key = line.toLowerCase();
    if (line !== "" && !kept.has(key)) kept.set(key, line);
    if (kept.size === most) break;
  }
  return [...kept.values()];
}
