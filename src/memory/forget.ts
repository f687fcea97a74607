import { invalidOption } from "../core/errors.ts";
import type { Filter } from "../core/store.ts";
import type { ErasureProof, TurnStore } from "../core/turn-store.ts";
import { checkFilter, filterTest } from "../store/filter.ts";
import { factsIn } from "./facts.ts";
import { memoryTime } from "./memory-time.ts";
import type { MemoryTime } from "./recall-types.ts";
import { checkName, type MemorySpaces } from "./scope.ts";

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

/** Ids of the turns a filter names. A filter that says nothing is refused: it would be everything. */
export async function findForgotten(
  store: TurnStore,
  { turns }: MemorySpaces,
  filter: ForgetFilter,
): Promise<string[]> {
  const { ids, session, source, before, after, filter: where } = checkForget(filter);
  const uses = await store.uses(turns, {
    ...(ids === undefined ? {} : { ids: [...new Set(ids)] }),
    ...(session === undefined ? {} : { session }),
    ...(after === undefined ? {} : { from: memoryTime("after", after) }),
    ...(before === undefined ? {} : { before: memoryTime("before", before) }),
  });
  const found = uses.map(({ id }) => id);
  if (source === undefined && where === undefined) return found;
  const wanted = new Set(found);
  const keys = Object.keys(where ?? {});
  const passes = filterTest(where ?? {}, keys);
  const matching: string[] = [];
  for await (const { id, title, metadata, file } of store.documents(turns)) {
    if (!wanted.has(id) || (source !== undefined && metadata.source !== source)) continue;
    if (passes({ id, title, path: file?.path, metadata })) matching.push(id);
  }
  return matching;
}

export async function forgetTurns(
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
  if (typeof filter !== "object" || filter === null)
    invalidOption("filter", filter, "an object of conditions");
  for (const name of Object.keys(filter))
    if (!CONDITIONS.some((known) => known === name))
      invalidOption("filter", name, `an object with some of: ${CONDITIONS.join(", ")}`);
  const { ids, session, source, filter: where, all } = filter;
  if (CONDITIONS.every((name) => filter[name] === undefined))
    invalidOption("filter", filter, `an object with at least one of: ${CONDITIONS.join(", ")}`);
  if (all !== undefined && all !== true) invalidOption("filter.all", all, "true, or left out");
  if (ids !== undefined && !(Array.isArray(ids) && ids.every((id) => typeof id === "string")))
    invalidOption("filter.ids", ids, "a list of ids");
  if (session !== undefined) checkName("filter.session", session);
  if (source !== undefined && typeof source !== "string") invalidOption("filter.source", source, "a text");
  if (where !== undefined) checkFilter(where);
  return filter;
}
