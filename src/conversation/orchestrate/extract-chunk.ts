import { SherdError } from "../../core/errors.ts";
import type {
  ChunkExtraction,
  ChunkExtractionResult,
  ConversationChunk,
  ConversationExtractor,
  ExtractedMemory,
  ExtractedRelationship,
} from "../../core/extraction.ts";
import type { TokenUsage } from "../../core/generator.ts";
import { addUsage, NO_USAGE } from "../../core/token-usage.ts";
import { usageIn } from "../../generate/token-usage.ts";
import type { ChunkingConfig } from "../strategies/config.ts";
import type { Budget } from "./budget.ts";
import type { Digest } from "./digest.ts";
import { isBudgetSpent, isStanding, isTooMuch } from "./failure-kinds.ts";
import { type ReplyJournal, replyKey, type StoredReply } from "./journal.ts";
import { splitChunk } from "./split-chunk.ts";
import { verified } from "./verified.ts";

/** What the chunks of one run share. */
export interface ChunkTools {
  readonly extractor: ConversationExtractor;
  readonly chunking: ChunkingConfig;
  readonly budget: Budget;
  readonly journal: ReplyJournal | undefined;
  readonly digest: Digest | undefined;
  readonly counts: { calls: number; reused: number; repeated: number; splits: number };
  readonly stopsAtError: boolean;
  /** An error that every further call would meet: none is made. */
  standing: Error | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds; only differences count. */
  elapsed(): number;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * One chunk's memories. Where a reply or the prompt does not fit, the chunk is cut in two and each half asked about, down to
 * parts of one message. What failed is in `error`, beside what the other pieces gave; only an abort and a journal
 * that cannot be used are thrown.
 */
export async function extractChunk(
  chunk: ConversationChunk,
  tools: ChunkTools,
): Promise<ChunkExtractionResult> {
  const started = tools.elapsed();
  const gathered = new GatheredPieces();
  const errors: Error[] = [];
  const pending = [chunk];
  for (let piece = pending.shift(); piece !== undefined; piece = pending.shift()) {
    const reply = await ask(piece, tools);
    gathered.spend(reply.usage);
    if (reply.extraction !== undefined) {
      gathered.add(reply.extraction);
      tools.digest?.add(reply.extraction.memories);
      continue;
    }
    const pieces = isTooMuch(reply.error) ? splitChunk(piece, tools.chunking) : [];
    if (pieces.length > 0) {
      tools.counts.splits++;
      pending.unshift(...pieces);
      continue;
    }
    errors.push(reply.error);
    // A model that answers nothing in full, however little it is asked, will not begin to at the next piece.
    const isHopeless = isTooMuch(reply.error) && gathered.count === 0;
    if (tools.stopsAtError || isHopeless || isBudgetSpent(reply.error)) break;
  }
  return {
    chunkId: chunk.id,
    sequence: chunk.sequence,
    status: errors.length === 0 ? "success" : "failed",
    ...gathered.extraction,
    tokenCount: chunk.tokenCount,
    processingTime: tools.elapsed() - started,
    ...(errors.length === 0 ? {} : { error: onlyError(errors, chunk) }),
  };
}

type Reply =
  | { readonly extraction: ChunkExtraction; readonly usage?: TokenUsage | undefined; readonly error?: never }
  | { readonly error: Error; readonly usage?: TokenUsage | undefined; readonly extraction?: never };

/** The stored reply, else a new one, which is stored before it is used. */
async function ask(piece: ConversationChunk, tools: ChunkTools): Promise<Reply> {
  const { extractor, journal, counts, signal, budget } = tools;
  signal.throwIfAborted();
  const digest = tools.digest?.text;
  const key = journal === undefined ? "" : replyKey(extractor.id, piece, digest);
  const stored = await journal?.get(key, { signal });
  if (stored !== undefined) {
    counts.reused++;
    return readStored(stored, piece);
  }
  if (tools.standing !== undefined) return { error: tools.standing };
  let reserved: number;
  try {
    reserved = await budget.reserve(piece, digest);
  } catch (error) {
    if (isBudgetSpent(error)) return { error: error as SherdError };
    throw error;
  }
  let reply: Reply | undefined;
  try {
    signal.throwIfAborted();
    if (await journal?.begin(key, tools.now())) counts.repeated++;
    reply = await call(piece, tools, digest);
  } finally {
    budget.release(reserved, reply?.usage);
  }
  if (isStanding(reply.error)) tools.standing = reply.error;
  await journal?.end(key, extractor.id, toStore(reply, piece), tools.now());
  return reply;
}

async function call(
  piece: ConversationChunk,
  { extractor, counts, signal }: ChunkTools,
  digest: string | undefined,
): Promise<Reply> {
  counts.calls++;
  try {
    const given = await extractor.extract(piece, { digest, signal });
    return { extraction: verified(given, piece), usage: given.usage };
  } catch (error) {
    // The run was stopped: that is no failure of the chunk.
    if (signal.aborted) throw error;
    return { error: toError(error), usage: usageIn(error) };
  }
}

/** Replies that were paid for and say the same whenever they are read; other errors may not come again. */
function toStore(reply: Reply, { id }: ConversationChunk): StoredReply | undefined {
  if (reply.extraction !== undefined) return { chunkId: id, extraction: reply.extraction };
  return isTooMuch(reply.error) ? { chunkId: id, truncated: reply.error.message } : undefined;
}

function readStored(stored: StoredReply, piece: ConversationChunk): Reply {
  if ("truncated" in stored) return { error: new SherdError("OUTPUT_TRUNCATED", stored.truncated) };
  const { usage: _paidBefore, ...extraction } = stored.extraction;
  try {
    return { extraction: verified(extraction, piece) };
  } catch (error) {
    return { error: toError(error) };
  }
}

/** The pieces of a chunk as one extraction. */
class GatheredPieces {
  readonly #memories = new Map<string, ExtractedMemory>();
  readonly #relationships: ExtractedRelationship[] = [];
  readonly #rejected: { readonly reason: string; readonly text: string }[] = [];
  #usage: TokenUsage | undefined;
  count = 0;

  add({ memories, relationships, rejected }: ChunkExtraction): void {
    this.count++;
    for (const memory of memories) if (!this.#memories.has(memory.id)) this.#memories.set(memory.id, memory);
    for (const relationship of relationships) this.#relationships.push(relationship);
    for (const one of rejected) this.#rejected.push(one);
  }

  spend(usage: TokenUsage | undefined): void {
    if (usage !== undefined) this.#usage = addUsage(this.#usage ?? NO_USAGE, usage);
  }

  get extraction(): ChunkExtraction {
    return {
      memories: [...this.#memories.values()],
      relationships: this.#relationships,
      rejected: this.#rejected,
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
    };
  }
}

function onlyError(errors: readonly Error[], { id, sequence }: ConversationChunk): Error {
  if (errors.length === 1) return errors[0];
  return new SherdError(
    "EXTRACTION_FAILED",
    `${errors.length} pieces of chunk ${sequence} failed; the first: ${errors[0].message}`,
    { chunkId: id, sequence, errors },
    { cause: errors[0] },
  );
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
