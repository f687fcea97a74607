import { stat } from "node:fs/promises";
import { SherdError } from "../core/errors.ts";
import { count } from "./chunk-stats.ts";
import type { BaseFlags } from "./config.ts";
import { EXIT } from "./exit-codes.ts";
import { elapsed, megabytes } from "./figures.ts";
import { interruptible } from "./interrupt.ts";
import { withBase } from "./open-base.ts";
import { warn } from "./output.ts";
import { watch } from "./progress-bar.ts";

export interface TransferFlags extends BaseFlags {
  readonly force?: boolean;
}

/** Runs `sherd export` and returns the exit code. Messages go to standard error: the export may go to the other. */
export async function exportCommand(file: string, flags: TransferFlags): Promise<number> {
  const isPipe = file === "-";
  if (!isPipe && flags.force !== true && (await stat(file).catch(() => undefined)) !== undefined)
    throw new SherdError("INVALID_OPTION", `${file} is there already; --force writes over it.`, {
      path: file,
    });
  return withBase(flags, "read", async (base) => {
    const summary = await interruptible((signal) =>
      watch("exporting", base.export(isPipe ? process.stdout : file, { signal })),
    );
    if (summary === undefined) {
      warn("sherd: stopped; the export is not whole.");
      return EXIT.failure;
    }
    const { documents, chunks, bytes, milliseconds } = summary;
    warn(
      `${count(documents, "document")}, ${count(chunks, "chunk")}, ${megabytes(bytes)} written${isPipe ? "" : ` to ${file}`} in ${elapsed(milliseconds)}`,
    );
    return EXIT.ok;
  });
}
