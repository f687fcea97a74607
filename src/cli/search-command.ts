import { invalidOption, SherdError } from "../core/errors.ts";
import type { Hit, SearchOptions } from "../search/types.ts";
import { count } from "./chunk-stats.ts";
import type { BaseFlags } from "./config.ts";
import { EXIT } from "./exit-codes.ts";
import { elapsed, whole } from "./figures.ts";
import { readFilter } from "./filter-flag.ts";
import { wholeNumber } from "./ingest-flags.ts";
import { withBase } from "./open-base.ts";
import { warn, write } from "./output.ts";
import { forOutput, oneLine, outputColumns, style } from "./terminal.ts";

export interface SearchFlags extends BaseFlags {
  readonly limit?: string;
  readonly mode?: string;
  readonly expand?: string;
  readonly budget?: string;
  readonly filter?: readonly string[];
  readonly explain?: boolean;
  readonly context?: boolean;
  readonly compare?: boolean;
  readonly json?: boolean;
}

/** Tokens of a `--context` without a `--budget`: a few passages, and room for the rest of a prompt. */
const CONTEXT_BUDGET = 4_000;
const MODES = ["hybrid", "words", "meaning"] as const;
const MODE_NAMES = { hybrid: "words and meaning", words: "words", meaning: "meaning" } as const;
const EXPANSIONS = ["parent", "none", "segment"] as const;

/** Runs `sherd search` and returns the exit code. */
export async function searchCommand(words: readonly string[], flags: SearchFlags): Promise<number> {
  const options = searchOptions(flags);
  const budget = readBudget(flags) ?? CONTEXT_BUDGET;
  const query = await readQuery(words);
  return withBase(flags, "read", async (base) => {
    const started = performance.now();
    const compared = flags.compare === true ? await base.compare(query, options) : undefined;
    const result = compared?.parents ?? (await base.search(query, options));
    const alone = compared?.children;
    const milliseconds = performance.now() - started;
    const { hits, warnings } = result;
    if (flags.json === true) {
      const { searchJson } = await import("./search-json.ts");
      await write(
        `${JSON.stringify(searchJson({ query, workspace: base.workspaceName, milliseconds }, result, alone))}\n`,
      );
      return EXIT.ok;
    }
    for (const warning of warnings) warn(`sherd: ${warning}`);
    if (hits.length === 0) {
      const { chunks, parents } = await base.stats();
      const searched = chunks - parents;
      warn(`sherd: nothing found in ${count(searched, "chunk")}. ${adviceFor(flags, searched)}`);
      return EXIT.ok;
    }
    if (flags.context === true) return writeContext(hits, budget);
    if (alone !== undefined) {
      const { renderComparison } = await import("./compare-view.ts");
      await write(renderComparison(alone.hits, hits, outputColumns()));
      return EXIT.ok;
    }
    await writeHits(hits, flags.explain === true);
    const figures = `${count(hits.length, "hit")} by ${MODE_NAMES[result.mode]}, ${whole(result.tokens)} tokens, ${elapsed(milliseconds)}`;
    await write(`${style(["dim"], figures)}\n`);
    return EXIT.ok;
  });
}

function searchOptions(flags: SearchFlags): SearchOptions {
  const { context, compare, json, explain, expand } = flags;
  if (context === true && (compare === true || json === true))
    throw new SherdError(
      "INVALID_OPTION",
      `--context is a text for a prompt; leave out ${compare === true ? "--compare" : "--json"}.`,
    );
  if (compare === true && expand !== undefined && expand !== "parent")
    invalidOption("--expand", expand, "left out with --compare, which shows both");
  return {
    limit: flags.limit === undefined ? undefined : wholeNumber("--limit", flags.limit, 1),
    mode: oneOf("--mode", flags.mode, MODES),
    expand: oneOf("--expand", expand, EXPANSIONS),
    // A context is packed as it is written, with what the quotation costs.
    budget: context === true ? undefined : readBudget(flags),
    filter: readFilter(flags.filter ?? []),
    explain,
  };
}

function readBudget({ budget }: SearchFlags): number | undefined {
  return budget === undefined ? undefined : wholeNumber("--budget", budget, 1);
}

async function writeHits(hits: readonly Hit[], explain: boolean): Promise<void> {
  const { renderHit } = await import("./hit-view.ts");
  const columns = outputColumns();
  const best = Math.max(...hits.map(({ score }) => score));
  for (const [index, hit] of hits.entries()) {
    await write(renderHit(hit, index + 1, best, columns));
    if (explain) {
      const { renderExplanation } = await import("./explain-view.ts");
      await write(renderExplanation(hit));
    }
    await write("\n");
  }
}

async function writeContext(hits: readonly Hit[], budget: number): Promise<number> {
  const { packContext } = await import("./context-view.ts");
  const packed = await packContext(hits, budget);
  if (packed.hits === 0) {
    warn(
      `sherd: no hit fits into ${whole(budget)} tokens; the shortest needs ${whole(packed.least)} with its origin. Give a larger --budget.`,
    );
    return EXIT.failure;
  }
  await write(forOutput(packed.text));
  warn(
    `sherd: ${packed.hits} of ${count(hits.length, "hit")}, ${whole(packed.tokens)} of ${whole(budget)} tokens`,
  );
  return EXIT.ok;
}

/** The words as one text, or what is piped in for `-`. */
async function readQuery(words: readonly string[]): Promise<string> {
  if (words.length !== 1 || words[0] !== "-") return words.join(" ");
  const { readStandardInput } = await import("./inputs.ts");
  return new TextDecoder().decode(await readStandardInput()).trim();
}

function adviceFor({ filter, mode }: SearchFlags, chunks: number): string {
  if (chunks === 0) return "`sherd index PATH` puts documents in.";
  if (filter !== undefined) return "Try without --filter, or other words.";
  return mode === "words" ? "Try other words, or --mode hybrid." : "Try other words.";
}

function oneOf<Name extends string>(
  flag: string,
  value: string | undefined,
  names: readonly Name[],
): Name | undefined {
  if (value === undefined) return undefined;
  return (
    names.find((name) => name === value) ?? invalidOption(flag, oneLine(value), `one of: ${names.join(", ")}`)
  );
}
