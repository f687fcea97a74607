import type { TurnStore } from "../core/turn-store.ts";
import { type ImportOptions, type ImportSetting, type ImportSummary, openImport } from "./import-turns.ts";
import type { OldMemoryInput } from "./migrate/old-records.ts";
import type { NewTurn } from "./prepare-turn.ts";
import type { MemorySpaces } from "./scope.ts";
import type { TurnWriter } from "./turn-writer.ts";

const BATCH_TURNS = 64;

/** Writes what a file holds and the memory does not, some turns at a time. */
export async function importTurns(
  parts: {
    readonly store: TurnStore;
    readonly spaces: MemorySpaces;
    readonly writer: TurnWriter;
    readonly setting: ImportSetting;
  },
  input: OldMemoryInput,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { store, spaces, writer, setting } = parts;
  const { turns, migration } = await openImport(input, options, setting);
  let [read, imported, unchanged, evicted] = [0, 0, 0, 0];
  let batch: NewTurn[] = [];
  const write = async (): Promise<void> => {
    const known = await store.uses(spaces.turns, { ids: batch.map(({ id }) => id) });
    const there = new Set(known.map(({ id }) => id));
    const fresh = batch.filter(({ id, user, assistant }) => !there.has(id) && user + assistant !== "");
    unchanged += batch.length - fresh.length;
    if (fresh.length > 0) evicted += (await writer.write(fresh, options)).evicted.length;
    imported += fresh.length;
    batch = [];
  };
  for await (const turn of turns) {
    read++;
    batch.push(turn);
    if (batch.length === BATCH_TURNS) await write();
  }
  await write();
  return { read, imported, unchanged, evicted, ...(migration === undefined ? {} : { migration }) };
}
