import type { TokenUsage } from "../core/generator.ts";
import { PRICES_DATE } from "../generate/prices.ts";
import type { ContextEstimate, ContextSummary } from "../knowledge-base.ts";
import { clockTime, whole } from "./figures.ts";
import { oneLine } from "./terminal.ts";

/** Small amounts with as many digits as say something. */
export function money(dollars: number): string {
  if (dollars === 0) return "$0";
  if (dollars >= 1) return `$${dollars.toFixed(2)}`;
  const digits = Math.min(8, 1 - Math.floor(Math.log10(dollars)));
  return `$${dollars.toFixed(Math.max(2, digits))}`;
}

export function tokens({ input, cachedInput, output }: TokenUsage): string {
  const share = input === 0 ? 0 : Math.round((100 * cachedInput) / input);
  return `${whole(input)} in (${share} % cached), ${whole(output)} out`;
}

function cost(dollars: number | undefined, model: string): string {
  return dollars === undefined
    ? `not known for ${oneLine(model)}; give --price INPUT,CACHED,OUTPUT (US dollars a million tokens)`
    : money(dollars);
}

/** What a run would ask a model for, before anything is sent. */
export function renderEstimate(estimate: ContextEstimate, maxCost: number | undefined): string {
  const { model, documents, chunks, known, calls, usage, dollars, seconds } = estimate;
  const priced =
    dollars === undefined
      ? ""
      : ` (prices of ${PRICES_DATE} unless given; cached input needs a provider that caches)`;
  const rows: [string, string][] = [
    ["model", oneLine(model)],
    [
      "contexts",
      `${whole(chunks)} chunks of ${whole(documents)} documents: ${whole(calls)} calls, ${whole(known)} chunks have theirs already`,
    ],
    ["tokens", tokens(usage)],
    ["price", `${cost(dollars, model)}${priced}`],
    ["time", calls === 0 ? "none" : `about ${clockTime(seconds)}`],
  ];
  if (maxCost !== undefined && dollars !== undefined && dollars > maxCost)
    rows.push(["limit", `${money(maxCost)} is less: the run would stop there, and the next go on`]);
  return table(rows);
}

/** What a run asked a model for, and what it cost. */
export function renderContexts(contexts: ContextSummary): string {
  const { model, ok, cached, failed, failure, skipped, reason, calls, repeated, usage, dollars } = contexts;
  const again = failed === 0 ? "" : " (to ask again: --retry-failed)";
  const rows: [string, string][] = [
    [
      "contexts",
      `${whole(ok)} ok (${whole(cached)} from earlier replies), ${whole(failed)} failed${again}, ${whole(skipped)} skipped`,
    ],
  ];
  if (failure !== undefined) rows.push(["failed", oneLine(failure)]);
  if (skipped > 0 && reason !== undefined) rows.push(["skipped", oneLine(reason)]);
  const killed =
    repeated === 0 ? "" : ` (${whole(repeated)} of them again: they were under way when a run was killed)`;
  rows.push(["model", `${oneLine(model)}, ${whole(calls)} calls${killed}`]);
  if (calls > 0) rows.push(["tokens", tokens(usage)], ["spent", cost(dollars, model)]);
  return table(rows);
}

function table(rows: readonly [string, string][]): string {
  return rows.map(([name, value]) => `${name.padEnd(10)} ${value}\n`).join("");
}
