import { renderRecalled } from "../memory/render-recalled.ts";
import { EXIT } from "./exit-codes.ts";
import { elapsed, whole } from "./figures.ts";
import { wholeNumber } from "./ingest-flags.ts";
import { type MemoryFlags, withMemory } from "./open-memory.ts";
import { warn, write } from "./output.ts";
import { forOutput, outputColumns, style } from "./terminal.ts";

export interface RecallFlags extends MemoryFlags {
  readonly limit?: string;
  readonly session?: string;
  readonly before?: string;
  readonly after?: string;
  readonly asOf?: string;
  readonly budget?: string;
  readonly decay?: string;
  readonly chunks?: boolean;
  readonly explain?: boolean;
  readonly context?: boolean;
  readonly json?: boolean;
}

/** Runs `sherd recall` and returns the exit code. */
export async function recallCommand(words: readonly string[], flags: RecallFlags): Promise<number> {
  const query = words.join(" ");
  const { session, before, after, asOf, decay } = flags;
  const options = {
    ...(flags.limit === undefined ? {} : { topK: wholeNumber("--limit", flags.limit, 1) }),
    ...(flags.budget === undefined ? {} : { budget: wholeNumber("--budget", flags.budget, 1) }),
    includeParents: flags.chunks !== true,
    session,
    before,
    after,
    asOf,
    explain: flags.explain === true,
  };
  return withMemory(
    flags,
    "use",
    async (memory) => {
      const started = performance.now();
      const result = await memory.recall(query, options);
      const milliseconds = performance.now() - started;
      const { memories, warnings, suppressedByAge, tokens, mode } = result;
      if (flags.json === true) {
        await write(`${JSON.stringify({ query, milliseconds, ...result })}\n`);
        return EXIT.ok;
      }
      for (const warning of warnings) warn(`sherd: ${warning}`);
      if (memories.length === 0) {
        warn("sherd: nothing is remembered that has to do with it.");
        return EXIT.ok;
      }
      if (flags.context === true) {
        await write(`${forOutput(renderRecalled(memories))}\n`);
        return EXIT.ok;
      }
      const { renderMemory, renderTimeline } = await import("./memory-view.ts");
      const columns = outputColumns();
      const now = Date.now();
      for (const [index, one] of memories.entries())
        await write(`${renderMemory(one, index + 1, memories[0].score, now, columns)}\n`);
      await write(
        renderTimeline(
          memories.map(({ at }) => at),
          now,
          columns,
        ),
      );
      const by = mode === "hybrid" ? "words and meaning" : "words";
      const aged = suppressedByAge === 0 ? "" : `, ${whole(suppressedByAge)} kept out by age`;
      await write(
        `${style(["dim"], `${memories.length === 1 ? "1 memory" : `${memories.length} memories`} by ${by}, ${whole(tokens)} tokens${aged}, ${elapsed(milliseconds)}`)}\n`,
      );
      return EXIT.ok;
    },
    decay === undefined ? {} : { decay },
  );
}
