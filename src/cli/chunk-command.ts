import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Tinypool } from "tinypool";
import type { ChunkIssueKind, ChunkReport } from "../chunk/index.ts";
import { SherdError } from "../core/errors.ts";
import { mapInOrder } from "../load/ordered.ts";
import { runJob } from "./chunk-job.ts";
import { type ChunkFlags, type ChunkSettings, readSettings } from "./chunk-settings.ts";
import { ChunkStats, count } from "./chunk-stats.ts";
import type { WorkerJob, WorkerResult } from "./chunk-worker.ts";
import { makeChunker } from "./chunkers.ts";
import { EXIT } from "./exit-codes.ts";
import { expandInputs, type Input } from "./inputs.ts";
import { warn, write } from "./output.ts";
import { ProgressLine } from "./progress.ts";
import { renderReport } from "./report-view.ts";

/** Work that takes longer than this goes on in worker threads, which take a while to start. */
const ALONE_MS = 1_000;
/** A larger file is streamed by the main thread, so that its chunks are never all in memory. */
const STREAMED_BYTES = 16 * 1024 * 1024;

/** Runs `sherd chunk` and returns the exit code. */
export async function chunkCommand(patterns: readonly string[], flags: ChunkFlags): Promise<number> {
  const settings = readSettings(flags);
  const inputs = expandInputs(patterns.length > 0 ? patterns : standardInput());
  const chunker = await makeChunker(settings);
  const run = new Run(settings, flags.json === true);

  const here = (input: Input) =>
    run.attempt(input, async () => {
      const { stats, ...result } = await runJob(input, settings, chunker, write);
      return { ...result, stats: stats?.data() };
    });
  const started = performance.now();
  const threads = availableParallelism();
  while (threads < 2 || performance.now() - started < ALONE_MS) {
    const { done, value } = await inputs.next();
    if (done === true) return run.finish();
    await here(value);
  }
  const pool = await startPool(threads);
  try {
    const results = mapInOrder(inputs, 2 * threads, async (input) => ({
      input,
      result: await elsewhere(pool, input, settings),
    }));
    for await (const { input, result } of results) {
      if (result === undefined) await here(input);
      else await run.attempt(input, () => settle(result));
    }
  } finally {
    await pool.destroy();
  }
  return run.finish();
}

async function startPool(threads: number): Promise<Tinypool> {
  const { Tinypool } = await import("tinypool");
  // Beside this file, and written in the same language: TypeScript in the sources, JavaScript in the package.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const filename = new URL(`./chunk-worker.${extension}`, import.meta.url).href;
  return new Tinypool({ filename, name: "work", minThreads: 1, maxThreads: threads });
}

/** Undefined for what the main thread should do itself. */
async function elsewhere(
  pool: Tinypool,
  input: Input,
  settings: ChunkSettings,
): Promise<WorkerResult | undefined> {
  if (!input.isFile || input.error !== undefined) return undefined;
  const found = await stat(input.path).catch(() => undefined);
  if (found === undefined || found.size > STREAMED_BYTES) return undefined;
  return pool.run({ input, settings } satisfies WorkerJob) as Promise<WorkerResult>;
}

type Done = Exclude<WorkerResult, { failure: unknown }>;

async function settle(result: WorkerResult): Promise<Omit<Done, "output">> {
  if ("failure" in result) throw new SherdError(result.failure.code, result.failure.message);
  await write(result.output);
  return result;
}

/** What a run has done so far, and how it ends. */
class Run {
  readonly #settings: ChunkSettings;
  readonly #json: boolean;
  readonly #stats = new ChunkStats();
  readonly #progress: ProgressLine;
  readonly #issues: Partial<Record<ChunkIssueKind, number>> = {};
  #documents = 0;
  #skipped = 0;
  #characters = 0;
  #chunks = 0;
  #score = 0;

  constructor(settings: ChunkSettings, json: boolean) {
    this.#settings = settings;
    this.#json = json;
    this.#progress = new ProgressLine(settings.output === "stats" || process.stdout.isTTY !== true);
  }

  /** Does one input; what it throws is told, counted, and does not stop the rest. */
  async attempt(input: Input, work: () => Promise<Omit<Done, "output">>): Promise<void> {
    try {
      if (input.error !== undefined) throw input.error;
      const { characters, stats, report, warnings } = await work();
      if (warnings.length > 0) this.#progress.clear();
      for (const warning of warnings) warn(`sherd: ${input.path}: ${warning}`);
      this.#documents++;
      this.#characters += characters;
      if (stats !== undefined) this.#stats.merge(stats);
      if (report !== undefined) await this.#report(input.path, report);
    } catch (failure) {
      if (!(failure instanceof SherdError)) throw failure;
      this.#progress.clear();
      warn(`sherd: ${failure.message}`);
      this.#skipped++;
    }
    this.#progress.update((seconds) => {
      const done = this.#characters / 1e6;
      const files = count(this.#documents, "file");
      return `${files}, ${done.toFixed(1)} million characters, ${(done / seconds).toFixed(1)} a second: ${input.path}`;
    });
  }

  async finish(): Promise<number> {
    this.#progress.clear();
    await this.#summary();
    if (this.#skipped > 0)
      warn(`sherd: ${count(this.#skipped, "input")} skipped, ${count(this.#documents, "document")} split.`);
    if (this.#isUnsound()) return EXIT.failure;
    if (this.#skipped === 0) return EXIT.ok;
    return this.#documents > 0 ? EXIT.partial : EXIT.failure;
  }

  async #report(path: string, report: ChunkReport): Promise<void> {
    this.#chunks += report.chunks;
    this.#score += report.score * report.chunks;
    for (const [kind, times] of Object.entries(report.counts) as [ChunkIssueKind, number][])
      this.#issues[kind] = (this.#issues[kind] ?? 0) + times;
    await write(this.#json ? `${JSON.stringify({ path, ...report })}\n` : renderReport(path, report));
  }

  async #summary(): Promise<void> {
    const { output } = this.#settings;
    const documents = this.#documents;
    if (output === "stats") {
      await write(
        this.#json
          ? `${JSON.stringify({ documents, skipped: this.#skipped, ...this.#stats.summary() })}\n`
          : `${count(documents, "document")}, ${this.#stats.render()}`,
      );
    } else if (output === "check" && !this.#json) {
      const score = this.#chunks === 0 ? 1 : this.#score / this.#chunks;
      const found = Object.entries(this.#issues).map(([kind, times]) => `${times} ${kind}`);
      await write(
        `${count(documents, "document")}, ${count(this.#chunks, "chunk")}, score ${score.toFixed(3)}: ${found.join(", ") || "nothing found"}\n`,
      );
    }
  }

  /** Chunks that break a law, whatever made them, are a failure; untidy ones are not. */
  #isUnsound(): boolean {
    const { altered = 0, uncovered = 0, misordered = 0, orphan = 0 } = this.#issues;
    return altered + uncovered + misordered + orphan > 0;
  }
}

function standardInput(): string[] {
  if (process.stdin.isTTY) {
    throw new SherdError(
      "INVALID_OPTION",
      "Nothing to split: name files, folders or globs, or pipe text in.",
    );
  }
  return ["-"];
}
