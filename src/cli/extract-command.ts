import { LossTally } from "../conversation/losses.ts";
import { MemoryExtractor } from "../conversation/memory-extractor.ts";
import type { ExtractionEstimate } from "../conversation/orchestrate/estimate-extraction.ts";
import { isStanding } from "../conversation/orchestrate/failure-kinds.ts";
import { ReplyJournal } from "../conversation/orchestrate/journal.ts";
import type { NormalizedConversation } from "../core/conversation.ts";
import { exportedConversations } from "./conversation-export.ts";
import { errorJson, type Failure, listFailures, renderLosses, titleOf } from "./conversation-view.ts";
import { EXIT } from "./exit-codes.ts";
import { dollars, type ExtractFlags, extractorConfig } from "./extract-flags.ts";
import {
  addCost,
  addResult,
  noTotals,
  renderEstimate,
  renderMemories,
  renderTotals,
  resultJson,
} from "./extract-view.ts";
import { whole } from "./figures.ts";
import { interruptible } from "./interrupt.ts";
import { warn, write } from "./output.ts";
import { ProgressLine } from "./progress.ts";

/** Runs `sherd extract` and returns the exit code. */
export async function extractCommand(input: string, flags: ExtractFlags): Promise<number> {
  const run = new ExtractRun(input, flags);
  const code = await interruptible((signal) =>
    flags.dryRun === true ? run.estimate(signal) : run.extract(signal),
  );
  if (code !== undefined) return code;
  const kept = flags.journal === undefined ? "" : " The same command goes on from there.";
  warn(`sherd: stopped. What was shown is what was found.${kept}`);
  return EXIT.partial;
}

/** One export through one extractor. A conversation that fails does not stop the others. */
class ExtractRun {
  readonly #input: string;
  readonly #flags: ExtractFlags;
  readonly #extractor: MemoryExtractor;
  readonly #losses = new LossTally();
  readonly #failures: Failure[] = [];
  readonly #totals = noTotals();
  readonly #line: ProgressLine;
  #isBudgetSpent = false;

  constructor(input: string, flags: ExtractFlags) {
    this.#input = input;
    this.#flags = flags;
    this.#extractor = new MemoryExtractor(extractorConfig(flags));
    this.#line = new ProgressLine(flags.json === true || process.stdout.isTTY !== true);
  }

  async extract(signal: AbortSignal): Promise<number> {
    const { journal: path, json = false, workspace = "default" } = this.#flags;
    const maxCost = dollars("--max-cost", this.#flags.maxCost);
    const journal = path === undefined ? undefined : await ReplyJournal.open(path);
    const started = performance.now();
    try {
      for await (const conversation of this.#conversations(signal)) {
        let chunks = 0;
        const { ok, value, error } = await this.#extractor.extract(conversation, workspace, {
          signal,
          journal,
          // Of the whole command: what earlier conversations cost is gone.
          maxCost: maxCost === undefined ? undefined : Math.max(0, maxCost - (this.#totals.cost ?? 0)),
          onChunk: () => this.#show(conversation, ++chunks),
        });
        signal.throwIfAborted();
        if (!ok) {
          if (
            error.code === "INVALID_OPTION" ||
            error.code === "KEY_MISSING" ||
            error.code === "PACKAGE_MISSING"
          )
            throw error;
          await this.#fail({ conversation: titleOf(conversation), error }, json);
          // A refused key is refused ten thousand times.
          if (isStanding(error)) break;
          continue;
        }
        addResult(this.#totals, conversation.messages.length, value);
        this.#isBudgetSpent ||= value.isBudgetSpent;
        this.#line.clear();
        for (const failed of value.errors)
          this.#failures.push({
            conversation: `${titleOf(conversation)}, chunk ${failed.sequence}`,
            error: failed.error,
          });
        await write(
          json ? `${JSON.stringify(resultJson(conversation, value))}\n` : renderMemories(conversation, value),
        );
      }
    } finally {
      this.#line.clear();
      await journal?.close();
    }
    this.#totals.milliseconds = performance.now() - started;
    await this.#report(json);
    return this.#exitCode();
  }

