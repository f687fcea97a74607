import type { GenerateRequest, PromptPart } from "../core/generator.ts";
import type { AiSdkLanguageModel, AiSdkMessage, AiSdkTextPart } from "./ai-sdk.ts";

/** Anthropic takes no more marks in one request. */
const MOST_CACHE_MARKS = 4;
/** What a model is shown in the place of a reply without words, which no provider takes. */
const NO_WORDS = "(no text)";

/** A request as the AI SDK takes it. Requests that begin with the same parts begin with the same bytes. */
export function toMessages(
  { prompt, repairs = [] }: GenerateRequest,
  model: AiSdkLanguageModel,
): AiSdkMessage[] {
  const messages: AiSdkMessage[] = [
    { role: "user", content: takesCacheMarks(model) ? markedParts(prompt) : [joined(prompt)] },
  ];
  for (const { reply, complaint } of repairs) {
    messages.push({ role: "assistant", content: reply.trim() === "" ? NO_WORDS : reply });
    messages.push({ role: "user", content: [{ type: "text", text: complaint }] });
  }
  return messages;
}

/** Anthropic caches what it is told to; the other providers find equal beginnings by themselves. */
function takesCacheMarks({ provider, modelId }: AiSdkLanguageModel): boolean {
  return /anthropic/i.test(provider) || /claude/i.test(modelId);
}

/** One part: how several are joined is each server's own affair, and some join them with line breaks. */
function joined(prompt: readonly PromptPart[]): AiSdkTextPart {
  return { type: "text", text: prompt.map(({ text }) => text).join("") };
}

/** A part for each stretch up to a mark, and one for the rest; empty ones, which Anthropic refuses, are left out. */
function markedParts(prompt: readonly PromptPart[]): AiSdkTextPart[] {
  const stretches: { text: string; cache: boolean }[] = [];
  let texts: string[] = [];
  const end = (cache: boolean) => {
    const text = texts.join("");
    if (text !== "") stretches.push({ text, cache });
    texts = [];
  };
  for (const { text, cache = false } of prompt) {
    texts.push(text);
    if (cache) end(true);
  }
  end(false);
  const marks = stretches.filter(({ cache }) => cache).length;
  let unmarked = Math.max(0, marks - MOST_CACHE_MARKS);
  return stretches.map(({ text, cache }) => {
    // The last marks cover the most text.
    if (!cache || unmarked-- > 0) return { type: "text", text };
    return {
      type: "text",
      text,
      providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    };
  });
}
