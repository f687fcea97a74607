import type { Context } from "../core/chunk.ts";
import type { Answer } from "./ask-context.ts";

/** What came of one request: an answer, or why it was not made. */
export type Outcome =
  | Answer
  | { readonly status: "skipped"; readonly reason: string; readonly usage?: undefined };

/** What is recorded with a chunk. `fallback` gives the text where none was generated. */
export function contextOf(
  outcome: Outcome,
  origin: Pick<Context, "by"> & { readonly prompt: string },
  earlier: Context | undefined,
  fallback: () => string,
): Context {
  const { status, usage } = outcome;
  const given = givenOf(earlier);
  const rest = {
    ...origin,
    ...(usage === undefined ? {} : { usage }),
    ...(given === undefined ? {} : { given }),
  };
  if (status !== "ok") return { text: fallback(), status, reason: outcome.reason, ...rest };
  const { text, questions, keywords } = outcome;
  return {
    text,
    status,
    ...(questions === undefined ? {} : { questions }),
    ...(keywords === undefined ? {} : { keywords }),
    ...rest,
  };
}

/** What the chunker gave, whether or not a context was generated since. */
function givenOf(context: Context | undefined): string | undefined {
  if (context === undefined) return undefined;
  return context.prompt === undefined && context.status === "ok" ? context.text : context.given;
}
