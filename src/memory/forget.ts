import { invalidOption } from "../core/errors.ts";
import type { Filter } from "../core/store.ts";
import type { ErasureProof, TurnStore } from "../core/turn-store.ts";
import { checkFilter, filterTest } from "../store/filter.ts";
import { checkNames } from "./check-names.ts";
import { factsIn } from "./facts.ts";
import { memoryTime } from "./memory-time.ts";
import type { MemoryTime } from "./recall-types.ts";
import { summariesOf } from "./replaced-turns.ts";
import { checkName, type MemorySpaces } from "./scope.ts";
import { maySpeakOf, SUMMARY_TYPE } from "./summaries.ts";

/** Which turns are forgotten: those that all conditions hold for. At least one must be given. */
export interface ForgetFilter {
  readonly ids?: readonly string[] | undefined;
  readonly session?: string | undefined;
  /** `metadata.source`: where turns were imported from, or what the caller put there. */
  readonly source?: string | undefined;
  /** Said before this time, or from it on. */
  readonly before?: MemoryTime | undefined;
  readonly after?: MemoryTime | undefined;
  /** Conditions on the metadata. */
  readonly filter?: Filter | undefined;
  /** Everything, pinned turns too. */
  readonly all?: true | undefined;
}

export interface Forgotten {
  readonly ids: readonly string[];
  readonly turns: number;
  /** Of the turns, whole ones included. */
  readonly chunks: number;
  /** Extracted from them. */
  readonly facts: number;
  /** Counted in the file afterwards: all 0 is the proof that nothing is left of them. */
  readonly left: ErasureProof;
}

const CONDITIONS = ["ids", "session", "source", "before", "after", "filter", "all"] as const;

/**
 * Ids of the turns a filter names, and of summaries that may speak of such turns. A filter that says nothing is
 * refused: it would be everything.
 */
export async function findForgotten(
  store: TurnStore,
  spaces: MemorySpaces,
  filter: ForgetFilter,
): Promise<string[]> {
  const { ids, session, source, before, after, filter: where } = checkForget(filter);
  const range = {
    ...(session === undefined ? {} : { session }),
    ...(after === undefined ? {} : { from: memoryTime("after", after) }),
    ...(before === undefined ? {} : { before: memoryTime("before", before) }),
  };
  const { turns } = spaces;
  const given = ids === undefined ? undefined : [...new Set(ids)];
  const found = (await store.uses(turns, given === undefined ? range : { ids: given, ...range })).map(
    ({ id }) => id,
  );
  const isByIdsAlone = Object.values(filter).filter((value) => value !== undefined).length === 1;
  if (given !== undefined && isByIdsAlone) {
    const standing = new Set([...found, ...(await orphansAmong(store, spaces, given, found))]);
    const summaries = await summariesOf(store, spaces, given, (id) => standing.has(id));
    return [...new Set([...standing, ...summaries.map(({ id }) => id)])];
  }
  const wanted = new Set(found);
  const isOf = source !== undefined || Object.keys(range).length > 0;
  if (!isOf && where === undefined) return found;
  const summaries = await summariesFor(store, spaces, given, isOf);
  const passes = filterTest(where ?? {}, Object.keys(where ?? {}));
  const matching: string[] = [];
  for await (const { id, title, metadata, file } of store.documents(turns)) {
    const isNamed = wanted.has(id) && (source === undefined || metadata.source === source);
    if (!isNamed && !(summaries.has(id) && maySpeakOf(metadata, { ...range, source }))) continue;
    if (passes({ id, title, path: file?.path, metadata })) matching.push(id);
  }
  return matching;
}

/** Summaries that may be meant: of given turns those that may speak of one, else all where sources or times are asked for. */
async function summariesFor(
  store: TurnStore,
  spaces: MemorySpaces,
  given: readonly string[] | undefined,
  isOf: boolean,
): Promise<Set<string>> {
  if (given !== undefined) {
    const there = new Set((await store.uses(spaces.turns, { ids: given })).map(({ id }) => id));
    const summaries = await summariesOf(store, spaces, given, (id) => there.has(id));
    return new Set(summaries.map(({ id }) => id));
  }
  return new Set(isOf ? await summaryIds(store, spaces) : []);
}

