import { stat } from "node:fs/promises";
import { SherdError } from "../core/errors.ts";
import type { MemoryStats } from "../memory/memory-stats.ts";
import { count } from "./chunk-stats.ts";
import { EXIT } from "./exit-codes.ts";
import { bar, elapsed, megabytes, whole } from "./figures.ts";
import { wholeNumber } from "./ingest-flags.ts";
import { ago, renderTimeline } from "./memory-view.ts";
import { shownPath } from "./open-base.ts";
import { type MemoryFlags, withMemory } from "./open-memory.ts";
import { warn, write } from "./output.ts";
import { oneLine, outputColumns, style } from "./terminal.ts";

export interface MemoryCommandFlags extends MemoryFlags {
  readonly json?: boolean;
  readonly force?: boolean;
  readonly maxRecords?: string;
  readonly maxBytes?: string;
  readonly maxDays?: string;
  readonly source?: string;
}

const BAR_COLUMNS = 20;
const DAY = 86_400_000;

/** Runs `sherd memory stats` and returns the exit code. */
export async function memoryStatsCommand(flags: MemoryCommandFlags): Promise<number> {
  return withMemory(flags, "use", async (memory) => {
    const stats = await memory.stats();
    if (flags.json === true) {
      await write(`${JSON.stringify(stats)}\n`);
      return EXIT.ok;
    }
    await write(renderStats(stats, Date.now()));
    if (stats.turns > 0) {
      const times = (await memory.history(undefined, { last: 1_000 })).map(({ at }) => at);
      await write(renderTimeline(times, Date.now(), outputColumns()));
    }
    return EXIT.ok;
  });
}

function renderStats(stats: MemoryStats, now: number): string {
  const { recall, oldest, newest } = stats;
  const rows: [string, string | undefined][] = [
    ["database", `${shownPath(stats.location)}, ${megabytes(stats.fileBytes)}`],
    [
      "turns",
      `${whole(stats.turns)} in ${count(stats.sessions, "session")}, ${whole(stats.pinned)} pinned, ${megabytes(stats.bytes)} of text`,
    ],
    ["chunks", `${whole(stats.chunks)} searched, ${count(stats.parents, "turn")} also as a whole`],
    [
      "duplicates",
      stats.duplicates === 0 ? undefined : `${count(stats.duplicates, "turn")} say what another says`,
    ],
    [
      "time",
      oldest === undefined || newest === undefined
        ? undefined
        : `from ${ago(now - oldest)} to ${ago(now - newest)}`,
    ],
    [
      "vectors",
      `${whole(stats.vectors)}${stats.embedder === undefined ? "" : ` by ${oneLine(stats.embedder)}`}`,
    ],
    [
      "waiting",
      stats.withoutVectors === 0
        ? undefined
        : `${count(stats.withoutVectors, "turn")} without vectors; \`sherd memory maintain\` makes them`,
    ],
    ["used", `${count(stats.accesses, "time")}; ${whole(stats.neverUsed)} never`],
    [
      "recalls",
      recall.recalls === 0
        ? "none yet"
        : `${whole(recall.recalls)}, mean ${elapsed(recall.meanMilliseconds)}, half within ${recall.p50} ms, 95 % within ${recall.p95} ms`,
    ],
    [
      "hits",
      recall.hits === 0
        ? undefined
        : `${whole(recall.hits)}, ${whole(recall.meanCharacters)} characters each; ${whole(recall.suppressedByAge)} kept out by age`,
    ],
    ["suggestion", recall.suggestion],
  ];
  const lines = rows
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${style(["dim"], name.padEnd(10))} ${value}`);
  const most = Math.max(...recall.chunkSizes.map(({ recalled }) => recalled));
  if (most > 0) {
    lines.push(style(["dim"], "recalled chunks by size, in characters"));
    for (const { upTo, recalled } of recall.chunkSizes)
      lines.push(
        `${(upTo === Infinity ? "more" : `≤ ${upTo}`).padStart(10)} ${bar(recalled / most, BAR_COLUMNS)} ${whole(recalled)}`,
      );
  }
  return `${lines.join("\n")}\n`;
}

/** Runs `sherd memory maintain` and returns the exit code. */
export async function memoryMaintainCommand(flags: MemoryCommandFlags): Promise<number> {
  const limits = {
    ...(flags.maxRecords === undefined
      ? {}
      : { maxRecords: wholeNumber("--max-records", flags.maxRecords, 1) }),
    ...(flags.maxBytes === undefined ? {} : { maxBytes: wholeNumber("--max-bytes", flags.maxBytes, 1) }),
    ...(flags.maxDays === undefined ? {} : { maxAge: wholeNumber("--max-days", flags.maxDays, 1) * DAY }),
  };
  return withMemory(
    flags,
    "use",
    async (memory) => {
      const summary = await memory.maintain();
      if (flags.json === true) await write(`${JSON.stringify(summary)}\n`);
      else {
        for (const warning of summary.warnings) warn(`sherd: ${warning}`);
        await write(
          `${count(summary.embedded, "turn")} embedded, ${summary.unembedded} still without vectors, ${count(summary.evicted.length, "turn")} evicted\n`,
        );
      }
      return summary.warnings.length === 0 ? EXIT.ok : EXIT.partial;
    },
    { limits },
  );
}

/** Runs `sherd memory export` and returns the exit code. Messages go to standard error: the export may go to the other. */
export async function memoryExportCommand(file: string, flags: MemoryCommandFlags): Promise<number> {
  const isPipe = file === "-";
  if (!isPipe && flags.force !== true && (await stat(file).catch(() => undefined)) !== undefined)
    throw new SherdError("INVALID_OPTION", `${file} is there already; --force writes over it.`, {
      path: file,
    });
  return withMemory(flags, "use", async (memory) => {
    const { turns, bytes } = await memory.export(isPipe ? process.stdout : file);
    warn(`${count(turns, "turn")}, ${megabytes(bytes)} written${isPipe ? "" : ` to ${file}`}`);
    return EXIT.ok;
  });
}

/** Runs `sherd memory import` and returns the exit code. */
export async function memoryImportCommand(file: string, flags: MemoryCommandFlags): Promise<number> {
  return withMemory(flags, "create", async (memory) => {
    const input = file === "-" ? await standardInput() : file;
    const summary = await memory.import(input, { source: flags.source });
    const { migration } = summary;
    if (flags.json === true) await write(`${JSON.stringify(summary)}\n`);
    else {
      await write(`${count(summary.imported, "turn")} imported, ${summary.unchanged} were there already\n`);
      for (const { place, reason } of migration?.skips ?? []) warn(`sherd: skipped ${place}: ${reason}`);
    }
    return (migration?.skipped ?? 0) > 0 ? EXIT.partial : EXIT.ok;
  });
}

async function standardInput(): Promise<Uint8Array> {
  const { readStandardInput } = await import("./inputs.ts");
  return readStandardInput();
}
