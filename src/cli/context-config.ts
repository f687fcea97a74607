import type { PriceTable } from "../generate/prices.ts";
import { type Check, checkFields, fail, flag, number, text } from "./config-fields.ts";

/** What `sherd.json` may say of contexts; each has a flag that says otherwise for one run. */
export interface ContextConfig {
  /** `llm`: every `index` and `sync` asks the model. */
  readonly by?: string;
  readonly model?: string;
  /** A file with a template, from the folder of `sherd.json`. */
  readonly prompt?: string;
  readonly system?: string;
  readonly language?: string;
  readonly enrich?: boolean;
  readonly scope?: string;
  readonly maxDocumentChars?: number;
  readonly maxOutputTokens?: number;
  readonly maxCost?: number;
  readonly concurrency?: number;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly prices?: PriceTable;
}

export const CONTEXT_FIELDS: Readonly<Record<keyof ContextConfig, Check>> = {
  by: text,
  model: text,
  prompt: text,
  system: text,
  language: text,
  enrich: flag,
  scope: text,
  maxDocumentChars: number,
  maxOutputTokens: number,
  maxCost: number,
  concurrency: number,
  requestsPerMinute: number,
  tokensPerMinute: number,
  prices: (file, name, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      fail(file, `has ${name} ${JSON.stringify(value)}; prices by model were expected`);
    for (const [model, price] of Object.entries(value))
      checkFields(file, `${name}.${model}.`, price, PRICE_FIELDS);
  },
};

const PRICE_FIELDS: Readonly<Record<string, Check>> = { input: number, cachedInput: number, output: number };
