import type { Call } from "../core/chunker.ts";
import { SherdError } from "../core/errors.ts";
import type { GenerateRequest, Generation, Generator, TokenUsage } from "../core/generator.ts";
import { cleanReply, wholeSentences } from "./clean-reply.ts";
import { type Enrichment, parseEnrichment } from "./enrichment.ts";

/**
 * Asks for an object, has `parse` check it, and asks once more where it throws: `generateObject` of `sherd/generate`.
 */
export type GenerateObject = <T>(
  generator: Generator,
  request: GenerateRequest,
  parse: (value: unknown) => T,
  call?: Call,
) => Promise<{ readonly value: T; readonly usage: TokenUsage }>;

export interface AskOptions {
  readonly maxContextChars: number;
  /** What a reply is not to begin with: it is put there when it is shown. */
  readonly contextPrefix: string;
  /** Needed for requests with a shape. */
  readonly generateObject?: GenerateObject | undefined;
}

/** What a model made of a request: a context, or why there is none. */
export type Answer = (
  | ({ readonly status: "ok" } & Partial<Pick<Enrichment, "questions" | "keywords">> & { text: string })
  | {
      readonly status: "failed";
      readonly reason: string;
      /** Asking about the next chunk would fail for the same reason. */
      readonly isHopeless: boolean;
    }
) & { readonly usage?: TokenUsage | undefined };

/** Errors that are the account's or the installation's, not this request's. */
const HOPELESS: ReadonlySet<string> = new Set(["KEY_MISSING", "PACKAGE_MISSING", "PROVIDER_QUOTA"]);
const LONGEST_REASON = 300;

/** Never throws but for the caller's abort: whatever else happens is an answer that says why it failed. */
export async function askContext(
  generator: Generator,
  request: GenerateRequest,
  options: AskOptions,
  call: Call = {},
): Promise<Answer> {
  try {
    return request.shape === undefined
      ? asAnswer(await generator.generate(request, call), options)
      : await askEnrichment(generator, request, options, call);
  } catch (error) {
    call.signal?.throwIfAborted();
    const isOurs = error instanceof SherdError;
    const message = error instanceof Error ? error.message : String(error);
    const isHopeless = isOurs && HOPELESS.has(error.code);
    const reason = cleanReply(isOurs ? `${error.code}: ${message}` : message, { maxChars: LONGEST_REASON });
    return { status: "failed", reason, isHopeless, usage: usageIn(error) };
  }
}

async function askEnrichment(
  generator: Generator,
  request: GenerateRequest,
  { generateObject, maxContextChars, contextPrefix }: AskOptions,
  call: Call,
): Promise<Answer> {
  if (generateObject === undefined)
    throw new SherdError("INVALID_OPTION", "Questions and keywords need generateObject; got none.");
  const parse = (value: unknown) => parseEnrichment(value, { maxContextChars, contextPrefix });
  const { value, usage } = await generateObject(generator, request, parse, call);
  const { context: text, questions, keywords } = value;
  return { status: "ok", text, questions, keywords, usage };
}

function asAnswer(generation: Generation, { maxContextChars, contextPrefix }: AskOptions): Answer {
  const { finish, usage } = generation;
  const failed = (reason: string): Answer => ({ status: "failed", reason, isHopeless: false, usage });
  if (finish === "refusal") return failed("The provider withheld the reply.");
  const line = cleanReply(generation.text, { maxChars: maxContextChars, prefix: contextPrefix });
  const text = finish === "length" ? wholeSentences(line) : line;
  if (text !== "") return { status: "ok", text, usage };
  return failed(
    finish === "length" ? "The reply was cut short; raise maxOutputTokens." : "The reply was empty.",
  );
}

/** What was spent all the same, where the error says so. */
function usageIn(error: unknown): TokenUsage | undefined {
  const usage = error instanceof SherdError ? error.details.usage : undefined;
  if (typeof usage !== "object" || usage === null) return undefined;
  const { input, cachedInput, output } = usage as Partial<TokenUsage>;
  const isUsage = [input, cachedInput, output].every((count) => typeof count === "number");
  return isUsage ? (usage as TokenUsage) : undefined;
}
