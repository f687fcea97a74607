import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CONTEXT_SCOPES } from "../context/context-key.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { ModelPrice } from "../generate/prices.ts";
import { generatorId } from "../generate/resolve-generator.ts";
import type { ContextSettings, LlmContextSettings } from "../knowledge-base.ts";
import type { BaseSettings } from "./config.ts";
import type { ContextConfig } from "./context-config.ts";

/** The flags of `index` and `sync` that say how contexts are made, as commander gives them. */
export interface ContextFlags {
  readonly context?: string;
  readonly model?: string;
  readonly prompt?: string;
  readonly contextLanguage?: string;
  readonly enrich?: boolean;
  readonly contextScope?: string;
  readonly maxCost?: string;
  readonly price?: string;
  readonly concurrency?: string;
  readonly requestsPerMinute?: string;
  readonly tokensPerMinute?: string;
  readonly retryFailed?: boolean;
}

/** Of no use without a model that writes contexts, by the flag. */
const NEEDS_LLM: readonly [keyof ContextFlags, string][] = [
  ["model", "--model"],
  ["prompt", "--prompt"],
  ["contextLanguage", "--context-language"],
  ["enrich", "--enrich"],
  ["contextScope", "--context-scope"],
  ["maxCost", "--max-cost"],
  ["price", "--price"],
  ["concurrency", "--concurrency"],
  ["requestsPerMinute", "--requests-per-minute"],
  ["tokensPerMinute", "--tokens-per-minute"],
  ["retryFailed", "--retry-failed"],
];

/** What the flags say, over what `sherd.json` says; undefined where neither says anything. */
export async function contextFrom(
  flags: ContextFlags,
  { context: config = {}, project }: Pick<BaseSettings, "context" | "project">,
): Promise<ContextSettings | undefined> {
  const by = flags.context ?? (isNamedRetry(flags, config) ? "llm" : config.by);
  if (by !== undefined && by !== "outline" && by !== "llm")
    invalidOption(
      flags.context === undefined ? "context.by in sherd.json" : "--context",
      by,
      "outline or llm",
    );
  if (by !== "llm") {
    const [, useless] = NEEDS_LLM.find(([name]) => flags[name] !== undefined) ?? [];
    if (useless !== undefined)
      throw new SherdError(
        "INVALID_OPTION",
        `${useless} needs a model that writes contexts: --context llm --model NAME.`,
        { option: useless },
      );
    return by;
  }
  const model = flags.model ?? config.model;
  if (model === undefined || model === "")
    invalidOption("--model", model, "a model's name, such as openai:gpt-5-mini, with --context llm");
  return { by, model, ...(await promptFrom(flags, config, project)), ...limitsFrom(flags, config, model) };
}

/** To ask again says that a model is meant; which, must be named. */
function isNamedRetry({ retryFailed, model }: ContextFlags, config: ContextConfig): boolean {
  return retryFailed === true && (model ?? config.model) !== undefined;
}

async function promptFrom(
  flags: ContextFlags,
  config: ContextConfig,
  project: string,
): Promise<Partial<LlmContextSettings>> {
  const scope = flags.contextScope ?? config.scope;
  const known = CONTEXT_SCOPES.find((one) => one === scope);
  if (scope !== undefined && known === undefined)
    invalidOption("--context-scope", scope, CONTEXT_SCOPES.join(" or "));
  const file = flags.prompt ?? (config.prompt === undefined ? undefined : resolve(project, config.prompt));
  return {
    prompt: file === undefined ? undefined : await readPrompt(file),
    system: config.system,
    language: flags.contextLanguage ?? config.language,
    enrich: flags.enrich ?? config.enrich,
    scope: known,
    maxDocumentChars: config.maxDocumentChars,
    maxOutputTokens: config.maxOutputTokens,
  };
}

function limitsFrom(flags: ContextFlags, config: ContextConfig, model: string): Partial<LlmContextSettings> {
  const requestsPerMinute =
    above0("--requests-per-minute", flags.requestsPerMinute) ?? config.requestsPerMinute;
  const tokensPerMinute = above0("--tokens-per-minute", flags.tokensPerMinute) ?? config.tokensPerMinute;
  const own = flags.price === undefined ? {} : { [generatorId(model)]: readPrice(flags.price) };
  return {
    maxCost: flags.maxCost === undefined ? config.maxCost : dollars("--max-cost", flags.maxCost),
    prices: { ...config.prices, ...own },
    concurrency: above0("--concurrency", flags.concurrency) ?? config.concurrency,
    rateLimit: {
      ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
    },
  };
}

async function readPrompt(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const message = `The prompt ${file} cannot be read; name a file that holds {document} and {chunk}.`;
    throw new SherdError("INPUT_NOT_FOUND", message, { path: file }, { cause });
  }
}

/** `0.25,2` (input, output) or `0.25,0.025,2` (input, cached input, output), or the same as JSON. */
function readPrice(text: string): ModelPrice {
  if (text.trimStart().startsWith("{")) {
    try {
      return JSON.parse(text) as ModelPrice;
    } catch {
      return wrongPrice(text);
    }
  }
  const parts = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => !(part >= 0))) return wrongPrice(text);
  const [input, second, third] = parts;
  return third === undefined ? { input, output: second } : { input, cachedInput: second, output: third };
}

function wrongPrice(text: string): never {
  return invalidOption(
    "--price",
    text,
    "US dollars for a million tokens: INPUT,OUTPUT or INPUT,CACHED,OUTPUT, such as 0.25,0.025,2",
  );
}

function dollars(flag: string, value: string): number {
  const amount = Number(value.replace(/^\$/, ""));
  if (value.trim() === "" || !(amount >= 0 && amount < Number.POSITIVE_INFINITY))
    invalidOption(flag, value, "US dollars, 0 or more");
  return amount;
}

function above0(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number > 0)) invalidOption(flag, value, "a whole number, 1 or more");
  return number;
}
