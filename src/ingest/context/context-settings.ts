import { isGenerator } from "../../context/check-generator.ts";
import type { ContextPromptOptions } from "../../context/context-prompt.ts";
import { type ContextWriterOptions, DEFAULT_CONTEXT_CONCURRENCY } from "../../context/context-writer.ts";
import { invalidOption } from "../../core/errors.ts";
import type { Generator, TokenUsage } from "../../core/generator.ts";
import { costOf, type ModelPrice, type PriceTable, priceOf } from "../../generate/prices.ts";
import {
  generatorId,
  type ResolveGeneratorOptions,
  resolveGenerator,
} from "../../generate/resolve-generator.ts";
import { thinkingOf } from "../../generate/thinking.ts";
import { splitName } from "../../provider/connect.ts";

/** Contexts that a language model writes, and how it is asked. */
export interface LlmContextSettings
  extends ContextPromptOptions,
    Pick<ContextWriterOptions, "concurrency" | "scope">,
    Omit<ResolveGeneratorOptions, "concurrency" | "onUsage"> {
  readonly by: "llm";
  /** A name (`openai:gpt-5-mini` …) or a generator. What says how it is reached is for names alone. */
  readonly model: string | Generator;
  /** US dollars that one run may spend: what is left over then is `skipped`, and asked for by the next run. */
  readonly maxCost?: number | undefined;
  /** Before the table of `sherd/generate`. */
  readonly prices?: PriceTable | undefined;
}

/**
 * What is stored beside a chunk to situate it. `outline`: what its document says of it, without a model; contexts that
 * a model wrote are then outdated. Default: the same, and contexts that are there are left as they are.
 */
export type ContextSettings = "outline" | LlmContextSettings;

const SETTING_NAMES: readonly string[] = [
  "by",
  "model",
  "maxCost",
  "prices",
  "prompt",
  "system",
  "language",
  "maxDocumentChars",
  "maxContextChars",
  "maxOutputTokens",
  "enrich",
  "concurrency",
  "scope",
  "apiKey",
  "baseURL",
  "headers",
  "env",
  "providerOptions",
  "thinkingTokens",
  "contextTokens",
  "rateLimit",
  "retry",
  "clock",
] satisfies (keyof LlmContextSettings)[];

/** A misspelt limit that is passed over would cost money. */
export function checkContextSettings(settings: ContextSettings | undefined): void {
  if (settings === undefined || settings === "outline") return;
  if (typeof settings !== "object" || settings === null || settings.by !== "llm")
    invalidOption("context", settings, `"outline" or { by: "llm", model }`);
  for (const name of Object.keys(settings)) {
    if (!SETTING_NAMES.includes(name))
      invalidOption("context", name, `made of some of: ${SETTING_NAMES.join(", ")}`);
  }
  const { model, maxCost } = settings;
  if (typeof model !== "string" && !isGenerator(model))
    invalidOption("context.model", model, "a model's name, or a generator: an object with id and generate()");
  if (maxCost !== undefined && !(typeof maxCost === "number" && maxCost >= 0))
    invalidOption("context.maxCost", maxCost, "US dollars, 0 or more");
}

/** Throws where the model needs a key or a package that is not there. */
export function generatorOf(settings: LlmContextSettings): Promise<Generator> {
  const { model, concurrency = DEFAULT_CONTEXT_CONCURRENCY } = settings;
  if (typeof model !== "string") return Promise.resolve(model);
  const { apiKey, baseURL, headers, env, providerOptions, thinkingTokens, contextTokens } = settings;
  const { rateLimit, retry, clock } = settings;
  return resolveGenerator(model, {
    apiKey,
    baseURL,
    headers,
    env,
    providerOptions,
    thinkingTokens,
    contextTokens,
    concurrency,
    rateLimit,
    retry,
    clock,
  });
}

/** Stands for the model where nothing is sent: it needs neither key nor package. */
export function unconnected({ model, contextTokens }: LlmContextSettings): Generator {
  if (typeof model !== "string") return model;
  return {
    id: generatorId(model),
    contextTokens,
    generate: () => Promise.reject(new Error("This model is for estimates and sends nothing.")),
  };
}

/** What a model that thinks first takes for a short task when it is asked to think little: a guess, on the safe side. */
const THINKING_TOKENS = 200;

/** Tokens that are counted as output before the reply begins. */
export function expectedThinking({ model }: LlmContextSettings): number {
  const { provider, model: name } = splitName(model) ?? { provider: "", model: "" };
  return thinkingOf(provider, name).tokens > 0 ? THINKING_TOKENS : 0;
}

/** The part that shapes prompts and replies. */
export function writerOptions(
  settings: LlmContextSettings,
): Omit<ContextWriterOptions, "generator" | "cache" | "decline"> {
  const { prompt, system, language, maxDocumentChars, maxContextChars, maxOutputTokens } = settings;
  const { enrich, concurrency, scope } = settings;
  return {
    prompt,
    system,
    language,
    maxDocumentChars,
    maxContextChars,
    maxOutputTokens,
    enrich,
    concurrency,
    scope,
  };
}

/** What a model's tokens cost; undefined where that is not known. */
export class Tariff {
  readonly price: ModelPrice | undefined;

  constructor(model: string, { prices, maxCost }: Pick<LlmContextSettings, "prices" | "maxCost">) {
    this.price = priceOf(model, prices);
    if (maxCost !== undefined && this.price === undefined)
      invalidOption(
        "maxCost",
        maxCost,
        `given with a price, and none is known for ${model}: name one with --price (in a program: prices)`,
      );
  }

  dollars(usage: TokenUsage): number | undefined {
    return this.price === undefined ? undefined : costOf(usage, this.price);
  }
}
