import { invalidOption } from "../core/errors.ts";
import { count } from "./chunk-stats.ts";
import { EXIT } from "./exit-codes.ts";
import { type MemoryFlags, withMemory } from "./open-memory.ts";
import { warn, write } from "./output.ts";
import { oneLine, style } from "./terminal.ts";

export interface RememberFlags extends MemoryFlags {
  readonly session?: string;
  readonly at?: string;
  readonly type?: string;
  readonly importance?: string;
  readonly pin?: boolean;
  readonly source?: string;
  readonly json?: boolean;
}

/** Runs `sherd remember` and returns the exit code. */
export async function rememberCommand(
  user: string,
  assistant: string,
  flags: RememberFlags,
): Promise<number> {
  const { session, at, type, source } = flags;
  const importance = flags.importance === undefined ? undefined : readShare("--importance", flags.importance);
  return withMemory(flags, "create", async (memory) => {
    const remembered = await memory.remember(user, assistant, {
      session,
      at,
      type,
      importance,
      ...(flags.pin === true ? { pinned: true } : {}),
      metadata: source === undefined ? {} : { source },
    });
    if (flags.json === true) await write(`${JSON.stringify(remembered)}\n`);
    else {
      const { id, chunks, facts, evicted } = remembered;
      const also = evicted.length === 0 ? "" : `, ${count(evicted.length, "older turn")} evicted`;
      await write(
        `remembered ${style(["bold"], id)} ${style(["dim"], `${count(chunks, "chunk")}${also}`)}\n`,
      );
      for (const fact of facts) await write(`  ${style(["dim"], "fact")} ${oneLine(fact)}\n`);
    }
    for (const warning of remembered.warnings) warn(`sherd: ${warning}`);
    return EXIT.ok;
  });
}

function readShare(flag: string, value: string): number {
  const share = value.trim() === "" ? Number.NaN : Number(value);
  return share >= 0 && share <= 1 ? share : invalidOption(flag, value, "a number from 0 to 1");
}
