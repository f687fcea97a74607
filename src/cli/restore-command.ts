import { SherdError } from "../core/errors.ts";
import { count } from "./chunk-stats.ts";
import { EXIT } from "./exit-codes.ts";
import type { TransferFlags } from "./export-command.ts";
import { elapsed } from "./figures.ts";
import { interruptible } from "./interrupt.ts";
import { withBase } from "./open-base.ts";
import { warn } from "./output.ts";
import { watch } from "./progress-bar.ts";

/** Runs `sherd restore` and returns the exit code. */
export async function restoreCommand(file: string, flags: TransferFlags): Promise<number> {
  return withBase(flags, "create", async (base) => {
    const { documents: present } = await base.stats();
    if (present > 0 && flags.force !== true)
      throw new SherdError(
        "INVALID_OPTION",
        `The workspace "${base.workspaceName}" holds ${count(present, "document")}, which a restore replaces. If that is meant: --force; else name another --workspace or --db.`,
        { documents: present },
      );
    const source = file === "-" ? process.stdin : file;
    const summary = await interruptible((signal) => watch("restoring", base.restore(source, { signal })));
    if (summary === undefined) {
      warn("sherd: stopped. Nothing was restored; what was there is there.");
      return EXIT.failure;
    }
    const { documents, chunks, milliseconds } = summary;
    warn(`${count(documents, "document")}, ${count(chunks, "chunk")} restored in ${elapsed(milliseconds)}`);
    return EXIT.ok;
  });
}
