import { constants } from "node:os";
import { SherdError } from "../core/errors.ts";
import { warn } from "./output.ts";

/**
 * Lets a person stop long work: the first Ctrl-C ends it after what is under way, the second at once. Gives
 * undefined when it was stopped.
 */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => PromiseLike<Result>,
): Promise<Result | undefined> {
  const stop = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(128 + constants.signals[signal]);
    warn("\nsherd: stopping; once more to stop at once.");
    stop.abort();
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    return await work(stop.signal);
  } catch (error) {
    // A fault that happened meanwhile is told; that the work ended as asked is no fault.
    if (stop.signal.aborted && !(error instanceof SherdError)) return undefined;
    throw error;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}
