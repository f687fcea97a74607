import type { Command } from "commander";

/** The commands on a memory. What they run is loaded when one is used: the program must start at once. */
export function addMemoryCommands(program: Command, exitCodes: string): void {
  const command = (parent: Command, name: string, description: string): Command =>
    onMemory(parent.command(name).description(description).addHelpText("after", exitCodes));

  command(program, "remember", "keep a turn of a conversation: what was said, and what was answered")
    .argument("<user>", "what the user said")
    .argument("[assistant]", "what was answered", "")
    .option("--session <name>", "the conversation it belongs to")
    .option("--at <time>", "when it was said, as ISO time (default: now)")
    .option("--type <type>", "turn (default), task, event, fact, decision, preference or any other")
    .option("--importance <share>", "from 0 to 1")
    .option("--pin", "never evict it")
    .option("--source <name>", "where it comes from; `sherd forget --source` takes it out again")
    .option("--json", "one object as JSON")
    .action(async (user: string, assistant: string, flags) => {
      const { rememberCommand } = await import("./remember-command.ts");
      process.exitCode = await rememberCommand(user, assistant, flags);
    });

  command(program, "recall", "find what was said that matters now")
    .argument("<query...>", "a question, or words")
    .option("--limit <n>", "memories at most (default 4)")
    .option("--session <name>", "of one conversation alone")
    .option("--before <time>", "said before, as ISO time")
    .option("--after <time>", "said from then on")
    .option("--as-of <time>", "as if it were then; counts no use")
    .option("--budget <tokens>", "tokens that all memories together may have")
    .option("--decay <strategy>", "fsrs (default), exponential(0.1), half-life(DAYS, FLOOR) or none")
    .option("--chunks", "the chunks that were found instead of whole turns")
    .option("--explain", "show what each score is made of")
    .option("--context", "write the memories as quoted data for a prompt")
    .option("--json", "one object as JSON")
    .action(async (words: string[], flags) => {
      const { recallCommand } = await import("./recall-command.ts");
      process.exitCode = await recallCommand(words, flags);
    });

  command(program, "forget", "take turns out for good, with all that was made from them")
    .argument("[ids...]", "ids of turns")
    .option("--session <name>", "those of a conversation")
    .option("--source <name>", "those that came from there")
    .option("--before <time>", "those said before, as ISO time")
    .option("--after <time>", "those said from then on")
    .option("--all", "everything")
    .option("--dry-run", "name what would be forgotten, and change nothing")
    .option("--json", "one object as JSON")
    .action(async (ids: string[], flags) => {
      const { forgetCommand } = await import("./forget-command.ts");
      process.exitCode = await forgetCommand(ids, flags);
    });

  const memory = program
    .command("memory")
    .description("look after the memory: stats, maintain, export, import")
    .addHelpText("after", exitCodes);

  command(memory, "stats", "say what is remembered and how it is used")
    .option("--json", "one object as JSON")
    .action(async (flags) => {
      const { memoryStatsCommand } = await import("./memory-command.ts");
      process.exitCode = await memoryStatsCommand(flags);
    });

  command(memory, "maintain", "make vectors that are missing, and evict what limits do not allow")
    .option("--max-records <n>", "turns at most")
    .option("--max-bytes <n>", "bytes of text at most")
    .option("--max-days <n>", "days that a turn may be old")
    .option("--json", "one object as JSON")
    .action(async (flags) => {
      const { memoryMaintainCommand } = await import("./memory-command.ts");
      process.exitCode = await memoryMaintainCommand(flags);
    });

  command(memory, "export", "write all turns to a file: JSON lines")
    .argument("<file>", "the file, or - for standard output")
    .option("--force", "write over a file that is there")
    .action(async (file: string, flags) => {
      const { memoryExportCommand } = await import("./memory-command.ts");
      process.exitCode = await memoryExportCommand(file, flags);
    });

  command(memory, "import", "read an export, or JSON records of an older memory; what is there stays")
    .argument("<file>", "the file, or - for standard input")
    .option(
      "--source <name>",
      "what turns without a source are said to come from (default: the file's name for records of an older memory, none for an export)",
    )
    .option("--json", "one object as JSON")
    .action(async (file: string, flags) => {
      const { memoryImportCommand } = await import("./memory-command.ts");
      process.exitCode = await memoryImportCommand(file, flags);
    });
}

function onMemory(command: Command): Command {
  return command
    .option("--db <file>", "the database (default: SHERD_DB, db in sherd.json, or ./.sherd/sherd.db)")
    .option("--workspace <name>", "whose memory (default: SHERD_WORKSPACE, sherd.json, or default)")
    .option("--user <name>", "a memory of this user alone (default: SHERD_USER)")
    .option("--agent <name>", "a memory of this agent alone (default: SHERD_AGENT)")
    .option(
      "--embedder <name>",
      "bundled, openai:MODEL …, or none (default: SHERD_EMBEDDER, sherd.json, the stored one)",
    );
}
