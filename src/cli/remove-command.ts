import { SherdError } from "../core/errors.ts";
import { count } from "./chunk-stats.ts";
import type { BaseFlags } from "./config.ts";
import { EXIT } from "./exit-codes.ts";
import { readFilter } from "./filter-flag.ts";
import { withBase } from "./open-base.ts";
import { warn, write } from "./output.ts";

export interface RemoveFlags extends BaseFlags {
  readonly filter?: readonly string[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Documents that are named when nothing is removed. */
const LISTED = 20;

/** Runs `sherd remove` and returns the exit code. An id that ends with a slash names all that begin with it. */
export async function removeCommand(ids: readonly string[], flags: RemoveFlags): Promise<number> {
  const filter = readFilter(flags.filter ?? []);
  if (ids.length === 0 && filter === undefined)
    throw new SherdError("INVALID_OPTION", "Nothing to remove: name documents' ids, or a --filter.");
  return withBase(flags, flags.dryRun === true ? "read" : "change", async (base) => {
    const names = new Set(ids);
    const folders = ids.filter((id) => id.endsWith("/"));
    const chosen: string[] = [];
    const met = new Set<string>();
    for await (const { id } of base.documents({ filter })) {
      const by = [id, ...folders.filter((folder) => id.startsWith(folder))].filter((name) => names.has(name));
      if (ids.length > 0 && by.length === 0) continue;
      chosen.push(id);
      for (const name of by) met.add(name);
    }
    const unknown = [...names].filter((name) => !met.has(name));
    const removed = flags.dryRun === true || chosen.length === 0 ? 0 : await base.remove(chosen);
    if (flags.json === true) await write(`${JSON.stringify({ removed, found: chosen, unknown })}\n`);
    else await tell(chosen, removed, flags.dryRun === true);
    for (const name of unknown)
      warn(`sherd: no document has the id ${JSON.stringify(name)}; \`sherd status --list\` names them.`);
    if (unknown.length === 0) return EXIT.ok;
    return chosen.length > 0 ? EXIT.partial : EXIT.failure;
  });
}

async function tell(ids: readonly string[], removed: number, isDry: boolean): Promise<void> {
  if (!isDry) return write(`${count(removed, "document")} removed\n`);
  const { oneLine } = await import("./terminal.ts");
  for (const id of ids.slice(0, LISTED)) await write(`- ${oneLine(id)}\n`);
  if (ids.length > LISTED) await write(`- and ${ids.length - LISTED} more\n`);
  await write(`${count(ids.length, "document")} would be removed. Nothing was changed.\n`);
}
