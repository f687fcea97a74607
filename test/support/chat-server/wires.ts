import type { ChatRequest, ChatTurn, WireName } from "./chat-request.ts";

// biome-ignore lint/suspicious/noExplicitAny: the JSON of every provider is read.
type Json = any;

interface WireReply {
  readonly text: string;
  readonly finish: "stop" | "length" | "refusal";
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

/** What a wire format says in its body; the rest of a `ChatRequest` is the same for all. */
type Asked = Pick<ChatRequest, "system" | "turns" | "shape" | "maxOutputTokens"> & {
  readonly model?: string;
};

interface Wire {
  readonly path: RegExp;
  readonly read: (body: Json) => Asked;
  readonly reply: (reply: WireReply, request: ChatRequest) => Json;
  readonly error: (status: number, message: string) => Json;
  /** How much of the prompt a cache may keep, in characters; all where the provider finds out by itself. */
  readonly cacheable?: (body: Json) => number;
}

export const WIRES: Readonly<Record<WireName, Wire>> = {
  "openai-responses": {
    path: /\/responses$/,
    read: ({ model, input, text, max_output_tokens }) => ({
      model,
      ...conversation(input),
      shape: text?.format?.schema && { name: text.format.name, schema: text.format.schema },
      maxOutputTokens: max_output_tokens,
    }),
    reply: ({ text, finish, input, cachedInput, output }, { model }) => ({
      id: "resp_1",
      object: "response",
      created_at: 1,
      model,
      status: finish === "length" ? "incomplete" : "completed",
      incomplete_details: finish === "length" ? { reason: "max_output_tokens" } : null,
      output: [
        {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          content: [
            finish === "refusal"
              ? { type: "refusal", refusal: text }
              : { type: "output_text", text, annotations: [] },
          ],
        },
      ],
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cachedInput },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input + output,
      },
    }),
    error: openAiError,
  },
  "openai-chat": {
    path: /\/chat\/completions$/,
    read: ({ model, messages, response_format, max_tokens, max_completion_tokens }) => ({
      model,
      ...conversation(messages),
      shape: response_format?.json_schema && {
        name: response_format.json_schema.name,
        schema: response_format.json_schema.schema,
      },
      maxOutputTokens: max_completion_tokens ?? max_tokens,
    }),
    reply: ({ text, finish, input, cachedInput, output }, { model }) => ({
      id: "chat_1",
      object: "chat.completion",
      created: 1,
      model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text },
          finish_reason: finish === "refusal" ? "content_filter" : finish,
        },
      ],
      usage: {
        prompt_tokens: input,
        prompt_tokens_details: { cached_tokens: cachedInput },
        completion_tokens: output,
        total_tokens: input + output,
      },
    }),
    error: openAiError,
  },
  anthropic: {
    path: /\/messages$/,
    read: ({ model, system, messages, max_tokens, output_config, tools }) => {
      const schema = output_config?.format?.schema ?? tools?.[0]?.input_schema;
      return {
        model,
        system: partsOf(system).join(""),
        turns: messages.map(turn),
        shape: schema && { schema },
        maxOutputTokens: max_tokens,
      };
    },
    reply: ({ text, finish, input, cachedInput, output }, { model, body }) => {
      const byTool = body.tools !== undefined && finish === "stop" && isJson(text);
      return {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model,
        content: byTool
          ? [{ type: "tool_use", id: "toolu_1", name: body.tools[0].name, input: JSON.parse(text) }]
          : text === ""
            ? []
            : [{ type: "text", text }],
        stop_reason: byTool
          ? "tool_use"
          : { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[finish],
        stop_sequence: null,
        usage: {
          // Anthropic counts what it read from its cache beside, not within.
          input_tokens: input - cachedInput,
          cache_read_input_tokens: cachedInput,
          cache_creation_input_tokens: 0,
          output_tokens: output,
        },
      };
    },
    error: (status, message) => ({
      type: "error",
      error: { type: status === 529 ? "overloaded_error" : "api_error", message },
    }),
    cacheable: ({ messages }) => {
      let length = 0;
      let marked = 0;
      for (const { text, cache_control } of messages[0].content as Json[]) {
        length += text.length;
        if (cache_control !== undefined) marked = length;
      }
      return marked;
    },
  },
  gemini: {
    path: /:generateContent$/,
    read: ({ systemInstruction, contents, generationConfig }) => {
      const schema = generationConfig?.responseJsonSchema ?? generationConfig?.responseSchema;
      return {
        system: partsOf(systemInstruction?.parts).join(""),
        turns: contents.map(turn),
        shape: schema && { schema },
        maxOutputTokens: generationConfig?.maxOutputTokens,
      };
    },
    reply: ({ text, finish, input, cachedInput, output }) => ({
      candidates: [
        {
          content: { role: "model", parts: text === "" ? [] : [{ text }] },
          finishReason: { stop: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" }[finish],
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: input,
        cachedContentTokenCount: cachedInput,
        candidatesTokenCount: output,
        totalTokenCount: input + output,
      },
    }),
    error: (status, message) => ({
      error: { code: status, message, status: status === 429 ? "RESOURCE_EXHAUSTED" : "INTERNAL" },
    }),
  },
  ollama: {
    path: /\/api\/chat$/,
    read: ({ model, messages, format, options }) => ({
      model,
      ...conversation(messages),
      shape: typeof format === "object" ? { schema: format } : undefined,
      maxOutputTokens: options?.num_predict,
    }),
    reply: ({ text, finish, input, output }, { model }) => ({
      model,
      created_at: "2026-01-01T00:00:00Z",
      message: { role: "assistant", content: text },
      done: true,
      done_reason: finish === "refusal" ? "content_filter" : finish,
      prompt_eval_count: input,
      eval_count: output,
      total_duration: 1,
      load_duration: 1,
      eval_duration: 1,
    }),
    error: (_status, message) => ({ error: { message } }),
  },
};

export function wireOf(path: string): WireName {
  const found = (Object.keys(WIRES) as WireName[]).find((name) => WIRES[name].path.test(path));
  if (found === undefined) throw new Error(`no chat endpoint has the path ${path}`);
  return found;
}

function openAiError(status: number, message: string): Json {
  const code = status === 429 ? "rate_limit_exceeded" : "server_error";
  return { error: { message, type: code, param: null, code } };
}

/** A list of messages in which the system speaks too. */
function conversation(messages: readonly Json[]): { system: string; turns: ChatTurn[] } {
  const isSystem = ({ role }: Json) => role === "system" || role === "developer";
  return {
    system: messages
      .filter(isSystem)
      .flatMap(({ content }) => partsOf(content))
      .join(""),
    turns: messages.filter((message) => !isSystem(message)).map(turn),
  };
}

function turn({ role, content, parts }: Json): ChatTurn {
  return { role: role === "user" ? "user" : "assistant", parts: partsOf(content ?? parts) };
}

function partsOf(content: Json): string[] {
  if (typeof content === "string") return [content];
  return (content ?? []).map(({ text }: { text: string }) => text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
