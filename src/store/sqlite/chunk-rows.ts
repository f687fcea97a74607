import type { Boundary, Chunk } from "../../core/chunk.ts";
import type { Metadata } from "../../core/document.ts";
import type { Row } from "./connection.ts";

/** Their places are stored: new ones go to the end. */
export const KINDS: readonly Chunk["kind"][] = ["standard", "parent", "child"];
const BOUNDARIES: readonly Boundary[] = [
  "section",
  "paragraph",
  "list",
  "sentence",
  "line",
  "clause",
  "word",
  "grapheme",
  "syntax",
  "end",
];

/** What has no column of its own. */
export type Rest = Record<string, unknown>;

/** What a document's chunks of one kind have in common, so that it is not written with each of them. */
interface SharedFields {
  readonly rest: Rest;
  readonly metadata: Rest;
  /** Whether their metadata holds all of the document's. */
  readonly inherits: boolean;
}
export type SharedByKind = Partial<Record<Chunk["kind"], SharedFields>>;

/** A row of the table, in the order of its columns after `number` and `document`. */
export type ChunkRow = readonly [
  id: string,
  kind: number,
  parent: number | null,
  index: number,
  start: number,
  end: number,
  before: number,
  after: number,
  boundary: number | string,
  tokens: number,
  searched: number,
  path: string | null,
  hash: string | Uint8Array,
  rest: string | null,
];

/** Parents before their children, else by their place in the text; the order in which they are numbered. */
export function inOrder<T extends { readonly chunk: Chunk }>(entries: readonly T[]): T[] {
  return entries.toSorted(
    ({ chunk: a }, { chunk: b }) =>
      a.span.start - b.span.start || rank(a) - rank(b) || b.span.end - a.span.end || a.index - b.index,
  );
}

function rank({ kind }: Chunk): number {
  return kind === "parent" ? 0 : 1;
}

/** Rows of chunks that are `inOrder`, and what the rows leave out. */
export function chunkRows(
  chunks: readonly Chunk[],
  searched: (index: number) => boolean,
  metadata: Metadata,
): { rows: ChunkRow[]; shared: SharedByKind } {
  const shared: SharedByKind = {};
  const knownKeys: Partial<Record<Chunk["kind"], KnownKeys>> = {};
  for (const kind of KINDS) {
    const group = chunks.filter((chunk) => chunk.kind === kind);
    if (group.length === 0) continue;
    const own = shareOf(group, metadata);
    shared[kind] = own;
    knownKeys[kind] = keysKnown(own, metadata);
  }
  const places = new Map(chunks.map((chunk, place) => [chunk.id, place]));
  const children = childrenOf(chunks);
  const rows = chunks.map((chunk, place): ChunkRow => {
    const parent = chunk.parentId === undefined ? undefined : places.get(chunk.parentId);
    const rest = restOf(chunk, knownKeys[chunk.kind] as KnownKeys);
    if (parent === undefined && chunk.parentId !== undefined) rest.parentId = chunk.parentId;
    const own = children.get(chunk.id);
    // Known from the rows that name this one as their parent; how far the last of them stands bounds the search.
    if (own !== undefined && sameIds(chunk.childIds, own))
      rest.childIds = (places.get(own[own.length - 1]) ?? place) - place;
    const { span, overlap, boundary, path, hash } = chunk;
    const known = BOUNDARIES.indexOf(boundary);
    return [
      chunk.id,
      KINDS.indexOf(chunk.kind),
      parent === undefined ? null : place - parent,
      chunk.index,
      span.start,
      span.end,
      overlap.before,
      overlap.after,
      known < 0 ? boundary : known,
      chunk.tokens,
      searched(place) ? 1 : 0,
      path.length === 0 ? null : JSON.stringify(path),
      HEX_HASH.test(hash) ? Buffer.from(hash, "hex") : hash,
      Object.keys(rest).length === 0 ? null : JSON.stringify(rest),
    ];
  });
  return { rows, shared };
}

const HEX_HASH = /^[0-9a-f]{32}$/;

function childrenOf(chunks: readonly Chunk[]): Map<string, string[]> {
  const children = new Map<string, string[]>();
  for (const { id, parentId } of chunks) {
    if (parentId === undefined) continue;
    const ids = children.get(parentId);
    if (ids === undefined) children.set(parentId, [id]);
    else ids.push(id);
  }
  return children;
}

function sameIds(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a !== undefined && a.length === b.length && a.every((id, i) => id === b[i]);
}

