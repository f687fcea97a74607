import type { Call } from "../../core/chunker.ts";
import type { NormalizedMessage } from "../../core/conversation.ts";
import type { Chunking } from "./config.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import type { ConversationSource } from "./strategy.ts";

/** All messages of a source: for strategies that weigh every place to split against every other. */
export async function collected({ messages }: ConversationSource, call?: Call): Promise<NormalizedMessage[]> {
  const all: NormalizedMessage[] = [];
  for await (const message of messages) {
    call?.signal?.throwIfAborted();
    all.push(message);
  }
  return all;
}

export function allPieces(messages: readonly NormalizedMessage[], chunking: Chunking): Piece[] {
  return messages.flatMap((message, index) => piecesOf(message, index, chunking));
}
