import { writeSync } from "node:fs";
import { KnowledgeBase } from "../../../src/knowledge-base.ts";

/** Brings a base up to date with a folder, contexts included, and tells what it did about them. */
const [location, folder, model, concurrency] = process.argv.slice(2);
const base = await KnowledgeBase.open(location, {
  embedder: "none",
  chunker: { by: "auto", size: 60, minimum: 20 },
  context: { by: "llm", model, concurrency: Number(concurrency), apiKey: "sk-test" },
});
const { contexts } = await base.sync(folder, { threads: 0 });
await base.close();
writeSync(1, `${JSON.stringify(contexts)}\n`);