  /** What it would send and cost. */
  async estimate(signal: AbortSignal): Promise<number> {
    const { json = false, journal } = this.#flags;
    let total: ExtractionEstimate = {
      chunks: 0,
      chunkTokens: 0,
      calls: 0,
      stored: 0,
      usage: NO_USAGE,
      cost: 0,
      mostCost: 0,
    };
    for await (const conversation of this.#conversations(signal)) {
      const { ok, value, error } = await this.#extractor.estimate(conversation, { signal, journal });
      signal.throwIfAborted();
      if (!ok) throw error;
      this.#totals.conversations++;
      total = addEstimates(total, value);
      this.#show(conversation, total.chunks);
    }
    this.#line.clear();
    const { conversations } = this.#totals;
    if (json)
      await write(
        `${JSON.stringify({ dryRun: true, conversations, ...total, losses: this.#losses.rows, failed: this.#failuresJson() })}\n`,
      );
    else {
      await write(renderEstimate(total, conversations) + renderLosses(this.#losses.rows));
      listFailures("failed", this.#failures);
      warn("sherd: nothing was sent.");
    }
    return this.#exitCode();
  }

  async *#conversations(signal: AbortSignal): AsyncGenerator<NormalizedConversation> {
    const json = this.#flags.json === true && this.#flags.dryRun !== true;
    for await (const entry of exportedConversations(this.#input, this.#flags, this.#losses, signal)) {
      if (entry.error !== undefined) await this.#fail({ error: entry.error }, json);
      else yield entry.conversation;
    }
  }

  async #fail(failure: Failure, json: boolean): Promise<void> {
    this.#failures.push(failure);
    const { conversation, error } = failure;
    if (json)
      await write(
        `${JSON.stringify({ ...(conversation === undefined ? {} : { conversation }), error: errorJson(error) })}\n`,
      );
  }

  #show(conversation: NormalizedConversation, chunks: number): void {
    this.#line.update(
      () =>
        `extracting ${whole(this.#totals.conversations)} conversations · ${titleOf(conversation)} · ${whole(chunks)} chunks · ${whole(this.#totals.memories)} memories`,
    );
  }

  async #report(json: boolean): Promise<void> {
    const losses = this.#losses.rows;
    if (json) {
      await write(
        `${JSON.stringify({ summary: { ...this.#totals, failed: this.#failuresJson(), isBudgetSpent: this.#isBudgetSpent, losses } })}\n`,
      );
      return;
    }
    await write(renderTotals(this.#totals, this.#failures.length) + renderLosses(losses));
    listFailures("failed", this.#failures);
    if (this.#isBudgetSpent)
      warn(
        "sherd: the budget is spent. What was shown is what was found; raise --max-cost to go on, with --journal from there.",
      );
  }

  #failuresJson(): object[] {
    return this.#failures.map(({ conversation, error }) => ({
      ...(conversation === undefined ? {} : { conversation }),
      ...errorJson(error),
    }));
  }

  #exitCode(): number {
    if (this.#failures.length === 0 && !this.#isBudgetSpent) return EXIT.ok;
    return this.#totals.conversations > 0 ? EXIT.partial : EXIT.failure;
  }
}

const NO_USAGE = { input: 0, cachedInput: 0, output: 0 };

function addEstimates(a: ExtractionEstimate, b: ExtractionEstimate): ExtractionEstimate {
  const cost = addCost(a.cost, b.cost);
  const mostCost = addCost(a.mostCost, b.mostCost);
  return {
    chunks: a.chunks + b.chunks,
    chunkTokens: a.chunkTokens + b.chunkTokens,
    calls: a.calls + b.calls,
    stored: a.stored + b.stored,
    usage: {
      input: a.usage.input + b.usage.input,
      cachedInput: 0,
      output: a.usage.output + b.usage.output,
    },
    ...(cost === undefined ? {} : { cost }),
    ...(mostCost === undefined ? {} : { mostCost }),
  };
}
