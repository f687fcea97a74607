import { stat } from "node:fs/promises";
import { SherdError } from "../core/errors.ts";
import type { IngestSummary } from "../ingest/ingest-types.ts";
import type { ContextSettings, KnowledgeBase } from "../knowledge-base.ts";
import { type BaseSettings, isAddress, readBaseSettings } from "./config.ts";
import { contextFrom } from "./context-flags.ts";
import type { Removal } from "./dry-run.ts";
import { EXIT } from "./exit-codes.ts";
import { chunkingFrom, type IngestFlags, ingestOptions } from "./ingest-flags.ts";
import { reportIngest } from "./ingest-report.ts";
import { interruptible } from "./interrupt.ts";
import { shownPath, withBase } from "./open-base.ts";
import { warn } from "./output.ts";
import { watch } from "./progress-bar.ts";

/** Runs `sherd index` and returns the exit code. */
export async function indexCommand(paths: readonly string[], flags: IngestFlags): Promise<number> {
  if (paths.length === 0 && flags.rebuild !== true && flags.retryFailed !== true)
    throw new SherdError(
      "INVALID_OPTION",
      "Nothing to index: name files or folders (`sherd index .`), or --rebuild what is stored, or --retry-failed contexts.",
    );
  if (flags.dryRun === true) return dryIngest(paths, flags);
  return ingestInto(flags, async (base, settings, signal) => {
    if (paths.length === 0 && flags.retryFailed === true)
      return watch("writing contexts", base.retryContexts({ signal }));
    if (paths.length === 0) return watch("rebuilding", base.rebuild({ signal }));
    const options = await ingestOptions(paths, flags, settings);
    return watch("indexing", base.add(paths, { ...options, signal }));
  });
}

/** Opens the base, does the work, and tells what it did. */
export async function ingestInto(
  flags: IngestFlags,
  work: (base: KnowledgeBase, settings: BaseSettings, signal: AbortSignal) => Promise<IngestSummary>,
): Promise<number> {
  const config = await readBaseSettings(flags);
  const chunker = chunkingFrom(flags, config.chunker);
  const context = await contextFrom(flags, config);
  return withBase(
    flags,
    "create",
    async (base, settings) => {
      const summary = await interruptible((signal) => work(base, settings, signal));
      if (summary !== undefined) {
        const where = { database: shownPath(settings.location), workspace: base.workspaceName };
        return reportIngest(summary, where, flags.json === true);
      }
      warn("sherd: stopped. What is stored stays; the same command goes on from there.");
      return EXIT.partial;
    },
    { chunker, context },
  );
}

function isEstimated(context: ContextSettings | undefined): boolean {
  return typeof context === "object";
}

function maxCostOf(context: ContextSettings | undefined): number | undefined {
  return typeof context === "object" ? context.maxCost : undefined;
}

/** Shows what would be done, without making a database for it. */
export async function dryIngest(
  paths: readonly string[],
  flags: IngestFlags,
  removal?: Removal,
): Promise<number> {
  const { dryRun } = await import("./dry-run.ts");
  const settings = await readBaseSettings(flags);
  const options = await ingestOptions(paths, flags, settings);
  const isThere =
    isAddress(settings.location) || (await stat(settings.location).catch(() => undefined)) !== undefined;
  const context = await contextFrom(flags, settings);
  const chunker = chunkingFrom(flags, settings.chunker);
  const output = { removal, json: flags.json === true, maxCost: maxCostOf(context) };
  if (typeof context !== "object" && !isThere) return dryRun(undefined, paths, options, output);
  // To estimate contexts needs the base's chunker; what is not there is then empty, and not made.
  const where = isThere ? flags : { ...flags, db: ":memory:" };
  const purpose = isThere ? "read" : "create";
  return withBase(where, purpose, (base) => dryRun(base, paths, options, output, isEstimated(context)), {
    chunker,
    context,
  });
}
