import { existsSync } from "node:fs";
import type { Call } from "../../core/chunker.ts";
import type { ChunkExtraction, ConversationChunk } from "../../core/extraction.ts";
import type { KeptReplies, ReplyBatch } from "../../core/store.ts";
import { Connection } from "../../store/sqlite/connection.ts";
import { keepReplies, readReplies } from "../../store/sqlite/replies.ts";
import { hashText } from "../../text/hash.ts";

/** What came back for a chunk: memories, or that they did not fit one reply. */
export type StoredReply =
  | { readonly chunkId: string; readonly extraction: ChunkExtraction }
  | { readonly chunkId: string; readonly truncated: string };

/** Names what a reply depends on: the extractor, the chunk's place, every word in it and what it was told of others. */
export function replyKey(extractorId: string, chunk: ConversationChunk, digest: string | undefined): string {
  const messages = chunk.messages.map((message) => hashText(JSON.stringify(message)));
  return `extract:${hashText(JSON.stringify([extractorId, chunk.id, messages, digest ?? null]))}`;
}

/**
 * Replies in a Sherd database, each on disk before it is used: after a stop at any instant no reply that was
 * stored is asked for again. Several processes may share a file. Nothing is held in memory.
 */
export class ReplyJournal {
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  static async open(path: string): Promise<ReplyJournal> {
    return new ReplyJournal(await Connection.open(path));
  }

  /** To be read only; undefined where there is no such file yet. */
  static async openExisting(path: string): Promise<ReplyJournal | undefined> {
    if (!existsSync(path)) return undefined;
    return new ReplyJournal(await Connection.open(path, { readOnly: true }));
  }

  async get(key: string, call?: Call): Promise<StoredReply | undefined> {
    const found = await this.#connection.read(() => readReplies(this.#connection, [key]), call);
    return found.get(key) as StoredReply | undefined;
  }

  /** Notes that a call is about to be made. True when it was begun before and never ended: it may be paid for twice. */
  async begin(key: string, now: number): Promise<boolean> {
    const batch = { begun: [key], ended: [], replies: [] };
    return (await this.#keep(batch, now)).repeated > 0;
  }

  /** The call is over, with a reply to keep or without. Not to be aborted: a reply was paid for. */
  async end(key: string, model: string, reply: StoredReply | undefined, now: number): Promise<void> {
    const replies = reply === undefined ? [] : [{ key, model, value: reply }];
    await this.#keep({ begun: [], ended: [key], replies }, now);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #keep(batch: ReplyBatch, now: number): Promise<KeptReplies> {
    return this.#connection.write(() => keepReplies(this.#connection, batch, now));
  }
}