/** Fields of a chunk that have a column, or are known from elsewhere. */
const COLUMNS: ReadonlySet<string> = new Set<keyof Chunk>([
  "id",
  "documentId",
  "index",
  "span",
  "text",
  "overlap",
  "boundary",
  "kind",
  "parentId",
  "path",
  "tokens",
  "hash",
  "metadata",
]);

function shareOf(group: readonly Chunk[], document: Metadata): SharedFields {
  const [first] = group;
  const loose = Object.keys(first).filter((key) => !COLUMNS.has(key) && key !== "childIds");
  const documentKeys = Object.keys(document);
  const inherits = group.every(({ metadata }) => areEqual(documentKeys, document, metadata));
  const metadatas = group.map(({ metadata }) => metadata);
  const metadataKeys = equalKeys(Object.keys(first.metadata), metadatas);
  return {
    rest: picked(first as unknown as Rest, equalKeys(loose, group as unknown as Rest[])),
    metadata: picked(
      first.metadata,
      inherits ? metadataKeys.filter((key) => !Object.hasOwn(document, key)) : metadataKeys,
    ),
    inherits,
  };
}

/** Those of the keys whose values are the same in all. */
function equalKeys(keys: readonly string[], all: readonly Rest[]): readonly string[] {
  const [first] = all;
  let equal = keys;
  for (const one of all) {
    if (!areEqual(equal, first, one)) equal = equal.filter((key) => same(first[key], one[key]));
  }
  return equal;
}

function areEqual(keys: readonly string[], a: Rest, b: Rest): boolean {
  for (const key of keys) if (!same(a[key], b[key])) return false;
  return true;
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  return JSON.stringify(a) === JSON.stringify(b);
}

function picked(from: Rest, keys: readonly string[]): Rest {
  return Object.fromEntries(keys.map((key) => [key, from[key]]));
}

/** What no row of a kind has to say: fields and keys of the metadata. */
interface KnownKeys {
  readonly rest: ReadonlySet<string>;
  readonly metadata: ReadonlySet<string>;
}

function keysKnown({ rest, metadata, inherits }: SharedFields, document: Metadata): KnownKeys {
  return {
    rest: new Set([...COLUMNS, ...Object.keys(rest)]),
    metadata: new Set([...Object.keys(metadata), ...(inherits ? Object.keys(document) : [])]),
  };
}

function restOf(chunk: Chunk, known: KnownKeys): Rest {
  const fields = chunk as unknown as Rest;
  const rest: Rest = {};
  for (const key of Object.keys(fields)) if (!known.rest.has(key)) rest[key] = fields[key];
  const own = Object.keys(chunk.metadata).filter((key) => !known.metadata.has(key));
  if (own.length > 0) rest.metadata = picked(chunk.metadata, own);
  return rest;
}

/** What `chunkOf` needs of the document, read once for all its chunks. */
export interface ChunkSource {
  readonly id: string;
  readonly metadata: Metadata;
  readonly shared: SharedByKind;
}

/** In a parent's, `childIds` may be a number: how far its last child stands behind it. */
export function restOfRow({ rest }: Row): Rest | undefined {
  return rest === null ? undefined : (JSON.parse(rest as string) as Rest);
}

/** Of a row with its parent's id as `parentId`, and of what was read for it. */
export function chunkOf(
  row: Row,
  source: ChunkSource,
  text: string,
  rest: Rest | undefined,
  childIds: readonly string[] | undefined,
): Chunk {
  const kind = KINDS[Number(row.chunk_type)];
  const shared = source.shared[kind];
  // Field by field: a search makes a hundred of them, and spreads cost five times as much.
  const chunk: Rest = {
    id: row.id,
    documentId: source.id,
    index: row.index,
    span: { start: row.start, end: row.end },
    text,
    overlap: { before: row.before, after: row.after },
    boundary: typeof row.boundary === "number" ? BOUNDARIES[row.boundary] : row.boundary,
    kind,
  };
  if (row.parent_chunk_id !== null) chunk.parentId = row.parentId;
  chunk.path = row.path === null ? [] : JSON.parse(row.path as string);
  chunk.tokens = row.tokens;
  chunk.hash = typeof row.hash === "string" ? row.hash : Buffer.from(row.hash as Uint8Array).toString("hex");
  Object.assign(chunk, shared?.rest);
  const metadata: Rest = Object.assign({}, shared?.inherits ? source.metadata : undefined, shared?.metadata);
  if (rest !== undefined) {
    Object.assign(metadata, rest.metadata);
    Object.assign(chunk, rest);
  }
  if (childIds !== undefined) chunk.childIds = childIds;
  chunk.metadata = metadata;
  return chunk as unknown as Chunk;
}
