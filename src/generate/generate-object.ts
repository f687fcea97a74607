import type { Call } from "../core/chunker.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { GenerateRequest, Generation, Generator, ReplyShape, TokenUsage } from "../core/generator.ts";
import { addUsage, NO_USAGE } from "../core/token-usage.ts";
import { checkSchema } from "./check-schema.ts";
import { findObject } from "./find-object.ts";
import { withUsage } from "./token-usage.ts";

export interface GeneratedObject<T> {
  readonly value: T;
  /** Of all turns. */
  readonly usage: TokenUsage;
  /** Turns that it took: 1, or 2 with a repair. */
  readonly attempts: number;
}

/** The first reply, and one repair: a model that is wrong twice is wrong again. */
const MOST_TURNS = 2;
/** Characters of a reply in an error's details, and of a complaint: whatever `parse` threw goes back to the model. */
const MOST_SHOWN = 500;

/**
 * Asks for an object of the request's shape. A reply that is not one, does not fit the schema, or that `parse` throws for, is shown to the
 * model once with what is wrong with it. Throws `REPLY_INVALID` or `REPLY_REFUSED` where none comes, or what the
 * generator throws; `usageIn(error)` is what was spent all the same.
 */
export async function generateObject<T>(
  generator: Generator,
  request: GenerateRequest,
  parse: (value: unknown) => T,
  call?: Call,
): Promise<GeneratedObject<T>> {
  const { shape } = request;
  if (shape === undefined)
    invalidOption("shape", shape, "what the reply must be, for an object is asked for");
  const repairs = [...(request.repairs ?? [])];
  let usage = NO_USAGE;
  for (let attempts = 1; ; attempts++) {
    const reply = await generator.generate({ ...request, repairs }, call).catch((error: unknown) => {
      throw withUsage(error, usage);
    });
    usage = addUsage(usage, reply.usage);
    if (reply.finish === "refusal") throw refused(generator.id, reply, usage, attempts);
    const read = readObject(reply, shape, parse);
    if ("value" in read) return { value: read.value, usage, attempts };
    if (attempts === MOST_TURNS) throw invalid(generator.id, reply, read.complaint, usage, attempts);
    repairs.push({
      reply: reply.text,
      complaint: `${read.complaint} Answer again, with nothing but one JSON object of the form asked for.`,
    });
  }
}

function readObject<T>(
  { text, finish }: Generation,
  { schema }: ReplyShape,
  parse: (value: unknown) => T,
): { readonly value: T } | { readonly complaint: string } {
  const found = findObject(text);
  if ("complaint" in found) {
    return finish === "length"
      ? { complaint: "The reply was cut off for its length; it must be shorter." }
      : found;
  }
  const wrong = checkSchema(schema, found.value);
  if (wrong !== undefined) return { complaint: `The object is not of the form asked for: ${wrong}` };
  try {
    return { value: parse(found.value) };
  } catch (error) {
    return { complaint: (error instanceof Error ? error.message : String(error)).slice(0, MOST_SHOWN) };
  }
}

function refused(model: string, { text }: Generation, usage: TokenUsage, attempts: number): SherdError {
  return new SherdError(
    "REPLY_REFUSED",
    `${model} withholds its reply. Look at what the prompt holds, or use another model.`,
    { model, usage, attempts, reply: text.slice(0, MOST_SHOWN) },
  );
}

function invalid(
  model: string,
  { text, finish }: Generation,
  complaint: string,
  usage: TokenUsage,
  attempts: number,
): SherdError {
  const wayOut = finish === "length" ? "Raise maxOutputTokens" : "Try another model";
  return new SherdError(
    "REPLY_INVALID",
    `${model} did not send the object asked for, also when told what was wrong: ${complaint} ${wayOut}.`,
    { model, complaint, finish, usage, attempts, reply: text.slice(0, MOST_SHOWN) },
  );
}
