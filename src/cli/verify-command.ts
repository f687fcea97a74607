import { count } from "./chunk-stats.ts";
import type { BaseFlags } from "./config.ts";
import { EXIT } from "./exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { shownPath, withBase } from "./open-base.ts";
import { warn, write } from "./output.ts";
import { oneLine, style } from "./terminal.ts";

export interface VerifyFlags extends BaseFlags {
  readonly repair?: boolean;
  readonly json?: boolean;
}

/** Problems that are listed; the count tells of the rest. */
const LISTED = 20;

/** Runs `sherd verify` and returns the exit code: 0 when nothing is wrong, or nothing any more. */
export async function verifyCommand(flags: VerifyFlags): Promise<number> {
  const repair = flags.repair === true;
  return withBase(flags, repair ? "change" : "read", async (base, { location }) => {
    const problems = await interruptible((signal) => base.verify({ repair, signal }));
    if (problems === undefined) {
      warn("sherd: stopped before all was looked at.");
      return EXIT.partial;
    }
    const left = problems.filter(({ repaired }) => !repaired);
    const database = shownPath(location);
    if (flags.json === true) {
      await write(`${JSON.stringify({ database, sound: left.length === 0, problems })}\n`);
    } else if (problems.length === 0) {
      await write(`${style(["green"], "sound")}  ${database}: documents, chunks, words and vectors agree\n`);
    } else {
      for (const { kind, message, document, repaired } of problems.slice(0, LISTED)) {
        const mark = repaired ? style(["green"], "repaired") : style(["red"], "problem ");
        const where = document === undefined ? "" : `${oneLine(document)}: `;
        await write(`${mark}  ${oneLine(kind)}: ${where}${oneLine(message)}\n`);
      }
      if (problems.length > LISTED) await write(`and ${problems.length - LISTED} more; --json lists them\n`);
      await write(`${count(problems.length, "problem")}, ${problems.length - left.length} repaired\n`);
      if (left.length > 0 && !repair)
        warn("sherd: `sherd verify --repair` makes again what can be made from the documents.");
    }
    return left.length === 0 ? EXIT.ok : EXIT.failure;
  });
}
