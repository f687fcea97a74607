import type { Context } from "../core/chunk.ts";
import { costOf, type PriceTable, priceOf } from "../generate/prices.ts";
import { money, tokens } from "./context-cost.ts";
import { oneLine, style } from "./terminal.ts";

/** What is known of a chunk's context: whether there is one, who wrote it, and what it cost; empty without one. */
export function renderContext(context: Context | undefined, prices: PriceTable | undefined): string {
  if (context === undefined) return "";
  const { status, reason, by, prompt, usage, text, questions = [], keywords = [] } = context;
  const rows: [string, string | undefined][] = [
    ["context", text],
    ["status", reason === undefined ? status : `${status}: ${reason}`],
    [
      prompt === undefined ? "by" : "model",
      prompt === undefined ? by : `${by}, prompt ${prompt.slice(0, 16)}`,
    ],
    ["cost", usage === undefined ? undefined : `${amount(context, prices)}: ${tokens(usage)}`],
    ...questions.map((question): [string, string] => ["question", question]),
    ["keywords", keywords.length === 0 ? undefined : keywords.join(", ")],
  ];
  return rows
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${style(["dim"], name.padEnd(10))} ${oneLine(value ?? "")}\n`)
    .join("");
}

function amount({ by, usage }: Context, prices: PriceTable | undefined): string {
  const price = priceOf(by, prices);
  return price === undefined || usage === undefined ? "at an unknown price" : money(costOf(usage, price));
}
