import type { Call } from "../core/chunker.ts";
import { invalidOption } from "../core/errors.ts";
import type { GenerateRequest, Generation, Generator, TokenUsage } from "../core/generator.ts";
import { addUsage, NO_USAGE } from "../core/token-usage.ts";
import { importPackage } from "../provider/import-package.ts";
import { ProviderFault } from "../provider/provider-fault.ts";
import type { ProviderOptions } from "../provider/provider-options.ts";
import { redactor } from "../provider/redact.ts";
import {
  checkCount,
  DEFAULT_CONCURRENCY,
  type RequestOptions,
  requestSettings,
} from "../provider/request-options.ts";
import { type RequestSettings, sendRequest } from "../provider/send-request.ts";
import { Slots } from "../provider/slots.ts";
import { estimateTokens } from "../text/tokens/estimates.ts";
import type { AiSdk, AiSdkLanguageModel, AiSdkOutput } from "./ai-sdk.ts";
import { toSherdError } from "./generation-errors.ts";
import { toMessages } from "./messages.ts";
import { finishOf, refusalIn, usageOf } from "./read-reply.ts";
import { withRequestLimits } from "./request-limits.ts";

export interface AiSdkGeneratorOptions extends RequestOptions {
  /** Names provider and model in id and messages, as `provider:model`. Default: what the model says. */
  readonly name?: string | undefined;
  /** Sent with every request, for example `{ openai: { reasoningEffort: "low" } }`. */
  readonly providerOptions?: ProviderOptions | undefined;
  /** Added to what a reply may have, for models that think first: thinking counts as output. Default 0. */
  readonly thinkingTokens?: number | undefined;
  /** Tokens that a prompt and its reply may have together. */
  readonly contextTokens?: number | undefined;
  /** Told of every reply when it comes, also of those that cannot be used, or that a call got before it was aborted. */
  readonly onUsage?: ((usage: TokenUsage) => void) | undefined;
  /** Never repeated in a message, even where the provider repeats them. */
  readonly secrets?: readonly string[] | undefined;
}

/** A long prompt and a slow model take longer than an embedding. */
const PATIENCE = { attemptTimeoutMs: 120_000, deadlineMs: 600_000 };

/** Any language model of the Vercel AI SDK (`ai` 6 or 7), with Sherd's limits, retries and checks. */
export async function aiSdkGenerator(
  model: AiSdkLanguageModel,
  options: AiSdkGeneratorOptions = {},
): Promise<Generator> {
  if (typeof model?.doGenerate !== "function" || typeof model.modelId !== "string") {
    invalidOption("model", model, 'an AI SDK language model, such as openai("…")');
  }
  const {
    name = `${model.provider.split(".")[0]}:${model.modelId}`,
    concurrency = DEFAULT_CONCURRENCY,
    thinkingTokens = 0,
  } = options;
  checkCount("concurrency", concurrency);
  if (thinkingTokens !== 0) checkCount("thinkingTokens", thinkingTokens);
  const sdk = await importPackage<AiSdk>("ai", name, ["ai"]);
  const redact = redactor(options.secrets ?? []);
  return new AiSdkGenerator({
    ...options,
    id: name,
    sdk,
    model,
    thinkingTokens,
    slots: new Slots(concurrency),
    requests: requestSettings({ ...options, retry: { ...PATIENCE, ...options.retry } }, redact),
  });
}

interface AiSdkGeneratorParts
  extends Pick<AiSdkGeneratorOptions, "providerOptions" | "contextTokens" | "onUsage"> {
  readonly id: string;
  readonly sdk: AiSdk;
  readonly model: AiSdkLanguageModel;
  readonly thinkingTokens: number;
  readonly slots: Slots;
  readonly requests: RequestSettings;
}

class AiSdkGenerator implements Generator {
  readonly id: string;
  readonly contextTokens: number | undefined;
  readonly #parts: AiSdkGeneratorParts;

  constructor(parts: AiSdkGeneratorParts) {
    this.id = parts.id;
    this.contextTokens = parts.contextTokens;
    this.#parts = parts;
  }

  async generate(request: GenerateRequest, call?: Call): Promise<Generation> {
    checkRequest(request);
    const { slots, requests } = this.#parts;
    let spent = NO_USAGE;
    const send = async (signal: AbortSignal) => {
      const reply = await this.#ask(request, signal);
      // The usage of all attempts: a reply that cannot be used was paid for too.
      spent = addUsage(spent, reply.usage);
      if (reply.text.trim() === "" && (reply.finish === "stop" || reply.finish === "other")) {
        throw new ProviderFault("invalid", "the reply is empty");
      }
      return { ...reply, usage: spent };
    };
    try {
      const tokens = tokensOf(request);
      return await slots.run(() => sendRequest(requests, send, tokens, call?.signal), call?.signal);
    } catch (error) {
      throw toSherdError(error, this.id, requests.policy.deadlineMs, spent);
    }
  }

  async #ask(request: GenerateRequest, signal: AbortSignal): Promise<Generation> {
    const { sdk, model, thinkingTokens, contextTokens, onUsage } = this.#parts;
    const maxOutputTokens = request.maxOutputTokens + thinkingTokens;
    const output = request.shape === undefined ? undefined : rawOutput(sdk, request.shape);
    try {
      const { text, finishReason, usage } = await sdk.generateText({
        model,
        system: request.system,
        messages: toMessages(request, model),
        maxOutputTokens,
        maxRetries: 0,
        abortSignal: signal,
        providerOptions: withRequestLimits(
          model,
          this.#parts.providerOptions,
          maxOutputTokens,
          contextTokens,
        ),
        output: output?.output,
      });
      const reply = { text: output?.text() ?? text, finish: finishOf(finishReason), usage: usageOf(usage) };
      onUsage?.(reply.usage);
      return reply;
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal !== undefined) return refusal;
      throw error;
    }
  }
}

/**
 * Asks for an object, and takes whatever comes as text: what is wrong with a reply is for the caller to say to the
 * model, while the SDK would only throw it away.
 */
function rawOutput(
  { Output, jsonSchema }: AiSdk,
  { name, schema }: NonNullable<GenerateRequest["shape"]>,
): { readonly output: AiSdkOutput; readonly text: () => string | undefined } {
  let seen: string | undefined;
  const output: AiSdkOutput = {
    ...Output.object({ schema: jsonSchema(schema), name }),
    parseCompleteOutput: async ({ text }) => {
      seen = text;
      return text;
    },
  };
  return { output, text: () => seen };
}

function checkRequest({ prompt, maxOutputTokens }: GenerateRequest): void {
  checkCount("maxOutputTokens", maxOutputTokens);
  if (!prompt.some(({ text }) => text.trim() !== "")) {
    invalidOption("prompt", prompt.map(({ text }) => text).join(""), "some text");
  }
}

/** What the request may cost of a limit on tokens a minute, by estimate: providers count the room for the reply too. */
function tokensOf({ system = "", prompt, repairs = [], maxOutputTokens }: GenerateRequest): number {
  const texts = [system, ...prompt.map(({ text }) => text)];
  for (const { reply, complaint } of repairs) texts.push(reply, complaint);
  let tokens = maxOutputTokens;
  for (const text of texts) tokens += estimateTokens(text, "approximate").tokens;
  return tokens;
}
