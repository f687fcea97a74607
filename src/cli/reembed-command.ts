import type { BaseFlags } from "./config.ts";
import { EXIT } from "./exit-codes.ts";
import { reportIngest } from "./ingest-report.ts";
import { interruptible } from "./interrupt.ts";
import { shownPath, withBase } from "./open-base.ts";
import { warn } from "./output.ts";
import { watch } from "./progress-bar.ts";

export interface ReembedFlags extends BaseFlags {
  readonly json?: boolean;
}

/** Runs `sherd reembed` and returns the exit code. */
export async function reembedCommand(flags: ReembedFlags): Promise<number> {
  return withBase(flags, "change", async (base, settings) => {
    const summary = await interruptible((signal) =>
      watch("embedding", base.reembed(settings.embedder, { signal })),
    );
    if (summary === undefined) {
      warn("sherd: stopped. Searches see the old vectors; the same command goes on.");
      return EXIT.partial;
    }
    const where = { database: shownPath(settings.location), workspace: base.workspaceName };
    return reportIngest(summary, where, flags.json === true);
  });
}
