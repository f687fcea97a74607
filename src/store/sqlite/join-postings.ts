import { ByteWriter } from "./byte-writer.ts";
import type { Connection } from "./connection.ts";
import type { Input } from "./join-segments.ts";
import { BlockReader, BlockWriter, compareKeys, type PostingBlock } from "./posting-blocks.ts";
import { joinPostingParts, type PostingPart } from "./postings-codec.ts";
import { corrupt } from "./sqlite-errors.ts";

/** Blocks read at once. */
const PAGE = 64;

/** The terms of one segment in order, read in pages of blocks. */
class TermCursor {
  readonly input: Input;
  readonly #connection: Connection;
  #page: { readonly term: Uint8Array; readonly data: Uint8Array }[] = [];
  #at = 0;
  #wasLastPage = false;
  /** The block it stands in; undefined before the first page and after the end. */
  block: BlockReader | undefined;

  constructor(connection: Connection, input: Input) {
    this.#connection = connection;
    this.input = input;
  }

  get needsPage(): boolean {
    return this.block === undefined && !this.#wasLastPage;
  }

  /** Goes to the next term; at the end of the page `block` is undefined. */
  advance(): void {
    while (this.block !== undefined && !this.block.next()) {
      if (this.block.isDamaged) throw unreadable(this.#connection, this.input);
      this.block = this.#nextBlock();
    }
  }

  readPage(): void {
    const last = this.#page.at(-1)?.term;
    const rows =
      last === undefined
        ? this.#connection.all(
            `SELECT term, data FROM postings WHERE segment = ? ORDER BY term LIMIT ${PAGE}`,
            this.input.id,
          )
        : this.#connection.all(
            `SELECT term, data FROM postings WHERE segment = ? AND term > ? ORDER BY term LIMIT ${PAGE}`,
            this.input.id,
            last,
          );
    this.#page = rows as unknown as { term: Uint8Array; data: Uint8Array }[];
    this.#wasLastPage = rows.length < PAGE;
    this.#at = 0;
    this.block = this.#nextBlock();
    this.advance();
  }

  #nextBlock(): BlockReader | undefined {
    const row = this.#page[this.#at++];
    return row === undefined ? undefined : new BlockReader(row.data);
  }
}

function unreadable(connection: Connection, { id }: Input): Error {
  return corrupt(connection.path, `postings of segment ${id} cannot be read`);
}

/** Term by term, in order, over all inputs at once. */
export async function joinPostings(
  connection: Connection,
  inputs: readonly Input[],
): Promise<readonly PostingBlock[]> {
  const joining: Joining = { writer: new BlockWriter(), out: new ByteWriter(), room: new ByteWriter() };
  const cursors = inputs.map((input) => new TermCursor(connection, input));
  for (;;) {
    await connection.read(() => {
      for (const cursor of cursors) if (cursor.needsPage) cursor.readPage();
    });
    // Others get a turn: a search does not wait for a whole merge.
    await new Promise((resolve) => setImmediate(resolve));
    let isLeft = true;
    while (isLeft && !cursors.some(needsPage)) isLeft = joinNext(connection, cursors, joining);
    if (!isLeft) return joining.writer.finish();
  }
}

/** What terms are joined with. */
interface Joining {
  readonly writer: BlockWriter;
  readonly out: ByteWriter;
  readonly room: ByteWriter;
}

function needsPage(cursor: TermCursor): boolean {
  return cursor.needsPage;
}

/**
 * Joins the lowest term; false where none is left. Called once a term, and its lists are made alike: V8 compiles it once,
 * where a loop over all terms would be compiled anew in each merge.
 */
function joinNext(
  connection: Connection,
  cursors: readonly TermCursor[],
  { writer, out, room }: Joining,
): boolean {
  const standing = atLowestKey(cursors);
  if (standing.length === 0) return false;
  const parts: PostingPart[] = [];
  for (const { block, input } of standing) {
    const { bytes, from, end } = block as BlockReader;
    parts.push({ bytes, from, end, to: input.to });
  }
  out.clear();
  if (!joinPostingParts(parts, out, room)) throw unreadable(connection, standing[0].input);
  if (out.length > 0) writer.push((standing[0].block as BlockReader).key, out.view());
  for (const cursor of standing) cursor.advance();
  return true;
}

/** Cursors on the lowest key, in the order of their segments. */
function atLowestKey(cursors: readonly TermCursor[]): TermCursor[] {
  const standing: TermCursor[] = [];
  let lowest: Uint8Array | undefined;
  for (const cursor of cursors) {
    if (cursor.block === undefined) continue;
    const order = lowest === undefined ? -1 : compareKeys(cursor.block.key, lowest);
    if (order > 0) continue;
    if (order < 0) {
      standing.length = 0;
      lowest = cursor.block.key;
    }
    standing.push(cursor);
  }
  return standing;
}
