import { stat } from "node:fs/promises";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { EpisodicMemory } from "../memory/episodic-memory.ts";
import type { MemoryOptions } from "../memory/memory-options.ts";
import { type BaseFlags, type BaseSettings, isAddress, readBaseSettings } from "./config.ts";
import { makeFolder, shownPath } from "./open-base.ts";

/** Flags that every command on a memory has. */
export interface MemoryFlags extends BaseFlags {
  readonly user?: string;
  readonly agent?: string;
}

/** Opens the memory that flags, environment and `sherd.json` name, and closes it when the work is over. */
export async function withMemory<Result>(
  flags: MemoryFlags,
  purpose: "use" | "create",
  work: (memory: EpisodicMemory, settings: BaseSettings) => Promise<Result>,
  options: MemoryOptions = {},
): Promise<Result> {
  const settings = await readBaseSettings(flags);
  if (purpose === "create") await makeFolder(settings);
  else await requireFile(settings);
  const { EpisodicMemory } = await import("../memory/episodic-memory.ts");
  const { workspace, embedder, location } = settings;
  const memory = await EpisodicMemory.open(location, {
    ...options,
    workspace,
    embedder,
    user: flags.user ?? fromVariable("SHERD_USER"),
    agent: flags.agent ?? fromVariable("SHERD_AGENT"),
  });
  try {
    return await work(memory, settings);
  } finally {
    await memory.close();
  }
}

/** An empty one is refused: to take it for none would open the memory that all share. */
function fromVariable(name: "SHERD_USER" | "SHERD_AGENT"): string | undefined {
  const value = process.env[name];
  return value === "" ? invalidOption(`The environment variable ${name}`, value, "a name, or unset") : value;
}

async function requireFile({ location }: BaseSettings): Promise<void> {
  if (isAddress(location) || (await stat(location).catch(() => undefined)) !== undefined) return;
  throw new SherdError(
    "INPUT_NOT_FOUND",
    `There is no database at ${shownPath(location)}. \`sherd remember "what was said" "what was answered"\` makes one.`,
    { path: location },
  );
}
