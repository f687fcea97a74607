import type { Command } from "commander";

/** `sherd eval`. What it runs is loaded when it is used. */
export function addEvalCommand(program: Command, exitCodes: string): void {
  program
    .command("eval")
    .description("measure how well searches find what a set of questions marks as their answers")
    .argument(
      "[sets...]",
      "folders with corpus.jsonl and queries.jsonl; with --compare, two files of results",
    )
    .option("--chunks <which>", "given (the set's units) or own (default: both, where units are given)")
    .option("--by <chunker>", "what makes own chunks: any of `sherd chunk --by` (default: parent-child)")
    .option("--size <n>", "maximum size of own chunks in tokens")
    .option("--mode <mode>", "hybrid (words and meaning), words or meaning (default: hybrid)")
    .option("--embedder <name>", "what makes the vectors, such as openai:…, or none (default: bundled)")
    .option("--expand <what>", "what a hit gives: none (the chunk alone, default), parent or segment")
    .option("--k <depths>", "depths that figures are taken at (default 5,10,20)")
    .option("--tokens <n>", "with own chunks: figures also of the best n tokens (default 1000)")
    .option("--context <kind>", "what situates a chunk: outline (its document's, default) or none")
    .option(
      "--context-in <where>",
      "where that counts: words (default), vectors, both or neither (vectors: tried here only)",
    )
    .option(
      "--off <parts>",
      "switch parts of the search off (document,context …); each: one run without each",
    )
    .option("--baseline", "show vectors alone over the same chunks too, and what is gained over them")
    .option("--no-boundaries", "leave out the topics, where a set marks them")
    .option("--compare", "compare two files that --json wrote, query by query")
    .option("--json", "one run a line as JSON, with every query's figures")
    .addHelpText("after", exitCodes)
    .action(async (inputs: string[], flags) => {
      const { evalCommand } = await import("./eval-command.ts");
      process.exitCode = await evalCommand(inputs, flags);
    });
}
