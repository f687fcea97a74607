import type { SplitterOptions } from "../chunk/index.ts";
import { PRESETS } from "../chunk/index.ts";
import { invalidOption } from "../core/errors.ts";
import { UNITS } from "../text/ruler.ts";
import { ENCODING_NAMES } from "../text/tokens/encoding.ts";
import type { EncodingName } from "../text/tokens/pretokens.ts";
import { readSemanticSettings, type SemanticFlags, type SemanticSettings } from "./semantic-settings.ts";

/** The flags of `sherd chunk`, as commander gives them. */
export interface ChunkFlags extends SemanticFlags {
  readonly size?: string;
  readonly unit?: string;
  readonly overlap?: string;
  readonly overlapBy?: string;
  readonly minimum?: string;
  readonly balance?: boolean;
  readonly whitespace?: string;
  readonly preset?: string;
  readonly language?: string;
  readonly encoding: string;
  readonly cache?: string;
  readonly check?: boolean;
  readonly stats?: boolean;
  readonly json?: boolean;
}

/** Of what is no terminal. */
const DEFAULT_COLUMNS = 100;

const CHUNKER_NAMES = [
  "auto",
  "parent-child",
  "markdown",
  "html",
  "latex",
  "code",
  "table",
  "semantic",
  "recursive",
  "sentence",
  "text",
] as const;
type ChunkerName = (typeof CHUNKER_NAMES)[number];

/** Checked flags as plain data, so that they can be sent to a worker. */
export interface ChunkSettings {
  readonly by: ChunkerName;
  readonly sizes: Omit<SplitterOptions, "counter">;
  readonly encoding: EncodingName;
  readonly preset?: string | undefined;
  readonly language?: string | undefined;
  readonly cache?: string | undefined;
  /** With `--by semantic`. */
  readonly semantic?: SemanticSettings | undefined;
  readonly output: "view" | "json" | "stats" | "check" | "plot" | "plot json";
  /** How wide the terminal is, which a worker cannot ask. */
  readonly columns: number;
}

export function readSettings(flags: ChunkFlags): ChunkSettings {
  const by = CHUNKER_NAMES.find((name) => name === flags.by);
  if (by === undefined) return invalidOption("--by", flags.by, `one of: ${CHUNKER_NAMES.join(", ")}`);
  const encoding = ENCODING_NAMES.find((name) => name === flags.encoding);
  if (encoding === undefined)
    return invalidOption("--encoding", flags.encoding, `one of: ${ENCODING_NAMES.join(", ")}`);
  const asked = flags.unit ?? (flags.preset === "agent" ? "characters" : "tokens");
  const unit = UNITS.find((name) => name === asked);
  if (unit === undefined) return invalidOption("--unit", asked, `one of: ${UNITS.join(", ")}`);
  checkPreset(by, flags.preset);
  if (flags.language !== undefined && by !== "code")
    invalidOption("--language", flags.language, `left out with --by ${by}`);
  return {
    by,
    encoding,
    sizes: {
      unit,
      size: flags.size === undefined ? undefined : numeric("--size", flags.size),
      overlap: amount("--overlap", flags.overlap),
      overlapBy: flags.overlapBy as SplitterOptions["overlapBy"],
      minimum: amount("--minimum", flags.minimum),
      balance: flags.balance,
      whitespace: flags.whitespace as SplitterOptions["whitespace"],
    },
    preset: flags.preset,
    language: flags.language,
    cache: flags.cache,
    semantic: readSemanticSettings(flags),
    output: outputOf(flags),
    columns: process.stdout.columns ?? DEFAULT_COLUMNS,
  };
}

function outputOf({ check, stats, plot, json }: ChunkFlags): ChunkSettings["output"] {
  if (check) return "check";
  if (stats) return "stats";
  if (plot) return json ? "plot json" : "plot";
  return json ? "json" : "view";
}

function checkPreset(by: ChunkerName, preset: string | undefined): void {
  if (preset === undefined) return;
  if (by === "auto") {
    if (preset !== "agent") invalidOption("--preset", preset, `"agent" with --by auto`);
  } else if (by === "recursive") {
    if (preset !== "none" && !Object.hasOwn(PRESETS, preset))
      invalidOption("--preset", preset, `none, or one of: ${Object.keys(PRESETS).join(", ")}`);
  } else invalidOption("--preset", preset, `left out with --by ${by}`);
}

/** "80", "0.2" or "20%". */
function amount(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!value.endsWith("%")) return numeric(flag, value);
  const percent = numeric(flag, value.slice(0, -1));
  if (percent < 0 || percent >= 100) invalidOption(flag, value, "a share from 0% to less than 100%");
  return percent / 100;
}

function numeric(flag: string, value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (Number.isNaN(number)) invalidOption(flag, value, "a number");
  return number;
}
