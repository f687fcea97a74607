import { invalidOption } from "../core/errors.ts";
import type { MemoryLimits } from "./retention.ts";
import {
  DEFAULT_MAX_CHUNKS_PER_TURN,
  DEFAULT_TURN_CHUNK_SIZE,
  DEFAULT_TURN_MINIMUM,
  DEFAULT_TURN_OVERLAP,
  type TurnChunkerOptions,
} from "./turn-chunker.ts";

export interface MemoryPreset {
  readonly limits: MemoryLimits;
  readonly chunking: TurnChunkerOptions;
}

/**
 * Named sets of options. `atlas` is the product brief's memory: a thousand turns, of which the least worth
 * keeping go first. Its decay is not part of it, for it loses what is a week old; ask for
 * `decay: "exponential(0.1)"`.
 */
export const MEMORY_PRESETS = {
  atlas: {
    limits: { maxRecords: 1_000 },
    chunking: {
      size: DEFAULT_TURN_CHUNK_SIZE,
      overlap: DEFAULT_TURN_OVERLAP,
      minimum: DEFAULT_TURN_MINIMUM,
      maxChunksPerTurn: DEFAULT_MAX_CHUNKS_PER_TURN,
      semanticBoundaries: true,
    },
  },
} as const satisfies Record<string, MemoryPreset>;

export type MemoryPresetName = keyof typeof MEMORY_PRESETS;

/** Throws `INVALID_OPTION` for a name there is none of. */
export function memoryPreset(name: string): MemoryPreset {
  if (Object.hasOwn(MEMORY_PRESETS, name)) return MEMORY_PRESETS[name as MemoryPresetName];
  return invalidOption("preset", name, `one of: ${Object.keys(MEMORY_PRESETS).join(", ")}`);
}
