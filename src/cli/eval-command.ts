import { SherdError } from "../core/errors.ts";
import type { Progress } from "../core/progress.ts";
import { boundaryLines, markedDocuments } from "../eval/boundaries.ts";
import { compareRuns } from "../eval/compare-runs.ts";
import { searchedIn, trialOf } from "../eval/context-place.ts";
import { type ChunkSource, hasGivenChunks, IndexedSet } from "../eval/indexed-set.ts";
import { measure } from "../eval/measure.ts";
import { vectorsAlone, withoutParts } from "../eval/parts.ts";
import { type MeasuringSet, readSet } from "../eval/read-set.ts";
import { readRuns, runToJson } from "../eval/run-json.ts";
import { type RunReport, runReport } from "../eval/run-report.ts";
import { TokenCounter } from "../text/index.ts";
import { cutterOf, ownChunker, ownChunksName } from "./eval-chunkers.ts";
import { type EvalFlags, type EvalSettings, readEvalFlags } from "./eval-flags.ts";
import { renderBoundaries, renderRunComparison, renderRuns } from "./eval-view.ts";
import { EXIT } from "./exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { write } from "./output.ts";
import { ProgressLine } from "./progress.ts";
import { Pace, renderProgress } from "./progress-bar.ts";

/** Runs `sherd eval` and returns the exit code. */
export async function evalCommand(inputs: readonly string[], flags: EvalFlags): Promise<number> {
  if (flags.compare === true) return compareFiles(inputs, flags.json === true);
  const settings = readEvalFlags(flags);
  if (inputs.length === 0)
    throw new SherdError(
      "INVALID_OPTION",
      "Nothing to measure: name a folder with corpus.jsonl and queries.jsonl.",
    );
  const done = await interruptible(async (signal) => {
    // What is malformed is told before anything takes long.
    const sets: MeasuringSet[] = [];
    for (const folder of inputs) sets.push(await readSet(folder));
    for (const set of sets) await new SetRun(set, settings, flags.json === true, signal).run();
    return true;
  });
  return done === undefined ? EXIT.partial : EXIT.ok;
}

async function compareFiles(paths: readonly string[], json: boolean): Promise<number> {
  const [a, b, ...more] = paths;
  if (b === undefined || more.length > 0)
    throw new SherdError(
      "INVALID_OPTION",
      `--compare needs two files that \`sherd eval SET --json\` wrote; got ${paths.length}.`,
    );
  const comparisons = compareRuns(await readRuns(a), await readRuns(b));
  for (const comparison of comparisons)
    await write(json ? `${JSON.stringify(comparison)}\n` : renderRunComparison(comparison, [a, b]));
  return EXIT.ok;
}

/** All runs over one set. */
class SetRun {
  readonly #set: MeasuringSet;
  readonly #settings: EvalSettings;
  readonly #json: boolean;
  readonly #signal: AbortSignal;

  constructor(set: MeasuringSet, settings: EvalSettings, json: boolean, signal: AbortSignal) {
    this.#set = set;
    this.#settings = settings;
    this.#json = json;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const { chunks = hasGivenChunks(this.#set) ? undefined : "own" } = this.#settings;
    const sources: readonly ChunkSource[] = chunks === undefined ? ["given", "own"] : [chunks];
    const boundaries = await this.#boundaries();
    for (const source of sources) {
      const runs = await this.#measured(source, source === sources[0] ? boundaries : undefined);
      await write(this.#json ? runs.map((run) => `${runToJson(run)}\n`).join("") : renderRuns(runs));
    }
    if (boundaries !== undefined && !this.#json) await write(renderBoundaries(this.#set.name, boundaries));
  }

  /** Every part that is to be switched off is a run over the same index. */
  async #measured(chunks: ChunkSource, boundaries: RunReport["boundaries"]): Promise<RunReport[]> {
    const { mode, expand, embedder, contextIn, off, depths, tokens, baseline } = this.#settings;
    const chunker = chunks === "own" ? await ownChunker(this.#settings) : undefined;
    const trial = trialOf(contextIn);
    const indexed = await this.#watched("indexing", (report) =>
      IndexedSet.open(this.#set, { chunks, chunker, embedder, trial, signal: this.#signal, report }),
    );
    try {
      const ask = (label: string, search: Parameters<typeof withoutParts>[1]) =>
        this.#watched(label, (report) =>
          measure(indexed, { search, depths, tokens, signal: this.#signal, report }),
        );
      const vectors = baseline ? await ask("vectors alone", vectorsAlone({ expand })) : undefined;
      const runs: RunReport[] = [];
      for (const parts of off) {
        const search = withoutParts(parts, searchedIn(contextIn, { mode, expand }));
        const label = parts.length === 0 ? "searching" : `without ${parts.join(", ")}`;
        const by = ownChunksName(this.#settings);
        const run = { by, mode: search.mode ?? mode, expand, context_in: contextIn, off: parts };
        runs.push(
          runReport(indexed, run, await ask(label, search), {
            ...(vectors === undefined ? {} : { baseline: vectors }),
            ...(boundaries === undefined || runs.length > 0 ? {} : { boundaries }),
          }),
        );
      }
      return runs;
    } finally {
      await indexed.close();
    }
  }

  /** Chunkers at their own size, and at the size that topics have. */
  async #boundaries(): Promise<RunReport["boundaries"]> {
    const documents = markedDocuments(this.#set);
    if (!this.#settings.boundaries || documents.length === 0) return undefined;
    const { by, size, embedder } = this.#settings;
    const counter = await TokenCounter.create({ encoding: "o200k_base" });
    const total = documents.reduce((sum, { text }) => sum + counter.count(text), 0);
    const topics = documents.reduce((sum, { reference }) => sum + reference.length + 1, 0);
    const sizes = size === undefined ? [undefined, Math.max(1, Math.round(total / topics))] : [size];
    const names = by === undefined ? ["recursive", "semantic"] : [by];
    const cutters = await Promise.all(
      names.flatMap((name) => sizes.map((one) => cutterOf({ by: name, size: one, embedder }))),
    );
    return this.#watched("finding topics", (report) =>
      boundaryLines(documents, cutters, { signal: this.#signal, report }),
    );
  }

  async #watched<Result>(
    label: string,
    work: (report: (progress: Progress) => void) => Promise<Result>,
  ): Promise<Result> {
    const line = new ProgressLine(true);
    const pace = new Pace();
    try {
      return await work((progress) => {
        pace.add(progress, performance.now());
        line.update(() => renderProgress(`${this.#set.name}: ${label}`, progress, pace.rate()));
      });
    } finally {
      line.clear();
    }
  }
}
