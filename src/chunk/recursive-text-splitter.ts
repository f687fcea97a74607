import { invalidOption } from "../core/errors.ts";
import type { SeamChooser } from "./cut.ts";
import { CODE_SEAMS, naturalSeams, PROSE_SEAMS } from "./natural-seams.ts";
import { resolveSizing, type SplitterOptions } from "./options.ts";
import { PRESETS, type Preset, type PresetName } from "./presets.ts";
import { resolveSeparators, type SeparatorInput, separatorSeams } from "./separators.ts";
import { Splitter } from "./splitter.ts";

export interface RecursiveTextSplitterOptions extends SplitterOptions {
  /** The preset's separators instead of the natural seams of prose: `"markdown"`, `"python"`, … */
  readonly preset?: PresetName | undefined;
  /** Own separators, strongest first. Words and characters follow by themselves. */
  readonly separators?: readonly SeparatorInput[] | undefined;
}

const WORDS = [["word", "clause", "line", "sentence", "list", "paragraph", "section"]] as const;

/**
 * Cuts at the strongest seam that fits: sections, then paragraphs, list items, sentences, lines,
 * clauses, words, and between characters only where nothing else is left. With separators or a
 * preset, at those first.
 */
export class RecursiveTextSplitter extends Splitter {
  constructor(options: RecursiveTextSplitterOptions = {}) {
    const { preset, separators } = options;
    if (preset !== undefined && separators !== undefined)
      invalidOption("separators", separators, "left out when preset is given");
    const chosen = separators === undefined ? presetSeams(preset) : ownSeams(separators);
    const defaults = { overlap: 0, whitespace: chosen.whitespace } as const;
    super(
      "recursive",
      resolveSizing(options, defaults, ["preset", "separators"]),
      chosen.settings,
      chosen.seams,
    );
  }
}

interface Seams {
  readonly seams: SeamChooser;
  readonly settings: unknown;
  readonly whitespace: "trim" | "keep";
}

function ownSeams(inputs: readonly SeparatorInput[]): Seams {
  const separators = resolveSeparators(inputs);
  return {
    seams: firstOf(separatorSeams(separators), naturalSeams(WORDS)),
    settings: ["words", separators],
    whitespace: "trim",
  };
}

function presetSeams(name: PresetName | undefined): Seams {
  if (name === undefined) return { seams: naturalSeams(PROSE_SEAMS), settings: "prose", whitespace: "trim" };
  if (!Object.hasOwn(PRESETS, name))
    invalidOption("preset", name, `one of: ${Object.keys(PRESETS).join(", ")}`);
  const { separators, kind }: Preset = PRESETS[name];
  const rest = naturalSeams(kind === "code" ? CODE_SEAMS : PROSE_SEAMS);
  // A line's indentation is part of its meaning in code.
  return {
    seams: firstOf(separatorSeams(separators), rest),
    settings: [kind, separators],
    whitespace: kind === "code" ? "keep" : "trim",
  };
}

function firstOf(first: SeamChooser, second: SeamChooser): SeamChooser {
  return (text, finder) => {
    const choose = first(text, finder);
    const otherwise = second(text, finder);
    return (window) => choose(window) ?? otherwise(window);
  };
}
