import { readFile } from "node:fs/promises";
import { SherdError } from "../core/errors.ts";
import type { QueryRow, RunReport } from "./run-report.ts";

/** A run as one line of JSON, its figures beside its other fields: `{"set","chunks",…,"queries","pass@5",…}`. */
export function runToJson(run: RunReport): string {
  const {
    figures,
    p50_ms,
    p95_ms,
    index_seconds,
    tokens_returned,
    baseline,
    boundaries,
    perQuery,
    ...about
  } = run;
  return JSON.stringify({
    ...about,
    ...figures,
    ...{ p50_ms, p95_ms, index_seconds, tokens_returned },
    baseline: baseline && flat(baseline),
    boundaries,
    perQuery: perQuery.map(flat),
  });
}

function flat({ figures, ...fields }: Pick<RunReport, "figures">): object {
  return { ...fields, ...figures };
}

/** What a comparison needs of a run that was written. */
export interface WrittenRun {
  readonly set: string;
  readonly chunks: string;
  readonly tokens_returned: number;
  readonly perQuery: readonly QueryRow[];
}

/** Reads a file of `sherd eval … --json`: one run a line. */
export async function readRuns(path: string): Promise<WrittenRun[]> {
  const content = await readFile(path, "utf8").catch((error: unknown) => {
    throw new SherdError("INPUT_NOT_FOUND", `${path} cannot be read.`, { path }, { cause: error });
  });
  const runs = content.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    try {
      return [readRun(JSON.parse(line) as Record<string, unknown>)];
    } catch (error) {
      throw malformed(path, `line ${i + 1}`, error);
    }
  });
  if (runs.length === 0) throw malformed(path, "it has no line", undefined);
  return runs;
}

function readRun(fields: Record<string, unknown>): WrittenRun {
  const { set, chunks, tokens_returned, perQuery } = fields;
  if (typeof set !== "string" || typeof chunks !== "string" || !Array.isArray(perQuery))
    throw new Error("set, chunks and perQuery are expected");
  return {
    set,
    chunks,
    tokens_returned: Number(tokens_returned),
    perQuery: perQuery.map(({ id, tokens, ...figures }: Record<string, unknown>) => ({
      id: String(id),
      tokens: Number(tokens),
      figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)])),
    })),
  };
}

function malformed(path: string, where: string, cause: unknown): SherdError {
  const reason = cause instanceof Error ? ` (${cause.message})` : "";
  return new SherdError(
    "INPUT_MALFORMED",
    `${path}, ${where}: no run of \`sherd eval SET --json\`${reason}.`,
    { path },
    { cause },
  );
}
