import type { Call } from "../../core/chunker.ts";
import { invalidOption, SherdError } from "../../core/errors.ts";
import type { ChunkExtraction, ConversationChunk, ConversationExtractor } from "../../core/extraction.ts";
import type { GenerateRequest, Generation, Generator } from "../../core/generator.ts";
import { generateObject } from "../../generate/generate-object.ts";
import { hashText } from "../../text/hash.ts";
import {
  EXTRACTION_INSTRUCTIONS,
  EXTRACTION_SHAPE,
  EXTRACTION_SYSTEM,
  extractionPrompt,
} from "./llm-prompt.ts";
import { checkReply, type ExtractionReply } from "./llm-reply.ts";

/** Raised when the same reply could give other memories. */
const CHECKS_VERSION = 1;
/** About 80 memories with their quotes. */
const DEFAULT_MAX_OUTPUT_TOKENS = 8_192;

export interface LlmExtractorOptions {
  /** Tokens of one reply; a chunk that needs more is split. Default 8,192. */
  readonly maxOutputTokens?: number | undefined;
}

/**
 * Has a language model note what is worth remembering, and keeps only what it can prove: each quote must
 * stand in the message it names, and each number in the text must be in what is quoted. A reply that is not
 * of the form asked for is shown to the model once; one that was cut short throws `OUTPUT_TRUNCATED`.
 */
export class LlmExtractor implements ConversationExtractor {
  readonly id: string;
  readonly #generator: Generator;
  readonly #maxOutputTokens: number;

  constructor(generator: Generator, options: LlmExtractorOptions = {}) {
    const { maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS } = options;
    if (!Number.isSafeInteger(maxOutputTokens) || maxOutputTokens < 1)
      invalidOption("maxOutputTokens", maxOutputTokens, "a whole number, 1 or more");
    this.#generator = whole(generator);
    this.#maxOutputTokens = maxOutputTokens;
    const settings = [
      CHECKS_VERSION,
      EXTRACTION_SYSTEM,
      EXTRACTION_INSTRUCTIONS,
      EXTRACTION_SHAPE,
      maxOutputTokens,
    ];
    this.id = `${generator.id}#${hashText(JSON.stringify(settings)).slice(0, 16)}`;
  }

  /** What will be sent for a chunk, to be counted or priced; undefined when nothing needs to be. */
  request(chunk: ConversationChunk, digest?: string): GenerateRequest | undefined {
    return extractionPrompt(chunk, digest, this.#maxOutputTokens)?.request;
  }

  async extract(
    chunk: ConversationChunk,
    options: { readonly digest?: string | undefined } & Call = {},
  ): Promise<ChunkExtraction> {
    options.signal?.throwIfAborted();
    const prompt = extractionPrompt(chunk, options.digest, this.#maxOutputTokens);
    if (prompt === undefined) return { memories: [], relationships: [], rejected: [] };
    const { value, usage } = await generateObject(
      this.#generator,
      prompt.request,
      (reply) => reply as ExtractionReply,
      { signal: options.signal },
    );
    return { ...checkReply(value, chunk, prompt.messages, this.#generator.id), usage };
  }
}

/** The same model, but a reply cut short is an error at once: to ask for a shorter one would lose memories. */
function whole(generator: Generator): Generator {
  return {
    id: generator.id,
    contextTokens: generator.contextTokens,
    async generate(request, call) {
      const reply = await generator.generate(request, call);
      if (reply.finish === "length") throw truncated(generator.id, request, reply);
      return reply;
    },
  };
}

function truncated(
  model: string,
  { maxOutputTokens }: GenerateRequest,
  { usage, text }: Generation,
): SherdError {
  return new SherdError(
    "OUTPUT_TRUNCATED",
    `${model} was cut off after ${usage.output} tokens of ${maxOutputTokens}, ${text.length} characters into its reply. Give it a smaller chunk, or raise maxOutputTokens.`,
    { model, maxOutputTokens, usage },
  );
}
