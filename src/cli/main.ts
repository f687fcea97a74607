import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { SherdError } from "../core/errors.ts";
import { addConversationCommands } from "./add-conversation-commands.ts";
import { addEvalCommand } from "./add-eval-command.ts";
import { addBaseCommands } from "./base-commands.ts";
import { EXIT } from "./exit-codes.ts";
import { addMemoryCommands } from "./memory-commands.ts";
import { warn } from "./output.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const EXIT_CODES = "\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 partly done (some inputs were skipped).";

const program = new Command("sherd")
  .description("Split text into pieces that keep their context, and find the right piece again.")
  .version(version)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .addHelpText("after", EXIT_CODES);

program
  .command("chunk")
  .description("split files, folders, globs or standard input (-) and show the chunks")
  .argument("[inputs...]", "files, folders, globs, or - for standard input")
  .option(
    "--by <chunker>",
    "auto (by what a file is), markdown, html, code, table, latex, semantic (by meaning), parent-child, recursive, sentence or text (fixed size)",
    "auto",
  )
  .option("--size <n>", "maximum size of a chunk, in the unit (default 400 tokens or 1600 characters)")
  .option("--unit <unit>", "tokens or characters (default: tokens; with the preset agent: characters)")
  .option("--overlap <n>", "how much the next chunk repeats: in the unit, or a share like 20% or 0.2")
  .option("--overlap-by <what>", "size, or similarity: repeat only where the text goes on about the same")
  .option("--minimum <n>", "size below which a chunk should not fall: in the unit, or a share (default 25%)")
  .option("--balance", "share what is left between the last two chunks instead of leaving a runt")
  .option("--whitespace <mode>", "trim or keep the white space around chunks")
  .option(
    "--preset <name>",
    "with auto: agent (large chunks, by content); with recursive: separators of a format (markdown, python, …) or none",
  )
  .option("--language <name>", "with code: the programming language (default: by name and content)")
  .option(
    "--threshold <t>",
    "with semantic: cut wherever neighbours are less alike than a cosine (0.75), than the least alike tenth (p10) or than the mean less deviations (1.5sd), instead of the best cutting of all",
  )
  .option("--embedder <name>", "with semantic: what makes the vectors, such as openai:… (default: bundled)")
  .option("--plot", "with semantic: draw how alike neighbours are and why each chunk begins where it does")
  .option("--encoding <name>", "vocabulary of the tokens: o200k_base or cl100k_base", "o200k_base")
  .option("--cache <folder>", "keep parsed PDF, Office and web files there, by the hash of their bytes")
  .option("--check", "hold the chunks against their documents and report what was cut or lost")
  .option("--stats", "show sizes and boundaries instead of the chunks")
  .option(
    "--json",
    "one chunk a line as JSON (with --stats: one object, with --check or --plot: one line a document)",
  )
  .addHelpText("after", EXIT_CODES)
  .action(async (inputs: string[], options) => {
    const { chunkCommand } = await import("./chunk-command.ts");
    process.exitCode = await chunkCommand(inputs, options);
  });

addBaseCommands(program, EXIT_CODES);
addConversationCommands(program, EXIT_CODES);
addMemoryCommands(program, EXIT_CODES);
addEvalCommand(program, EXIT_CODES);

// A reader that has seen enough (`sherd chunk … | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  } else if (error instanceof SherdError) {
    warn(`sherd: ${error.message}`);
    process.exitCode = error.code === "INVALID_OPTION" ? EXIT.usage : EXIT.failure;
  } else {
    // A fault of ours, or of the system: where it happened helps only who mends it.
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    warn(`sherd: unexpected: ${process.env.SHERD_DEBUG ? stack : `${message} (SHERD_DEBUG=1 shows where)`}`);
    process.exitCode = EXIT.failure;
  }
}
