import { dryIngest, ingestInto } from "./index-command.ts";
import { type IngestFlags, ingestOptions } from "./ingest-flags.ts";
import { watch } from "./progress-bar.ts";

export interface SyncFlags extends IngestFlags {
  readonly force?: boolean;
}

/** Runs `sherd sync` and returns the exit code. */
export async function syncCommand(folder: string, flags: SyncFlags): Promise<number> {
  if (flags.dryRun === true) return dryIngest([folder], flags, { force: flags.force === true });
  return ingestInto(flags, async (base, settings, signal) => {
    const options = await ingestOptions([folder], flags, settings);
    return watch("syncing", base.sync(folder, { ...options, force: flags.force, signal }));
  });
}
