import type { Command } from "commander";

/** `sherd import` and `sherd extract`. What they run is loaded when one is used. */
export function addConversationCommands(program: Command, exitCodes: string): void {
  const command = (name: string, description: string): Command =>
    onExport(program.command(name).description(description).addHelpText("after", exitCodes));

  command("import", "put conversations into memory, as turns that `sherd recall` finds")
    .option("--out <file>", "write them as JSON lines instead, one conversation each (- for standard output)")
    .option("--db <file>", "the database (default: SHERD_DB, db in sherd.json, or ./.sherd/sherd.db)")
    .option("--workspace <name>", "whose memory (default: SHERD_WORKSPACE, sherd.json, or default)")
    .option("--user <name>", "of which user")
    .option("--agent <name>", "of which agent")
    .option(
      "--embedder <name>",
      "what makes the vectors, such as openai:… (default: the stored one, or bundled)",
    )
    .option("--json", "one object as JSON, with every failure and loss")
    .action(async (input: string, flags) => {
      const { importCommand } = await import("./import-command.ts");
      process.exitCode = await importCommand(input, flags);
    });

  command("extract", "find what is worth remembering in conversations, each with the words that say it")
    .option(
      "--model <name>",
      "a language model, such as openai:gpt-5-mini (default: none; rules find what is plainly said)",
    )
    .option(
      "--strategy <name>",
      "how large conversations are cut: sliding-window (default), conversation-boundary or semantic",
    )
    .option(
      "--max-tokens <n>",
      "tokens of a chunk at most (default: 100000 for conversations of more than 500000 or the model's window)",
    )
    .option(
      "--overlap <n>",
      "what a chunk repeats of the one before: tokens, or a share like 5% (default 1%)",
    )
    .option("--parallel <n>", "chunks at a time (default 1)")
    .option("--digest", "tell each chunk what the ones before gave; not with --parallel")
    .option("--fail-fast", "give a conversation up at its first chunk that fails")
    .option("--max-cost <dollars>", "begin no call that could go beyond; what was found stays")
    .option(
      "--journal <file>",
      "keep replies there: after a stop the same command goes on, and asks nothing twice",
    )
    .option("--workspace <name>", "whose memories they are (default: default)")
    .option("--dry-run", "count chunks, calls, tokens and cost, and send nothing")
    .option("--json", "one conversation a line as JSON, then a summary")
    .action(async (input: string, flags) => {
      const { extractCommand } = await import("./extract-command.ts");
      process.exitCode = await extractCommand(input, flags);
    });
}

function onExport(command: Command): Command {
  return command
    .argument("<export>", "a file, folder or zip archive of any known format, or - for standard input")
    .option(
      "--format <name>",
      "chatgpt, claude, claude-code, codex, slack, whatsapp, … (default: told by content)",
    )
    .option("--branches <which>", "main (default), or all: abandoned lines of a conversation too")
    .option("--date-order <order>", "dmy, mdy or ymd, where WhatsApp's dates leave it open")
    .option("--direct-messages", "read Slack's direct messages too");
}
