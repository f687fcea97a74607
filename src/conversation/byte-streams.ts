import { detectEncoding } from "../load/encodings.ts";

/** Where bytes come from; may be asked for once. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface Peeked {
  /** The first bytes, all of them when the source is shorter. */
  readonly head: Uint8Array;
  /** Everything, the first bytes included. */
  readonly bytes: AsyncGenerator<Uint8Array>;
}

/** Looks at the beginning of a stream without losing it. */
export async function peek(source: Bytes, size: number): Promise<Peeked> {
  const iterator = iterate(source);
  const taken: Uint8Array[] = [];
  let length = 0;
  let isOver = false;
  while (length < size && !isOver) {
    const next = await iterator.next();
    if (next.done) isOver = true;
    else {
      // The source may use its buffer again.
      taken.push(next.value.slice());
      length += next.value.length;
    }
  }
  async function* replay(): AsyncGenerator<Uint8Array> {
    try {
      yield* taken.splice(0);
      if (!isOver) yield* iterator;
    } finally {
      await iterator.return(undefined);
    }
  }
  return { head: Buffer.concat(taken).subarray(0, size), bytes: replay() };
}

async function* iterate(source: Bytes): AsyncGenerator<Uint8Array> {
  yield* source;
}

/** Text in pieces, in the encoding that the first bytes show. */
export async function* decodeStream(
  bytes: Bytes,
  encoding: string,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) {
    signal?.throwIfAborted();
    const text = decoder.decode(piece, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/** A character cut at the end of the first bytes must not make them look damaged. */
export function encodingOf(head: Uint8Array): string {
  let end = head.length;
  while (end > 0 && end > head.length - 4 && head[end - 1] >= 0x80) end--;
  return detectEncoding(end === 0 ? head : head.subarray(0, end)).encoding;
}