/** What `verify` finds without a use or without its turn has no time to be found by, but must be got rid of. */
async function orphansAmong(
  store: TurnStore,
  { turns, parents }: MemorySpaces,
  ids: readonly string[],
  found: readonly string[],
): Promise<string[]> {
  const known = new Set(found);
  const orphans: string[] = [];
  for (const id of ids) {
    if (known.has(id)) continue;
    const document = (await store.document(turns, id)) ?? (await store.document(parents, id));
    if (document !== undefined) orphans.push(id);
  }
  return orphans;
}

/** Summaries that others write meanwhile are looked for so often; each takes whoever writes it a while. */
const MOST_LOOKS = 8;

/** Also what is summarised by another process while it is being forgotten goes. */
export async function forgetMatching(
  store: TurnStore,
  spaces: MemorySpaces,
  filter: ForgetFilter,
): Promise<Forgotten> {
  const known = new Set(await summaryIds(store, spaces));
  let forgotten = await forgetTurns(store, spaces, await findForgotten(store, spaces, filter));
  for (let look = 0; look < MOST_LOOKS; look++) {
    const fresh = new Set((await summaryIds(store, spaces)).filter((id) => !known.has(id)));
    if (fresh.size === 0) break;
    for (const id of fresh) known.add(id);
    const late = (await findForgotten(store, spaces, filter)).filter((id) => fresh.has(id));
    forgotten = together(forgotten, await forgetTurns(store, spaces, late));
  }
  return forgotten;
}

async function summaryIds(store: TurnStore, { turns }: MemorySpaces): Promise<string[]> {
  return (await store.uses(turns, { type: SUMMARY_TYPE })).map(({ id }) => id);
}

function together(a: Forgotten, b: Forgotten): Forgotten {
  return {
    ids: [...a.ids, ...b.ids],
    turns: a.turns + b.turns,
    chunks: a.chunks + b.chunks,
    facts: a.facts + b.facts,
    left: {
      documents: a.left.documents + b.left.documents,
      chunks: a.left.chunks + b.left.chunks,
      texts: a.left.texts + b.left.texts,
      uses: a.left.uses + b.left.uses,
      indexed: a.left.indexed + b.left.indexed,
      isLogEmpty: b.left.isLogEmpty,
    },
  };
}

async function forgetTurns(
  store: TurnStore,
  { turns, parents }: MemorySpaces,
  ids: readonly string[],
): Promise<Forgotten> {
  let facts = 0;
  for (const id of ids) for (const chunk of await store.chunksOf(turns, id)) facts += factsIn(chunk).length;
  const { chunks, left } = await store.erase([turns, parents], ids);
  return { ids, turns: ids.length, chunks, facts, left };
}

function checkForget(filter: ForgetFilter): ForgetFilter {
  checkNames("filter", filter, CONDITIONS);
  const { ids, session, source, filter: where, all } = filter;
  if (CONDITIONS.every((name) => filter[name] === undefined))
    invalidOption("filter", filter, `an object with at least one of: ${CONDITIONS.join(", ")}`);
  if (all !== undefined && all !== true) invalidOption("filter.all", all, "true, or left out");
  if (ids !== undefined && !(Array.isArray(ids) && ids.every((id) => typeof id === "string")))
    invalidOption("filter.ids", ids, "a list of ids");
  if (session !== undefined) checkName("filter.session", session);
  if (source !== undefined && typeof source !== "string") invalidOption("filter.source", source, "a text");
  if (where === undefined) return filter;
  checkFilter(where);
  if (Object.keys(where).length === 0)
    invalidOption("filter.filter", where, "at least one condition; all: true names everything");
  return filter;
}
