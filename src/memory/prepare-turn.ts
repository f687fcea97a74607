import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { Metadata } from "../core/document.ts";
import type { Embedder } from "../core/embedder.ts";
import type { ConversationExtractor } from "../core/extraction.ts";
import type { Entry, FieldTerms, StoredDocument } from "../core/store.ts";
import type { TurnChange, TurnUse } from "../core/turn-store.ts";
import { embedChecked } from "../ingest/embed-checked.ts";
import { recipeOf, withLanguage } from "../ingest/recipe.ts";
import { termsOf } from "../ingest/terms.ts";
import { hashText } from "../text/hash.ts";
import { factsIn, factsOf, withFacts } from "./facts.ts";
import { type Turn, turnDocument } from "./render-turn.ts";
import type { MemorySpaces } from "./scope.ts";

/** A turn with all that is to be stored of it. */
export interface NewTurn extends Turn {
  readonly id: string;
  readonly metadata: Metadata;
  readonly use: Omit<TurnUse, "bytes">;
}

interface PreparedEntry {
  readonly chunk: Chunk;
  readonly terms: FieldTerms | undefined;
  /** What is embedded for it: its own text, then its facts. */
  readonly texts: readonly string[];
}

/** A turn that is cut, read and analysed; only vectors are missing. */
export interface PreparedTurn {
  readonly document: StoredDocument;
  readonly entries: readonly PreparedEntry[];
  /** The whole of a turn that has chunks, for the index of whole turns. */
  readonly whole: PreparedEntry | undefined;
  /** Undefined where the stored one goes on. */
  readonly use: TurnUse | undefined;
  readonly language: string;
}

export interface TurnMaker {
  readonly chunker: Chunker;
  /** Undefined: facts are no search keys. */
  readonly extractor: ConversationExtractor | undefined;
}

export async function prepareTurn(
  { id, user, assistant, metadata, use }: NewTurn,
  { chunker, extractor }: TurnMaker,
  call: Call,
): Promise<PreparedTurn> {
  const input = turnDocument({ user, assistant }, id, metadata);
  const cut = await chunker.split(input, call);
  const found =
    extractor === undefined
      ? { by: "", facts: [] }
      : await factsOf({ user, assistant }, input, use.at, extractor, call);
  const chunks = withFacts(cut, found);
  const maker = `${chunker.fingerprint}${extractor === undefined ? "" : ` facts=${extractor.id}`}`;
  const { text, outline = [] } = input;
  const document = { id, text, metadata, outline, hash: hashText(text), recipe: recipeOf(maker) };
  const prepared = await prepareChunks(document, chunks);
  return { ...prepared, use: { ...use, bytes: Buffer.byteLength(text) } };
}

/** The same from what is stored: for turns that were stored while no vectors could be made. */
export async function prepareChunks(
  document: StoredDocument,
  chunks: readonly Chunk[],
): Promise<PreparedTurn> {
  const parent = chunks.find(({ kind }) => kind === "parent");
  const asWhole = parent === undefined ? [] : [wholeOf(parent)];
  const { terms, language } = await termsOf(document, [...chunks, ...asWhole]);
  const entries = chunks.map((chunk, index) => ({
    chunk,
    terms: terms[index],
    texts: chunk.kind === "parent" ? [] : [chunk.text, ...factsIn(chunk)],
  }));
  return {
    document: { ...document, recipe: withLanguage(document.recipe, language) },
    entries,
    whole:
      parent === undefined
        ? undefined
        : { chunk: asWhole[0], terms: terms[chunks.length], texts: [parent.text] },
    use: undefined,
    language,
  };
}

/** The parent as the one chunk of its index. */
function wholeOf({ childIds: _children, ...parent }: Chunk): Chunk {
  return { ...parent, kind: "standard" };
}

/** Every text that needs a vector, in the order in which `changesOf` takes them. */
function textsOf(turns: readonly PreparedTurn[]): string[] {
  return turns
    .flatMap(({ entries, whole }) => [...entries, ...(whole === undefined ? [] : [whole])])
    .flatMap(({ texts }) => texts);
}

export async function embedTurns(
  turns: readonly PreparedTurn[],
  embedder: Embedder,
  call: Call,
): Promise<Float32Array[]> {
  return embedChecked(embedder, textsOf(turns), "document", call);
}

/** What is written to both indexes; without vectors the turns are found by words. */
export function changesOf(
  spaces: MemorySpaces,
  turns: readonly PreparedTurn[],
  made: { readonly vectors: readonly Float32Array[]; readonly embedder: string } | undefined,
  remove: readonly string[] = [],
): [turns: TurnChange, wholes: TurnChange] {
  let next = 0;
  const entryOf = ({ chunk, terms, texts }: PreparedEntry): Entry => {
    const vectors = made?.vectors.slice(next, next + texts.length) ?? [];
    next += texts.length;
    return {
      chunk,
      ...(terms === undefined ? {} : { terms }),
      ...(vectors.length === 0 ? {} : { vectors }),
    };
  };
  const own: NonNullable<TurnChange["batch"]>[number][] = [];
  const wholes: NonNullable<TurnChange["batch"]>[number][] = [];
  for (const { document, entries, whole, use } of turns) {
    own.push({ document, entries: entries.map(entryOf), use });
    if (whole !== undefined) wholes.push({ document, entries: [entryOf(whole)] });
  }
  const embedder = made?.embedder;
  // A turn that had chunks before and has none now leaves no whole behind.
  const wholeIds = new Set(wholes.map(({ document }) => document.id));
  const gone = own.map(({ document }) => document.id).filter((id) => !wholeIds.has(id));
  return [
    { space: spaces.turns, batch: own, remove, embedder },
    { space: spaces.parents, batch: wholes, remove: [...remove, ...gone], embedder },
  ];
}
