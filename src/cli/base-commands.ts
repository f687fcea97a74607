import type { Command } from "commander";

/** The commands on a knowledge base. What they run is loaded when one is used: the program must start at once. */
export function addBaseCommands(program: Command, exitCodes: string): void {
  const command = (name: string, description: string): Command =>
    program.command(name).description(description).addHelpText("after", exitCodes);

  const index = command(
    "index",
    "put files and folders into the knowledge base; what is unchanged costs nothing",
  )
    .argument("[paths...]", "files and folders")
    .option(
      "--rebuild",
      "make again what another chunker or analyser made; without paths, from the stored texts",
    );
  withContext(onFiles(index)).action(async (paths: string[], flags) => {
    const { indexCommand } = await import("./index-command.ts");
    process.exitCode = await indexCommand(paths, flags);
  });

  const sync = command(
    "sync",
    "make the knowledge base agree with a folder: add, update, and remove what is gone",
  )
    .argument("<folder>", "the folder")
    .option("--force", "remove also when more than half of the documents are gone")
    .option("--rebuild", "make again what another chunker or analyser made");
  withContext(onFiles(sync)).action(async (folder: string, flags) => {
    const { syncCommand } = await import("./sync-command.ts");
    process.exitCode = await syncCommand(folder, flags);
  });

  const search = command("search", "find the passages that answer a question")
    .argument("<query...>", "the question, or - for standard input")
    .option("--limit <n>", "hits at most (default 10)")
    .option("--mode <mode>", "hybrid (words and meaning), words or meaning (default: hybrid)")
    .option(
      "--expand <what>",
      "what a hit gives: parent (default), none (the chunk alone) or segment (the best run of chunks)",
    )
    .option("--budget <tokens>", "tokens that all hits together may have (with --context: 4000)")
    .option(
      "--filter <condition>",
      "key=value, key=a,b, key!=v, key>=v, key<v, key^=start, key, !key; repeat for more",
      collect,
    )
    .option("--explain", "show what each score is made of")
    .option("--context", "write the hits as a text for a prompt, within the budget")
    .option("--compare", "show what chunks cost in tokens, and what their parents cost")
    .option("--json", "one object as JSON");
  onBase(search, "optional").action(async (words: string[], flags) => {
    const { searchCommand } = await import("./search-command.ts");
    process.exitCode = await searchCommand(words, flags);
  });

  const show = command("show", "show a document, a chunk, or lines of a document")
    .argument("<id>", "a document's or a chunk's id, or ID:FIRST-LAST as results name a place")
    .option("--chunks", "of a document: its chunks")
    .option("--parent", "of a chunk: the parent it was cut from")
    .option("--json", "as JSON");
  onBase(show).action(async (id: string, flags) => {
    const { showCommand } = await import("./show-command.ts");
    process.exitCode = await showCommand(id, flags);
  });

  const status = command("status", "say what the knowledge base holds")
    .option("--list", "name every document")
    .option("--json", "one object as JSON (with --list: then one document a line)");
  onBase(status).action(async (flags) => {
    const { statusCommand } = await import("./status-command.ts");
    process.exitCode = await statusCommand(flags);
  });

  const verify = command("verify", "prove that documents, chunks, words and vectors agree")
    .option("--repair", "make again what can be made from the documents")
    .option("--json", "one object as JSON");
  onBase(verify).action(async (flags) => {
    const { verifyCommand } = await import("./verify-command.ts");
    process.exitCode = await verifyCommand(flags);
  });

  const remove = command("remove", "take documents out of the knowledge base; their files stay")
    .argument("[ids...]", "documents' ids; with a slash at the end, all that begin with it")
    .option("--filter <condition>", "documents whose metadata fit, as in search; repeat for more", collect)
    .option("--dry-run", "name what would be removed, and change nothing")
    .option("--json", "one object as JSON");
  onBase(remove).action(async (ids: string[], flags) => {
    const { removeCommand } = await import("./remove-command.ts");
    process.exitCode = await removeCommand(ids, flags);
  });

  const reembed = command(
    "reembed",
    "make all vectors again with another model; searches go on meanwhile",
  ).option("--json", "one object as JSON");
  onBase(withVectors(reembed), "model").action(async (flags) => {
    const { reembedCommand } = await import("./reembed-command.ts");
    process.exitCode = await reembedCommand(flags);
  });

  const exported = command("export", "write a workspace to a file: JSON lines with a checksum")
    .argument("<file>", "the file, or - for standard output")
    .option("--force", "write over a file that is there");
  onBase(exported).action(async (file: string, flags) => {
    const { exportCommand } = await import("./export-command.ts");
    process.exitCode = await exportCommand(file, flags);
  });

  const restore = command("restore", "put an export in the place of a workspace: all of it, or nothing")
    .argument("<file>", "the file, or - for standard input")
    .option("--force", "replace the documents that are there");
  onBase(restore).action(async (file: string, flags) => {
    const { restoreCommand } = await import("./restore-command.ts");
    process.exitCode = await restoreCommand(file, flags);
  });
}

