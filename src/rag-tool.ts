import type { Call } from "./core/chunker.ts";
import { invalidOption } from "./core/errors.ts";
import type { Filter } from "./core/store.ts";
import { quoteHits } from "./knowledge-base/quote-hits.ts";
import type { KnowledgeBase } from "./knowledge-base.ts";
import { importPackage } from "./provider/import-package.ts";
import type { VectorStore } from "./vector-store.ts";

export interface RAGToolOptions {
  readonly vectorStore?: VectorStore | undefined;
  /** In the place of a vector store. */
  readonly knowledgeBase?: KnowledgeBase | undefined;
  /** Passages at most. Default 3. */
  readonly topK?: number | undefined;
  /** Tokens that all passages together may have. */
  readonly budget?: number | undefined;
  /** What the model may not choose: a tenant's or a user's own documents. */
  readonly filter?: Filter | undefined;
  /** Passages with what surrounds them, or only what was found. Default true. */
  readonly useParentChunks?: boolean | undefined;
  /** What the model knows the tool by. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

interface ToolInput {
  readonly query: string;
}

/** A function tool as most APIs take it: a name, what it does, a JSON schema of its arguments, and the function. */
export interface FunctionTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: typeof PARAMETERS;
  execute(input: ToolInput, call?: Call): Promise<string>;
}

/** The part of an AI SDK tool that can be said without the AI SDK's own types. */
export interface AiSdkTool {
  readonly description: string;
  // The SDK's schema type has a private mark; this type fits wherever that is asked for.
  readonly inputSchema: never;
  readonly execute: (input: ToolInput, options: { abortSignal?: AbortSignal }) => Promise<string>;
}

interface AiSdk {
  tool(tool: object): AiSdkTool;
  jsonSchema(schema: object, options: { validate(value: unknown): object }): unknown;
}

const DEFAULT_TOP_K = 3;
const NAME = "search_knowledge_base";
const DESCRIPTION =
  "Searches the knowledge base and returns the passages that answer a question best, quoted, each with where it stands. Use it whenever the answer may be in the documents.";
const PARAMETERS = {
  type: "object",
  properties: {
    query: { type: "string", description: "A question or keywords, in the words the documents may use." },
  },
  required: ["query"],
  additionalProperties: false,
} as const;

/** The knowledge base as something an agent can call. */
export class RAGTool {
  readonly #base: KnowledgeBase;
  readonly #options: RAGToolOptions;

  constructor(options: RAGToolOptions) {
    const { knowledgeBase, vectorStore } = options;
    this.#options = options;
    this.#base =
      knowledgeBase ??
      vectorStore?.knowledgeBase ??
      invalidOption("vectorStore", undefined, "a VectorStore, or knowledgeBase");
  }

  /** Passages as quoted text with their origin, ready for a model to read. May be passed on as a function. */
  readonly searchKnowledgeBase = async (query: string, call: Call = {}): Promise<string> => {
    const { topK = DEFAULT_TOP_K, budget, filter, useParentChunks = true } = this.#options;
    const { signal } = call;
    const expand = useParentChunks ? "parent" : "none";
    const found = await this.#base.search(query, { limit: topK, budget, filter, expand, signal });
    return quoteHits(found);
  };

  toFunctionTool(): FunctionTool {
    const { name = NAME, description = DESCRIPTION } = this.#options;
    return {
      name,
      description,
      parameters: PARAMETERS,
      execute: (input, call) => this.searchKnowledgeBase(readInput(input).query, call),
    };
  }

  /** For `tools` of the AI SDK's `generateText` and `streamText`. Needs the package `ai`. */
  async toAiSdkTool(): Promise<AiSdkTool> {
    const { tool, jsonSchema } = await importPackage<AiSdk>("ai", "toAiSdkTool", ["ai"]);
    const { description = DESCRIPTION } = this.#options;
    const validate = (value: unknown) => {
      try {
        return { success: true, value: readInput(value) };
      } catch (error) {
        return { success: false, error };
      }
    };
    return tool({
      description,
      inputSchema: jsonSchema(PARAMETERS, { validate }),
      execute: (input: ToolInput, { abortSignal }: { abortSignal?: AbortSignal }) =>
        this.searchKnowledgeBase(input.query, { signal: abortSignal }),
    });
  }
}

/** What a model sends is checked: it may be anything. */
function readInput(value: unknown): ToolInput {
  const { query } = (value ?? {}) as Partial<ToolInput>;
  if (typeof query !== "string") return invalidOption("query", query, "a text");
  return { query };
}
