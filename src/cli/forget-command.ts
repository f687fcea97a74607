import { invalidOption } from "../core/errors.ts";
import { count } from "./chunk-stats.ts";
import { EXIT } from "./exit-codes.ts";
import { type MemoryFlags, withMemory } from "./open-memory.ts";
import { warn, write } from "./output.ts";
import { oneLine } from "./terminal.ts";

export interface ForgetFlags extends MemoryFlags {
  readonly session?: string;
  readonly source?: string;
  readonly before?: string;
  readonly after?: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Runs `sherd forget` and returns the exit code. */
export async function forgetCommand(ids: readonly string[], flags: ForgetFlags): Promise<number> {
  const { session, source, before, after } = flags;
  const filter = {
    ...(ids.length === 0 ? {} : { ids }),
    ...(session === undefined ? {} : { session }),
    ...(source === undefined ? {} : { source }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(flags.all === true ? { all: true as const } : {}),
  };
  if (Object.keys(filter).length === 0)
    invalidOption("ids", "nothing", "ids of turns, --session, --source, --before, --after or --all");
  return withMemory(flags, "use", async (memory) => {
    if (flags.dryRun === true) {
      const found = await memory.wouldForget(filter);
      if (flags.json === true) await write(`${JSON.stringify({ wouldForget: found })}\n`);
      else {
        for (const id of found) await write(`${oneLine(id)}\n`);
        warn(`sherd: ${count(found.length, "turn")} would be forgotten.`);
      }
      return EXIT.ok;
    }
    const forgotten = await memory.forget(filter);
    const { turns, chunks, facts, left } = forgotten;
    const rest = left.documents + left.chunks + left.texts + left.uses + left.indexed;
    if (flags.json === true) await write(`${JSON.stringify(forgotten)}\n`);
    else {
      const log = left.isLogEmpty ? "" : " The log still holds old pages: another process is reading.";
      await write(
        `forgot ${count(turns, "turn")}, ${count(chunks, "chunk")}, ${count(facts, "fact")}; ${rest} rows and index entries are left of them.${log}\n`,
      );
    }
    return rest === 0 ? EXIT.ok : EXIT.failure;
  });
}
