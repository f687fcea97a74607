import type { ExtractionResult } from "../conversation/memory-extractor.ts";
import type { ExtractionEstimate } from "../conversation/orchestrate/estimate-extraction.ts";
import type { NormalizedConversation } from "../core/conversation.ts";
import { MEMORY_TYPES, type MemoryType } from "../core/extraction.ts";
import type { TokenUsage } from "../core/generator.ts";
import { count } from "./chunk-stats.ts";
import { errorJson, renderFigures, titleOf } from "./conversation-view.ts";
import { elapsed, whole } from "./figures.ts";
import { forOutput, oneLine, style } from "./terminal.ts";

const LONGEST_QUOTE = 120;

/** What a whole run came to. */
export interface ExtractTotals {
  conversations: number;
  messages: number;
  tokens: number;
  chunks: number;
  failedChunks: number;
  memories: number;
  byType: Record<MemoryType, number>;
  merged: number;
  rejected: number;
  relationships: number;
  calls: number;
  reused: number;
  repeated: number;
  usage: TokenUsage;
  /** Undefined as soon as one part of it is not known. */
  cost: number | undefined;
  milliseconds: number;
}

export function noTotals(): ExtractTotals {
  return {
    conversations: 0,
    messages: 0,
    tokens: 0,
    chunks: 0,
    failedChunks: 0,
    memories: 0,
    byType: Object.fromEntries(MEMORY_TYPES.map((type) => [type, 0])) as Record<MemoryType, number>,
    merged: 0,
    rejected: 0,
    relationships: 0,
    calls: 0,
    reused: 0,
    repeated: 0,
    usage: { input: 0, cachedInput: 0, output: 0 },
    cost: 0,
    milliseconds: 0,
  };
}

export function addResult(totals: ExtractTotals, messages: number, result: ExtractionResult): void {
  const { memories, relationships, chunks, spending, deduplication, totalTokens, errors } = result;
  totals.conversations++;
  totals.messages += messages;
  totals.tokens += totalTokens;
  totals.chunks += chunks.length;
  totals.failedChunks += errors.length;
  totals.memories += memories.length;
  for (const { type } of memories) totals.byType[type]++;
  totals.merged += deduplication.duplicatesFound;
  totals.rejected += chunks.reduce((sum, { rejected }) => sum + rejected.length, 0);
  totals.relationships += relationships.length;
  totals.calls += spending.usage.input > 0 ? spending.calls : 0;
  totals.reused += spending.reused;
  totals.repeated += spending.repeated;
  totals.usage = {
    input: totals.usage.input + spending.usage.input,
    cachedInput: totals.usage.cachedInput + spending.usage.cachedInput,
    output: totals.usage.output + spending.usage.output,
  };
  totals.cost = addCost(totals.cost, spending.cost);
}

export function addCost(sum: number | undefined, more: number | undefined): number | undefined {
  return sum === undefined || more === undefined ? undefined : sum + more;
}

/** A conversation's memories, each with the words it rests on. */
export function renderMemories(conversation: NormalizedConversation, result: ExtractionResult): string {
  const { memories, chunks, chunking } = result;
  const windows = chunking.enabled ? `, ${count(chunks.length, "chunk")} (${chunking.strategy})` : "";
  const found = memories.length === 1 ? "1 memory" : `${whole(memories.length)} memories`;
  const head = `${style(["bold"], titleOf(conversation))}  ${count(conversation.messages.length, "message")}${windows}, ${found}`;
  const width = Math.max(0, ...memories.map(({ type }) => type.length));
  const lines = memories.flatMap(({ type, text, evidence: [{ quote, messageId }] }) => {
    const words = oneLine(quote);
    const shown = words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE).toWellFormed()}…` : words;
    return [
      `  ${type.padEnd(width)}  ${forOutput(oneLine(text))}`,
      style(["dim"], `  ${" ".repeat(width)}  “${shown}” ${oneLine(messageId)}`),
    ];
  });
  return `${[head, ...lines].join("\n")}\n\n`;
}

export function renderTotals(totals: ExtractTotals, failed: number): string {
  const { byType, memories, cost, usage, repeated } = totals;
  const types = MEMORY_TYPES.filter((type) => byType[type] > 0).map(
    (type) => `${whole(byType[type])} ${type}`,
  );
  const asked = usage.input > 0 || totals.reused > 0;
  const again = repeated === 0 ? "" : `, ${whole(repeated)} of them begun before`;
  return renderFigures([
    [
      "conversations",
      `${whole(totals.conversations)} read${failed === 0 ? "" : `, ${whole(failed)} failed`}`,
    ],
    ["messages", `${whole(totals.messages)}, ${whole(totals.tokens)} tokens by estimate`],
    [
      "chunks",
      `${whole(totals.chunks)}${totals.failedChunks === 0 ? "" : `, ${whole(totals.failedChunks)} failed`}`,
    ],
    ["memories", `${whole(memories)}${types.length === 0 ? "" : `: ${types.join(", ")}`}`],
    ["merged", `${whole(totals.merged)} duplicates`],
    ["rejected", `${whole(totals.rejected)} without proof in the conversation`],
    ...(asked
      ? ([
          ["calls", `${whole(totals.calls)}${again}; ${whole(totals.reused)} replies from the journal`],
          ["tokens", `${whole(usage.input)} in, ${whole(usage.output)} out`],
          ["cost", cost === undefined ? "the model's price is not known" : `$${cost.toFixed(4)}`],
        ] as const)
      : []),
    ["time", elapsed(totals.milliseconds)],
  ]);
}

/** One line of --json. */
export function resultJson(conversation: NormalizedConversation, result: ExtractionResult): object {
  const { memories, relationships, chunks, chunking, spending, errors, isBudgetSpent } = result;
  const { id, title, format, messages, losses } = conversation;
  return {
    conversation: { id, ...(title === undefined ? {} : { title }), format, messages: messages.length },
    memories,
    relationships,
    chunks: chunks.map(({ chunkId, sequence, status, tokenCount, ...chunk }) => ({
      chunkId,
      sequence,
      status,
      tokenCount,
      memories: chunk.memories.length,
      rejected: chunk.rejected,
    })),
    chunking,
    spending,
    errors: errors.map(({ chunkId, sequence, error }) => ({ chunkId, sequence, ...errorJson(error) })),
    isBudgetSpent,
    losses,
  };
}

export function renderEstimate(total: ExtractionEstimate, conversations: number): string {
  const { cost, mostCost, usage, calls } = total;
  return renderFigures([
    ["conversations", whole(conversations)],
    ["chunks", `${whole(total.chunks)}, ${whole(total.chunkTokens)} tokens by estimate`],
    [
      "calls",
      calls === 0
        ? "none: no model is asked"
        : `${whole(calls)}; ${whole(total.stored)} replies are in the journal`,
    ],
    ["tokens", `${whole(usage.input)} in, about ${whole(usage.output)} out`],
    [
      "cost",
      cost === undefined || mostCost === undefined
        ? "the model's price is not known"
        : `about $${cost.toFixed(4)}, at most $${mostCost.toFixed(4)}`,
    ],
  ]);
}
