import type { ProviderOptions } from "../provider/provider-options.ts";

/** The slice of an AI SDK language model that is used: models of every specification version have it. */
export interface AiSdkLanguageModel {
  /** `openai.responses` */
  readonly provider: string;
  readonly modelId: string;
  /** Called by the SDK only. */
  doGenerate(options: never): PromiseLike<unknown>;
}

/** How the SDK is told what a reply must be. */
export interface AiSdkOutput {
  readonly responseFormat: unknown;
  parseCompleteOutput(given: { readonly text: string }, context: unknown): Promise<unknown>;
}

export interface AiSdkTextPart {
  readonly type: "text";
  readonly text: string;
  readonly providerOptions?: ProviderOptions | undefined;
}

export type AiSdkMessage =
  | { readonly role: "user"; readonly content: readonly AiSdkTextPart[] }
  | { readonly role: "assistant"; readonly content: string };

interface AiSdkResult {
  readonly text: string;
  readonly finishReason: string;
  readonly usage: AiSdkUsage;
}

export interface AiSdkUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly inputTokenDetails?: { readonly cacheReadTokens?: number | undefined } | undefined;
}

/** The slice of the package `ai`, 6 and 7, that is used. */
export interface AiSdk {
  generateText(options: {
    readonly model: AiSdkLanguageModel;
    /** `ai` 7 also calls it `instructions`; 6 knows only this name. */
    readonly system?: string | undefined;
    readonly messages: readonly AiSdkMessage[];
    readonly maxOutputTokens: number;
    readonly maxRetries: number;
    readonly abortSignal: AbortSignal;
    readonly providerOptions?: ProviderOptions | undefined;
    readonly output?: AiSdkOutput | undefined;
  }): Promise<AiSdkResult>;
  jsonSchema(schema: object): unknown;
  readonly Output: { object(options: { readonly schema: unknown; readonly name: string }): AiSdkOutput };
}
