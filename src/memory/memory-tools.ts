import type { Call } from "../core/chunker.ts";
import { invalidOption } from "../core/errors.ts";
import { importPackage } from "../provider/import-package.ts";
import { clipText } from "../search/clip-text.ts";
import type { EpisodicMemory } from "./episodic-memory.ts";
import type { RecalledMemory } from "./recall-types.ts";
import { RECALLED_NOTICE, renderRecalled } from "./render-recalled.ts";

export interface MemoryToolsOptions {
  /** Memories at most. Default 4. */
  readonly topK?: number | undefined;
  /** Tokens that all of them together may have. */
  readonly budget?: number | undefined;
  /** Of what the model remembers by itself. */
  readonly session?: string | undefined;
  /** Whether the model may forget memories, by their ids. Default false. */
  readonly canForget?: boolean | undefined;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** A function tool as most APIs take it: a name, what it does, a JSON schema of its arguments, and the function. */
export interface MemoryFunctionTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  execute(input: unknown, call?: Call): Promise<string>;
}

/** The part of an AI SDK tool that can be said without the AI SDK's own types. */
export interface MemoryAiSdkTool {
  readonly description: string;
  // The SDK's schema type has a private mark; this type fits wherever that is asked for.
  readonly inputSchema: never;
  readonly execute: (input: unknown, options: { abortSignal?: AbortSignal }) => Promise<string>;
}

interface AiSdk {
  tool(tool: object): MemoryAiSdkTool;
  jsonSchema(schema: object, options: { validate(value: unknown): object }): unknown;
}

export interface MemoryTools {
  toFunctionTools(): MemoryFunctionTool[];
  /** By name, for `tools` of the AI SDK's `generateText` and `streamText`. Needs the package `ai`. */
  toAiSdkTools(): Promise<Record<string, MemoryAiSdkTool>>;
}

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** What a model sends is checked: it may be anything. */
  readonly read: (input: unknown) => Readonly<Record<string, unknown>>;
  readonly run: (input: Readonly<Record<string, unknown>>, call: Call) => Promise<string>;
}

/** One memory, of one scope, as tools an agent can call: the model cannot name another's. */
export function memoryTools(memory: EpisodicMemory, options: MemoryToolsOptions = {}): MemoryTools {
  const { canForget = false } = options;
  const tools = [recallTool(memory, options), rememberTool(memory, options)];
  if (canForget) tools.push(forgetTool(memory));
  return {
    toFunctionTools: () =>
      tools.map(({ name, description, parameters, read, run }) => ({
        name,
        description,
        parameters,
        execute: async (input, call = {}) => run(read(input), call),
      })),
    toAiSdkTools: async () => {
      const { tool, jsonSchema } = await importPackage<AiSdk>("ai", "toAiSdkTools", ["ai"]);
      return Object.fromEntries(
        tools.map(({ name, description, parameters, read, run }) => [
          name,
          tool({
            description,
            inputSchema: jsonSchema(parameters, { validate: (value) => validated(value, read) }),
            execute: (input: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
              run(read(input), { signal: abortSignal }),
          }),
        ]),
      );
    },
  };
}

function validated(value: unknown, read: Tool["read"]): object {
  try {
    return { success: true, value: read(value) };
  } catch (error) {
    return { success: false, error };
  }
}

function recallTool(memory: EpisodicMemory, { topK, budget }: MemoryToolsOptions): Tool {
  return {
    name: "recall_memory",
    description: `Finds what was said in earlier conversations. Use it whenever the answer may depend on what the user told before. ${RECALLED_NOTICE}`,
    parameters: schema({ query: text("A question or keywords, in the words that may have been used.") }),
    read: (input) => ({ query: textOf(input, "query") }),
    run: async ({ query }, { signal }) => {
      const { memories } = await memory.recall(query as string, { topK, budget, signal });
      return memories.length === 0 ? "Nothing was found in memory." : renderRecalled(memories.map(shortened));
    },
  };
}

/** A model that asks what was said must not get a pasted log: of a longer memory it is told the beginning. */
const LONGEST_TOLD = 4_000;

function shortened(memory: RecalledMemory): RecalledMemory {
  const { text } = memory;
  return text.length <= LONGEST_TOLD ? memory : { ...memory, text: `${clipText(text, LONGEST_TOLD)} …` };
}

function rememberTool(memory: EpisodicMemory, { session }: MemoryToolsOptions): Tool {
  return {
    name: "remember",
    description:
      "Stores something worth knowing in later conversations: a fact, a preference, a decision. One statement that stands alone.",
    parameters: schema({ statement: text("What to remember, as one or two full sentences.") }),
    read: (input) => ({ statement: textOf(input, "statement") }),
    run: async ({ statement }, { signal }) => {
      const { id } = await memory.remember("", statement as string, { session, signal });
      return `Remembered as ${id}.`;
    },
  };
}

function forgetTool(memory: EpisodicMemory): Tool {
  return {
    name: "forget_memory",
    description:
      "Removes memories for good, by the ids that recall_memory gave. Use it only when the user asks for it.",
    parameters: schema({
      ids: { type: "array", items: { type: "string" }, minItems: 1, description: "Ids of memories." },
    }),
    read: (input) => ({ ids: idsOf(input) }),
    run: async ({ ids }) => {
      const { turns } = await memory.forget({ ids: ids as string[] });
      return turns === 1 ? "Forgot 1 memory." : `Forgot ${turns} memories.`;
    },
  };
}

function schema(properties: Readonly<Record<string, object>>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function text(description: string): object {
  return { type: "string", description };
}

function textOf(input: unknown, name: string): string {
  const value = (input as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === "string" ? value : invalidOption(name, value, "a text");
}

function idsOf(input: unknown): readonly string[] {
  const ids = (input as { ids?: unknown } | null | undefined)?.ids;
  const isList = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === "string");
  return isList ? (ids as string[]) : invalidOption("ids", ids, "a list of ids");
}