function onFiles(command: Command): Command {
  command
    .option("--dry-run", "name what would be done, and change nothing")
    .option(
      "--glob <pattern>",
      "only files that match, by their path from the named folder; repeat for more",
      collect,
    )
    .option("--ignore <pattern>", "leave out more, in the syntax of .gitignore; repeat for more", collect)
    .option(
      "--root <folder>",
      "ids are paths from here (default: the project's folder, when all paths lie in it)",
    )
    .option("--by <chunker>", "parent-child (default) or auto (one level of chunks)")
    .option("--size <n>", "maximum tokens of the chunks that are searched")
    .option("--check-content", "read every file, also those whose size and time are as they were")
    .option("--cache <folder>", "keep parsed PDF, Office and web files there")
    .option("--threads <n>", "threads that load and split; 0: none but the main one")
    .option("--json", "one object as JSON, with every failure");
  return onBase(withVectors(command), "optional");
}

function withContext(command: Command): Command {
  return command
    .option(
      "--context <how>",
      "what situates chunks: outline (default) or llm (a model writes it; costs money: see --dry-run)",
    )
    .option("--model <name>", "with llm: openai:MODEL, anthropic:MODEL, google:MODEL, ollama:MODEL …")
    .option("--prompt <file>", "with llm: a template with {document} and {chunk}")
    .option("--context-language <name>", "with llm: what to write in, such as Spanish")
    .option("--enrich", "with llm: questions and keywords for every chunk too")
    .option(
      "--context-scope <scope>",
      "with llm: what an edit asks anew: section (default), or document (all its chunks)",
    )
    .option("--max-cost <dollars>", "with llm: stop there; the next run goes on")
    .option("--price <in,cached,out>", "with llm: US dollars for a million tokens, where the table is wrong")
    .option("--concurrency <n>", "with llm: calls at a time (default 8)")
    .option("--requests-per-minute <n>", "with llm: the key's limit")
    .option("--tokens-per-minute <n>", "with llm: the key's limit")
    .option("--retry-failed", "with llm: ask again for contexts that failed, and do nothing else");
}

/** Vectors are made by a model; where words may do, so does `none`. */
const EMBEDDERS = {
  model: "bundled, openai:MODEL, ollama:MODEL … (default: SHERD_EMBEDDER, sherd.json, or the stored one)",
  optional:
    "bundled, openai:MODEL, ollama:MODEL …, or none (default: SHERD_EMBEDDER, sherd.json, the stored one, or bundled)",
};

function onBase(command: Command, embedder?: keyof typeof EMBEDDERS): Command {
  command
    .option("--db <file>", "the database (default: SHERD_DB, db in sherd.json, or ./.sherd/sherd.db)")
    .option("--workspace <name>", "whose documents (default: SHERD_WORKSPACE, sherd.json, or default)");
  if (embedder !== undefined) command.option("--embedder <name>", EMBEDDERS[embedder]);
  return command;
}

function withVectors(command: Command): Command {
  return command.option(
    "--vectors <form>",
    "keep them as int8, or as float32: exact and larger (default: sherd.json, as the stored ones, or int8)",
  );
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
