import type { Call } from "./chunker.ts";

/** A stretch of a prompt. Parts that several requests share come first, byte for byte the same, so that providers' prompt caches hit. */
export interface PromptPart {
  readonly text: string;
  /** A cache may keep everything up to the end of this part. */
  readonly cache?: boolean | undefined;
}

/** What a reply must be, where it must be an object. */
export interface ReplyShape {
  /** Names the object to providers that ask for a name: letters, digits, `_`. */
  readonly name: string;
  /** JSON Schema that every provider's strict mode takes: objects with all properties required, none further. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface GenerateRequest {
  readonly system?: string | undefined;
  readonly prompt: readonly PromptPart[];
  /** Earlier replies and what was wrong with them, oldest first: a turn that asks for a repair. */
  readonly repairs?: readonly { readonly reply: string; readonly complaint: string }[] | undefined;
  readonly maxOutputTokens: number;
  readonly shape?: ReplyShape | undefined;
}

export interface TokenUsage {
  /** All tokens sent, those read from a cache too. */
  readonly input: number;
  /** Of these, read from the provider's cache. */
  readonly cachedInput: number;
  readonly output: number;
}

export interface Generation {
  readonly text: string;
  /** Why it ended: `length` is an answer cut short, `refusal` one the provider withheld. */
  readonly finish: "stop" | "length" | "refusal" | "other";
  readonly usage: TokenUsage;
}

/** A language model: one request, one reply. It has no tools, so nothing in a prompt can reach one. */
export interface Generator {
  /** Provider and model, `openai:gpt-5-mini`: part of every cache key. */
  readonly id: string;
  /** Tokens that a prompt and its reply may have together, where it is known. */
  readonly contextTokens?: number | undefined;
  /** Throws a `SherdError` when no reply came; a cut or withheld reply is one with that `finish`. */
  generate(request: GenerateRequest, call?: Call): Promise<Generation>;
}
