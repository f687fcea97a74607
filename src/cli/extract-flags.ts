import type { MemoryExtractorConfig } from "../conversation/memory-extractor.ts";
import type { ExtractionConfig } from "../conversation/orchestrate/extraction-config.ts";
import { CHUNKING_STRATEGIES } from "../conversation/strategies/config.ts";
import { invalidOption } from "../core/errors.ts";
import type { ExportFlags } from "./conversation-export.ts";

export interface ExtractFlags extends ExportFlags {
  readonly strategy?: string;
  readonly model?: string;
  readonly maxTokens?: string;
  readonly overlap?: string;
  readonly parallel?: string;
  readonly digest?: boolean;
  readonly failFast?: boolean;
  readonly maxCost?: string;
  readonly journal?: string;
  readonly workspace?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** What the flags ask of the extractor; the budget and the journal are the whole command's and go with each call. */
export function extractorConfig(flags: ExtractFlags): MemoryExtractorConfig {
  const chunking: ExtractionConfig = {
    strategy: strategyOf(flags.strategy),
    maxTokensPerChunk: wholeNumber("--max-tokens", flags.maxTokens),
    ...overlapOf(flags.overlap),
    parallelChunks: wholeNumber("--parallel", flags.parallel) ?? 1,
    digest: flags.digest === true,
    failureMode: flags.failFast === true ? "fail-fast" : "continue-on-error",
  };
  return { model: flags.model, chunking };
}

/** "custom" takes a function, which no flag can give: without this only a large conversation would say so. */
function strategyOf(name: string | undefined): ExtractionConfig["strategy"] {
  const known = CHUNKING_STRATEGIES.filter((one) => one !== "custom");
  if (name === undefined) return undefined;
  return (
    known.find((one) => one === name) ?? invalidOption("--strategy", name, `one of: ${known.join(", ")}`)
  );
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) && value > 0
    ? value
    : invalidOption(flag, text, "a whole number above 0");
}

export function dollars(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\$?\d+(?:\.\d+)?$/.test(text) ? Number(text.replace("$", "")) : Number.NaN;
  return Number.isFinite(value) ? value : invalidOption(flag, text, "US dollars, such as 2.50");
}

function overlapOf(text: string | undefined): Pick<ExtractionConfig, "overlapTokens" | "overlapPercentage"> {
  if (text === undefined) return {};
  if (/^\d+$/.test(text)) return { overlapTokens: Number(text) };
  if (/^\d+(?:\.\d+)?%$/.test(text)) return { overlapPercentage: Number(text.slice(0, -1)) / 100 };
  if (/^0\.\d+$/.test(text)) return { overlapPercentage: Number(text) };
  return invalidOption("--overlap", text, "tokens (2000) or a share (5%, 0.05)");
}
